// Globals of Node for the whole bundle (`bundle.mjs`). Where a test runner replaces them by a
// page's, as Jest does with jsdom, some are missing, and others are not Node's.
import timers from "node:timers";
import { runInThisContext } from "node:vm";

const node = runInThisContext("globalThis") as typeof globalThis;

export const { AbortController, DOMException, Request, Response, TextDecoder, TextEncoder, URL } = node;
export const { clearTimeout, setTimeout } = timers;
