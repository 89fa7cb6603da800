/**
 * Records sessions, reads traces, and replays them in the same core, in Node and in a page.
 *
 * @packageDocumentation
 */
import { core as hostCore } from "./host.js";
import { CallingError, core as widgetCore } from "./index.js";
import type { TraceRecorder } from "../shared/types.js";
import { Recorder, type TraceOptions } from "../trace/recorder.js";
import { InvalidTrace, readTrace, type Trace } from "../trace/replay.js";
import { shown } from "../shared/errors.js";

export type { SessionTrace, TraceRecorder } from "../shared/types.js";
export type { Trace, TraceHeader, TraceMessage, TraceOptions, TraceSide, TraceStep } from "../trace/replay.js";

/**
 * Records sessions: pass it to the option `trace` of a widget or of a host.
 *
 * ```ts
 * const cti = new CallingExtensions({ trace: recorder(), eventHandlers });
 * report.onclick = () => send(cti.exportTrace());
 * ```
 *
 * @throws CallingError `INVALID_OPTION` that names the option at fault.
 */
export function recorder(options: TraceOptions = {}): TraceRecorder {
  const { maxLength, redact } = options;
  if (maxLength !== undefined && !(typeof maxLength === "number" && maxLength > 0)) {
    throw new CallingError("INVALID_OPTION", `maxLength is ${shown(maxLength)}; pass a number of characters above 0`);
  }
  if (redact !== undefined && typeof redact !== "boolean") {
    throw new CallingError("INVALID_OPTION", `redact is ${shown(redact)}; pass true or false`);
  }
  return { begin: (side, build) => new Recorder(side, build, options) };
}

/**
 * Reads a trace from `exportTrace()` of a widget or a host.
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
    // The class of the main entry, which users compare with.
    throw error instanceof InvalidTrace ? new CallingError("INVALID_TRACE", error.message) : error;
  }
}
