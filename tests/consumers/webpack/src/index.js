import "../../phone.js";
