/**
 * Every failure of this package.
 *
 * The code is part of the API; the text may change.
 */
export class CallingError extends Error {
  /** What went wrong, from a closed list. */
  readonly code: string;

  constructor(code: string, message: string) {
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
