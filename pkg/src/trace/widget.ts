import { build, start } from "#core";

import { inputs, type WidgetOrders } from "../../build/widget.js";
import type { Half } from "./half.js";

/** @internal The core of this entry, for `calling-widget-sdk/trace`. */
export const core: Half = { side: "widget", build, inputs, start: (orders) => start(orders as WidgetOrders).core };
