// The wasm module of the entry `./settings`, started on first use.
import * as glue from "../../build/settings.glue.js";
import { wasmText } from "../../build/settings.js";
import { startWhenUsed } from "../wasm/glue.js";
import type { Core } from "./client.js";

startWhenUsed(glue, wasmText);

export const core: Core = glue;

export { clearSettingsOverride, readSettingsOverride, validateSettings, writeSettingsOverride } from "../../build/settings.glue.js";
