/**
 * The main entry with its core as JavaScript, for places without WebAssembly or
 * with a policy that forbids it. Larger and slower; otherwise the same.
 *
 * @packageDocumentation
 */
export * from "./index.js";
export { default } from "./index.js";
