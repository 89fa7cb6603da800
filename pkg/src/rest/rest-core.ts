// The wasm module of the entry `./rest`, started on first use.
import * as glue from "../../build/rest.glue.js";
import { wasmText } from "../../build/rest.js";
import { startWhenUsed } from "../wasm/glue.js";
import type { Core } from "./client.js";

startWhenUsed(glue, wasmText);

export const core: Core = glue;

export { Tokens } from "../../build/rest.glue.js";
