import { start } from "./start.ts";

import { CallingHost } from "calling-widget-sdk/host";

const container = document.body;

start(() => new CallingHost({ url: `${location.origin}/empty`, container, context: { portalId: 1, userId: 2 } }));
