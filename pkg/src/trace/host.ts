import { build, glue, type HostOrders, inputs, wasmText } from "../../build/host.js";
import { instantiate } from "../wasm/glue.js";
import { compiled } from "../wasm/load.js";
import type { Half } from "./half.js";

/** @internal The core of this entry, for `calling-widget-sdk/trace`. */
export const core: Half = {
  side: "host",
  build,
  inputs,
  start: (orders) => {
    const made = glue();
    instantiate(made, () => compiled(wasmText));
    return new made.HostCore(orders as HostOrders);
  },
};
