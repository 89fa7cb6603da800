import { start } from "./start.ts";

import CallingExtensions from "calling-widget-sdk/compat";

start(() => new CallingExtensions({ eventHandlers: {} }));
