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
