// Ends the command early: by a signal, or because nobody reads its output. Everything that
// runs for it registers its removal as a listener of the process's `exit`.

import { whenOrphaned } from "./orphan.js";

/** Ends the command at signals, and at output into a closed pipe. */
export class Ends {
  private stop: (() => void) | undefined;
  private readonly stopped = new Promise<void>((resolve) => {
    this.stop = resolve;
  });
  private isWaitedFor = false;
  private hasStopped = false;

  constructor() {
    for (const [signal, code] of SIGNALS) {
      process.on(signal, () => {
        // A second signal ends the shutdown that the first one began.
        if (!this.isWaitedFor || this.hasStopped) {
          process.exit(code);
        }
        this.hasStopped = true;
        this.stop?.();
      });
    }
    for (const stream of [process.stdout, process.stderr]) {
      stream.on("error", () => process.exit(UNREAD));
    }
  }

  /** Ends with the first signal; a command that never asks for it is ended at once. */
  untilStopped(): Promise<void> {
    this.isWaitedFor = true;
    whenOrphaned(() => this.stop?.());
    return this.stopped;
  }

  /** Ends the process, once the output is written: nothing that still runs goes on. */
  async finish(code: number): Promise<never> {
    await Promise.all([process.stdout, process.stderr].map((stream) => new Promise<void>((resolve) => stream.write("", () => resolve()))));
    process.exit(code);
  }
}

/** The signals, with the exit codes of programs that they end. */
const SIGNALS: readonly (readonly [signal: NodeJS.Signals, code: number])[] = [
  ["SIGHUP", 129],
  ["SIGINT", 130],
  ["SIGTERM", 143],
];

/** The exit code of a program whose output is not read any more (SIGPIPE). */
const UNREAD = 141;
