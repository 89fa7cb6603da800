import { CallingError, shown } from "../shared/errors.js";
import type { TraceRecorder } from "../shared/types.js";

/**
 * Validates the option `trace`; `null` and `false` count as absent.
 *
 * @throws CallingError naming the value at fault and the fix.
 */
export function checkTrace(trace: unknown): void {
  if (trace !== undefined && trace !== null && trace !== false && typeof (trace as Partial<TraceRecorder>).begin !== "function") {
    throw new CallingError("INVALID_OPTION", `trace is ${shown(trace)}; pass recorder(), imported from "calling-widget-sdk/trace"`);
  }
}
