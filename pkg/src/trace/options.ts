import { CallingError, shown } from "../shared/errors.js";
import type { TraceOptions } from "../shared/types.js";

/**
 * Checks the option `trace`.
 *
 * @throws CallingError naming the value at fault and the fix.
 */
export function checkTrace(trace: unknown): void {
  if (trace === undefined || trace === null || typeof trace === "boolean") {
    return;
  }
  if (typeof trace !== "object") {
    throw invalid(`trace is ${shown(trace)}; pass true, or an object such as { maxLength: 100000 }`);
  }
  const { maxLength, redact } = trace as { [Name in keyof TraceOptions]?: unknown };
  if (maxLength !== undefined && !(typeof maxLength === "number" && maxLength > 0)) {
    throw invalid(`trace.maxLength is ${shown(maxLength)}; pass a number of characters above 0`);
  }
  if (redact !== undefined && typeof redact !== "boolean") {
    throw invalid(`trace.redact is ${shown(redact)}; pass true or false`);
  }
}

function invalid(text: string): CallingError {
  return new CallingError("INVALID_OPTION", text);
}
