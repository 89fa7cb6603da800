/**
 * Reads recorded sessions and feeds them to the same core again, in Node and in a page.
 *
 * @packageDocumentation
 */
import { core as hostCore } from "./host.js";
import { CallingError, core as widgetCore } from "./index.js";
import { InvalidTrace, readTrace, type Trace } from "../trace/replay.js";

export type { Trace, TraceHeader, TraceMessage, TraceOptions, TraceSide, TraceStep } from "../trace/replay.js";

/**
 * Reads a trace that `exportTrace()` gave, of a widget or of a host.
 *
 * ```ts
 * const trace = replayTrace(text);
 * for (const step of trace.steps()) {
 *   if (!step.isSame) console.log(`line ${step.line}: ${step.recorded}, and now ${step.replayed}`);
 * }
 * ```
 *
 * @param text the whole trace.
 * @throws CallingError `INVALID_TRACE` that names the line.
 */
export function replayTrace(text: string): Trace {
  try {
    return readTrace(text, [widgetCore, hostCore]);
  } catch (error) {
    // The class of the main entry, which is the one that users compare with.
    throw error instanceof InvalidTrace ? new CallingError("INVALID_TRACE", error.message) : error;
  }
}
