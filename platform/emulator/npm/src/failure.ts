/** What an {@link EmulatorError} is about. Codes are stable, texts may change. */
export type EmulatorErrorCode =
  /** An option has a value that it cannot have. */
  | "INVALID_OPTION"
  /** The seed has a fault; the message names its place. */
  | "INVALID_SEED"
  /** A control request was refused; the message says why. */
  | "REFUSED"
  /** The emulator was closed. */
  | "CLOSED"
  /** Another program listens on the port. */
  | "PORT_TAKEN"
  /** The system refuses the port. */
  | "CANNOT_LISTEN"
  /** The module ended by a fault of its own; `reset()` starts a fresh one. */
  | "TRAPPED";

/** Why the emulator did not do what it was asked for. */
export class EmulatorError extends Error {
  override readonly name = "EmulatorError";
  /** What it is about. */
  readonly code: EmulatorErrorCode;

  /** @internal */
  constructor(code: EmulatorErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}
