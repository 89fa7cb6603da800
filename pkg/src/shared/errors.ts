/** Codes of thrown errors, and of rejected promises of receipts and of the REST client: a closed list. Causes and fixes: https://calling-widget-sdk.github.io/calling-widget-sdk/reference/codes.html */
export type ErrorCode =
  | "INVALID_HANDLER"
  | "INVALID_OPTION"
  | "INVALID_OPTIONS"
  | "INVALID_TRACE"
  | "INVALID_URL"
  | "MISSING_CONTAINER"
  | "MISSING_CONTEXT"
  | "MISSING_HOST_ELEMENT"
  | "NOT_INITIALIZED"
  | "NO_WINDOW"
  | "WASM_BLOCKED_BY_CSP"
  | "WASM_NOT_LOADED"
  | "WASM_REFUSED"
  | "WASM_UNAVAILABLE"
  | ReceiptCode
  | RestErrorCode;

/** Codes of failed calls of the REST client: a closed list. */
export type RestErrorCode =
  | "ABORTED"
  | "INVALID_OPTION"
  | "INVALID_REQUEST"
  | "MALFORMED"
  | "REFUSED"
  | "TIMED_OUT"
  | "UNREACHABLE";

/** Codes with which a receipt's promise rejects: a closed list. */
export type ReceiptCode =
  | "ABORTED"
  | "AMBIGUOUS"
  | "HOST_REFUSED"
  | "NOT_REQUESTED"
  | "NOT_SENT"
  | "OTHER_ENGAGEMENT"
  | "SESSION_LOST"
  | "SUPERSEDED"
  | "TIMED_OUT";

/**
 * Every failure of this package.
 *
 * The code is part of the API; the text may change.
 */
export class CallingError extends Error {
  /** The cause. */
  readonly code: ErrorCode;
  /** With `HOST_REFUSED`, the host's answer as it came; not enumerable, since it may be personal. */
  declare readonly data?: unknown;

  constructor(code: ErrorCode, message: string, data?: unknown) {
    super(message);
    this.name = "CallingError";
    this.code = code;
    if (data !== undefined) {
      Object.defineProperty(this, "data", { value: data });
    }
  }

  /**
   * True for an error of this package, even of another entry, copy or frame, where
   * `instanceof` is false.
   */
  static is(error: unknown): error is CallingError {
    const { name, code } = Object(error) as Partial<CallingError>;
    return name === "CallingError" && typeof code === "string";
  }
}

/** Formats a faulty value for an error's text. */
export function shown(value: unknown): string {
  if (typeof value === "string") {
    return JSON.stringify(value);
  }
  return typeof value === "object" && value !== null
    ? Object.prototype.toString.call(value)
    : String(value);
}
