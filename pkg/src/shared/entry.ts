import type { DiagnosticCode } from "../generated/codes.js";

/** The address at which a code is explained. */
export function entryOf(code: DiagnosticCode): string {
  return `https://github.com/calling-widget-sdk/calling-widget-sdk/blob/main/docs/diagnostics.md#${code.toLowerCase()}`;
}
