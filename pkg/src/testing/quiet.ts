import type { Patches } from "./patches.js";

/** Drops this package's lines of the lowest level. */
export function quiet(patches: Patches): void {
  const debug = console.debug.bind(console);
  patches.set(console, "debug", {
    value: (...line: unknown[]) => {
      if (typeof line[0] !== "string" || !line[0].startsWith("[calling-widget-sdk]")) {
        debug(...line);
      }
    },
  });
}
