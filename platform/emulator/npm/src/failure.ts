/** The causes of an {@link EmulatorError}. Codes are stable, texts may change. */
export type EmulatorErrorCode =
  /** An option has a value that it cannot have. */
  | "INVALID_OPTION"
  /** The seed has a fault; the message names its place. */
  | "INVALID_SEED"
  /** A control request was refused; the message gives the reason. */
  | "REFUSED"
  /** The emulator was closed. */
  | "CLOSED"
  /** Another program listens on the port. */
  | "PORT_TAKEN"
  /** The system refuses the port. */
  | "CANNOT_LISTEN"
  /** The module ended by an internal fault; `reset()` starts a fresh one. */
  | "TRAPPED";

/** An error of the emulator. */
export class EmulatorError extends Error {
  override readonly name = "EmulatorError";
  /** The cause. */
  readonly code: EmulatorErrorCode;

  /** @internal */
  constructor(code: EmulatorErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}
