import { CAUSES } from "../generated/causes.js";
import { entryOf } from "./entry.js";
import { isolated } from "./isolated.js";
import { isKnown, isShown, starred } from "./shown.js";
import type { Diagnostic, Logger } from "./types.js";
import { outsideZones, ownZone } from "./zone.js";

export type LogOptions = {
  /** True to write at once with `log`; otherwise lines are batched for `debug`. */
  isVerbose(): boolean;
  /** Masks personal data. */
  redact: boolean;
  /** Receives the lines; none are written when null. */
  logger: Logger | null;
};

type Line = { prefix: string; label: string; type: string; message: unknown };

/** A line, or the number of lines that were dropped in its place. */
type Gathered = Line | number;

/**
 * Writes messages for developers.
 *
 * In debug mode at once and in order. Otherwise at the debug level, in a batch after half a
 * second without messages, and when the page goes: a line costs more than a post.
 */
export class Log {
  readonly options: LogOptions;
  private gathered: Gathered[] = [];
  private readonly inZone = ownZone();
  private isWaiting = false;
  /** True if no message has come since the wait began. */
  private isQuiet = true;

  constructor(options: LogOptions) {
    this.options = options;
  }

  /** Logs a posted or received message. */
  message(prefix: string, label: string, type: string, message: unknown): void {
    const { logger } = this.options;
    if (logger === null) {
      return;
    }
    const line = { prefix, label, type, message };
    if (this.options.isVerbose()) {
      this.inZone(() => {
        isolated(() => {
          logger.log(...this.written(line));
        });
      });
      return;
    }
    this.gather(line);
    this.isQuiet = !this.isWaiting;
    if (!this.isWaiting) {
      this.wait();
    }
  }

  /** Writes advice about the app's own code, in debug mode. */
  advise(lines: readonly string[]): void {
    if (this.options.isVerbose()) {
      isolated(() => {
        lines.forEach((line) => this.options.logger?.warn(`[calling-widget-sdk] ${line}`));
      });
    }
  }

  /** Logs a diagnostic, which has nothing to mask. */
  diagnostic({ code, level, detail }: Diagnostic): void {
    const line = `[calling-widget-sdk] ${code}: ${CAUSES[code] ?? ""}${detail && ` (${detail})`} ${entryOf(code)}`;
    this.inZone(() => {
      isolated(() => {
        this.options.logger?.[level === "error" ? "error" : "warn"](line);
      });
    });
  }

  /** Writes the batched lines. */
  flush(): void {
    const lines = this.gathered.splice(0);
    const { logger } = this.options;
    if (lines.length === 0) {
      return;
    }
    this.inZone(() => {
      isolated(() => {
        for (const line of lines) {
          logger?.debug(...(typeof line === "number" ? [`[calling-widget-sdk] and ${line} more messages`] : this.written(line)));
        }
      });
    });
  }

  private wait(): void {
    this.isWaiting = true;
    outsideZones(() => {
      setTimeout(() => {
        this.isWaiting = false;
        if (this.isQuiet) {
          this.flush();
        } else {
          this.isQuiet = true;
          this.wait();
        }
      }, QUIET_MS);
    });
  }

  private gather(line: Line): void {
    const last = this.gathered[this.gathered.length - 1];
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
 * Masks a copy of a message: a value is shown if it matches a form of its field. A plain
 * phone number keeps its last four digits. All other texts and numbers are hidden, and so are
 * names that no table has.
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

/** Masks one primitive value. */
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
