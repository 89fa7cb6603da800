import { build, start } from "#core";

import { WIDGET_INPUTS } from "../generated/door.js";
import type { Half } from "./half.js";

/** @internal The core of this entry, for `calling-widget-sdk/trace`. */
export const core: Half = { side: "widget", build, letters: WIDGET_INPUTS, start };
