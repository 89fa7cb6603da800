import { build, type HostOrders, inputs } from "../../build/host.js";
import { start } from "../host/core.js";
import type { Half } from "./half.js";

/** @internal The core of this entry, for `calling-widget-sdk/trace`. */
export const core: Half = { side: "host", build, inputs, start: (orders) => start(orders as HostOrders).core };
