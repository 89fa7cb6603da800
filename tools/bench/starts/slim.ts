import { start } from "./start.ts";

import CallingExtensions, { init } from "calling-widget-sdk/slim";

start(async () => {
  await init("/widget.wasm");
  return new CallingExtensions({ eventHandlers: {} });
});
