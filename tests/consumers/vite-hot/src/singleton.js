import CallingExtensions from "calling-widget-sdk";

import { handlers } from "./handlers.js";

const EDITION = 1;

export const cti = new CallingExtensions({ eventHandlers: handlers(EDITION, () => cti) });
window.hot = { cti, edition: EDITION };

import.meta.hot?.accept();
import.meta.hot?.dispose(() => {
  cti.destroy();
});
