/**
 * The main entry without its wasm, which the app loads by {@link init}.
 *
 * @packageDocumentation
 */
export * from "./index.js";
export { default } from "./index.js";
export { init, type InitOptions, type WasmSource } from "../wasm/fetched.js";
