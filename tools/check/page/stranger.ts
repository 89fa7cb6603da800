// The stranger, as a frame of the page's own origin.
import "../stranger/main";
