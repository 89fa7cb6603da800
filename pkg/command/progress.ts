import { oneLine } from "./terminal.js";
import type { World } from "./world.js";

/** A line about the current step, if it takes over a second, on standard error. */
export type Progress = {
  /** Shows the current step; an empty text hides the line until the next one. */
  say(this: void, text: string): void;
  /** Removes the line from a terminal. */
  end(this: void): void;
};

/**
 * Starts with the command. A terminal gets one line that is written over; a file or a pipe
 * gets a line for each text, and nothing with `--json`, where standard error is JSON.
 */
export function progress(isJson: boolean, world: World): Progress {
  const isShown = world.isErrorTerminal || !isJson;
  const started = Date.now();
  let text = "waiting for the service";
  let written = "";
  const show = () => {
    if (text === "") {
      clear();
    } else if (world.isErrorTerminal) {
      world.writeError(`\r\x1b[K${text} (${Math.round((Date.now() - started) / 1000)} s)`);
    } else if (text !== written) {
      world.printError(text);
    }
    written = text;
  };
  const clear = () => {
    if (world.isErrorTerminal && written !== "") {
      world.writeError("\r\x1b[K");
    }
  };
  const timer = setInterval(() => {
    if (isShown) {
      show();
    }
  }, FIRST_AFTER_MS);
  return {
    say: (now) => {
      text = oneLine(now);
      if (written !== "") {
        show();
      }
    },
    end: () => {
      clearInterval(timer);
      clear();
    },
  };
}

/** The delay until the line appears, and the interval of its updates. */
const FIRST_AFTER_MS = 1000;
