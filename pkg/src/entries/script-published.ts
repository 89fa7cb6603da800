/**
 * The main entry for pages written for the published SDK's script: the globals
 * it sets, `IFrameManager`, `Constants` and `default`; with an AMD loader, such as RequireJS,
 * a module with these exports.
 *
 * Source: `dist/main.js` of the published SDK 0.9.7.
 *
 * @packageDocumentation
 */
import CallingExtensions, { Constants, IFrameManager } from "./index.js";

declare const define: (((dependencies: [], factory: () => object) => void) & { readonly amd?: unknown }) | undefined;

// In the order there: SystemJS takes the last global that a script sets as its module.
const exported = { IFrameManager, Constants, default: CallingExtensions };

if (typeof define === "function" && define.amd) {
  define([], () => Object.defineProperty(exported, "__esModule", { value: true }));
} else {
  Object.assign(globalThis, exported);
}
