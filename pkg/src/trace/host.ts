import { build, type HostOrders, inputs } from "../../build/host.js";
import { open } from "../host/session.js";
import type { Half } from "./half.js";

/** @internal The core of this entry, for `calling-widget-sdk/trace`. */
export const core: Half = { side: "host", build, inputs, start: (orders) => open(orders as HostOrders).core };
