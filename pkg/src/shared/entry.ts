import type { DiagnosticCode } from "../generated/codes.js";

/** The address at which a code is explained. */
export function entryOf(code: DiagnosticCode): string {
  return `https://calling-widget-sdk.github.io/calling-widget-sdk/reference/codes.html#${code.toLowerCase()}`;
}
