import { build, wasmText } from "../../build/host.js";
import { HOST_INPUTS } from "../generated/host-door.js";
import { instantiate } from "../wasm/load.js";
import type { Half } from "./half.js";

/** @internal The core of this entry, for `calling-widget-sdk/trace`. */
export const core: Half = { side: "host", build, letters: HOST_INPUTS, start: () => instantiate(wasmText) };
