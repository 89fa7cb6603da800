import { start } from "./start.ts";

import CallingExtensions from "calling-widget-sdk";

start(() => new CallingExtensions({ eventHandlers: {} }));
