import { CAUSES } from "../generated/causes.js";
import { entryOf } from "./entry.js";
import { isolated } from "./isolated.js";
import { isKnown, isShown, starred } from "./shown.js";
import type { Diagnostic, Logger } from "./types.js";

/** How a log writes. */
export type LogOptions = {
  /** At once with `log`, or gathered with `debug`. */
  isVerbose(): boolean;
  /** Whether personal data is masked. */
  redact: boolean;
  /** Where lines go; null for nowhere. */
  logger: Logger | null;
};

type Line = { prefix: string; label: string; type: string; message: unknown };

/** A line, or how many there was no room for in its place. */
type Gathered = Line | number;

/**
 * Writes messages for developers.
 *
 * In debug mode at once and in order. Otherwise at the debug level, gathered and written once
 * no message has come for half a second, and when the page goes: a line costs more than a post.
 */
export class Log {
  readonly options: LogOptions;
  private gathered: Gathered[] = [];
  private isWaiting = false;
  /** No message has come since the wait began. */
  private isQuiet = true;

  constructor(options: LogOptions) {
    this.options = options;
  }

  /** A message that was posted or that came in. */
  message(prefix: string, label: string, type: string, message: unknown): void {
    const { logger } = this.options;
    if (logger === null) {
      return;
    }
    const line = { prefix, label, type, message };
    if (this.options.isVerbose()) {
      isolated(() => {
        logger.log(...this.written(line));
      });
      return;
    }
    this.gather(line);
    this.isQuiet = !this.isWaiting;
    if (!this.isWaiting) {
      this.wait();
    }
  }

  /** Words about the app's own code, in debug mode. */
  advise(lines: readonly string[]): void {
    if (this.options.isVerbose()) {
      isolated(() => {
        lines.forEach((line) => this.options.logger?.warn(`[calling-widget-sdk] ${line}`));
      });
    }
  }

  /** A diagnostic, which carries nothing to mask. */
  diagnostic({ code, level, detail }: Diagnostic): void {
    const line = `[calling-widget-sdk] ${code}: ${CAUSES[code] ?? ""}${detail && ` (${detail})`} ${entryOf(code)}`;
    isolated(() => {
      this.options.logger?.[level === "error" ? "error" : "warn"](line);
    });
  }

  /** Writes what is gathered. */
  flush(): void {
    const lines = this.gathered.splice(0);
    const { logger } = this.options;
    isolated(() => {
      for (const line of lines) {
        logger?.debug(...(typeof line === "number" ? [`[calling-widget-sdk] and ${line} more messages`] : this.written(line)));
      }
    });
  }

  private wait(): void {
    this.isWaiting = true;
    setTimeout(() => {
      this.isWaiting = false;
      if (this.isQuiet) {
        this.flush();
      } else {
        this.isQuiet = true;
        this.wait();
      }
    }, QUIET_MS);
  }

  private gather(line: Line): void {
    const last = this.gathered.at(-1);
    if (this.gathered.length < MAX_GATHERED) {
      this.gathered.push(line);
    } else if (typeof last === "number") {
      this.gathered.splice(-1, 1, last + 1);
    } else {
      this.gathered.push(1);
    }
  }

  private written(line: Line): unknown[] {
    const { prefix, label, type, message } = line;
    return this.options.redact ? [prefix, label, hidden(type, "type"), masked(message, "", 0)] : [prefix, label, type, message];
  }
}

/**
 * A copy of a message fit to be read by anyone: a value is shown where its field has a form
 * and the value is of it. A phone number that is nothing else keeps its last four digits. All
 * other texts and numbers are hidden, and so are names that no table has.
 */
export function masked(value: unknown, field: string, depth: number): unknown {
  if (typeof value !== "object" || value === null) {
    return hidden(value, field);
  }
  if (depth >= MAX_DEPTH) {
    return "***";
  }
  if (Array.isArray(value)) {
    return value.slice(0, MAX_ITEMS).map((item) => masked(item, field, depth + 1));
  }
  const copy: Record<string, unknown> = {};
  let others = 0;
  for (const [name, item] of Object.entries(value).slice(0, MAX_ITEMS)) {
    others += isKnown(name) ? 0 : 1;
    copy[isKnown(name) ? name : others === 1 ? "***" : `***#${others}`] = masked(item, name, depth + 1);
  }
  return copy;
}

/** One value that is no object, fit to be read by anyone. */
function hidden(value: unknown, field: string): unknown {
  switch (typeof value) {
    case "boolean":
    case "undefined":
    case "object":
      return value;
    case "string":
    case "number":
    case "bigint":
      return value === "" || isShown(field, value) ? value : starred(field, value);
    default:
      return "***";
  }
}

const MAX_GATHERED = 200;
const QUIET_MS = 500;
const MAX_DEPTH = 8;
const MAX_ITEMS = 50;
