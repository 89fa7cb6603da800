/** Why something was thrown: the closed list. Causes and fixes: docs/diagnostics.md. */
export type ErrorCode =
  | "INVALID_HANDLER"
  | "INVALID_OPTION"
  | "INVALID_OPTIONS"
  | "INVALID_URL"
  | "MISSING_CONTAINER"
  | "MISSING_CONTEXT"
  | "MISSING_HOST_ELEMENT"
  | "NO_WINDOW"
  | "WASM_BLOCKED_BY_CSP"
  | "WASM_UNAVAILABLE";

/**
 * Every failure of this package.
 *
 * The code is part of the API; the text may change.
 */
export class CallingError extends Error {
  /** What went wrong. */
  readonly code: ErrorCode;

  constructor(code: ErrorCode, message: string) {
    super(message);
    this.name = "CallingError";
    this.code = code;
  }
}

/** A value that is at fault, as an error's text shows it. */
export function shown(value: unknown): string {
  if (typeof value === "string") {
    return JSON.stringify(value);
  }
  return typeof value === "object" && value !== null
    ? Object.prototype.toString.call(value)
    : String(value);
}
