import CallingExtensions from "calling-widget-sdk";

import { run } from "./phone.ts";
import { HOST_ORIGIN } from "./widget.ts";

run((handlers) => new CallingExtensions({ allowedHostOrigins: [HOST_ORIGIN], eventHandlers: handlers }));
