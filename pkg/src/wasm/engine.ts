/** An instance of a core. */
export type Engine<Core> = {
  /** Its inputs, as methods. */
  readonly core: Core;
  /** The message of the panic that ended it, where the build has it. */
  readonly panicMessage?: (() => string) | undefined;
};
