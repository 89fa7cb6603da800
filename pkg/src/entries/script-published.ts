/**
 * The main entry for pages written for the published SDK's script: the globals
 * it sets, `default`, `Constants` and `IFrameManager`.
 *
 * Source: `dist/main.js` of the published SDK 0.9.7.
 *
 * @packageDocumentation
 */
import CallingExtensions, { Constants, IFrameManager } from "./index.js";

Object.assign(globalThis, { default: CallingExtensions, Constants, IFrameManager });
