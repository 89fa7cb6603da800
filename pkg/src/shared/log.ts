import { PHONE_FIELDS, SHOWN_FIELDS } from "../generated/masks.js";
import { isolated } from "./isolated.js";
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

/**
 * Writes messages for developers.
 *
 * In debug mode at once and in order. Otherwise at the debug level, gathered for half a
 * second and written in pieces while the page is idle, and whole when it goes: a line costs
 * more than a post.
 */
export class Log {
  readonly options: LogOptions;
  private gathered: Line[] = [];
  private left = 0;
  private isScheduled = false;

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
    if (this.gathered.length < MAX_GATHERED) {
      this.gathered.push(line);
    } else {
      this.left += 1;
    }
    this.schedule();
  }

  /** A diagnostic, which carries nothing to mask. */
  diagnostic({ code, level, detail }: Diagnostic): void {
    const line = `[calling-widget-sdk] ${code}${detail === "" ? "" : `: ${detail}`}`;
    isolated(() => {
      this.options.logger?.[level === "error" ? "error" : "warn"](line);
    });
  }

  /** Writes what is gathered. */
  flush(): void {
    this.write(this.gathered.length);
  }

  private schedule(): void {
    if (this.isScheduled) {
      return;
    }
    this.isScheduled = true;
    setTimeout(() => {
      this.writeIdly();
    }, GATHER_MS);
  }

  private writeIdly(): void {
    whenIdle(() => {
      this.write(PIECE);
      if (this.gathered.length > 0) {
        this.writeIdly();
      } else {
        this.isScheduled = false;
      }
    });
  }

  /** Writes the first lines, and after the last one how many there was no room for. */
  private write(count: number): void {
    const lines = this.gathered.splice(0, count);
    const left = this.gathered.length > 0 ? 0 : this.left;
    this.left -= left;
    const { logger } = this.options;
    isolated(() => {
      for (const line of lines) {
        logger?.debug(...this.written(line));
      }
      if (left > 0) {
        logger?.debug(`[calling-widget-sdk] and ${left} more messages`);
      }
    });
  }

  private written(line: Line): unknown[] {
    const { prefix, label, type, message } = line;
    return [prefix, label, type, this.options.redact ? masked(message, "", 0) : message];
  }
}

function whenIdle(run: () => void): void {
  if (typeof requestIdleCallback === "function") {
    requestIdleCallback(run, { timeout: 2000 });
  } else {
    setTimeout(run);
  }
}

/**
 * A copy of a message fit to be read by anyone: phone numbers that are nothing
 * else keep their last four digits, identifiers and enumerations stay, any other
 * text is hidden.
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
  for (const [name, item] of Object.entries(value).slice(0, MAX_ITEMS)) {
    copy[name] = masked(item, name, depth + 1);
  }
  return copy;
}

/** One value that is no object, fit to be read by anyone. */
export function hidden(value: unknown, field: string): unknown {
  const isPhone = PHONE.has(field);
  if (typeof value === "string" || (isPhone && /number|bigint/.test(typeof value))) {
    if (isPhone && ONLY_A_NUMBER.test(String(value))) {
      return String(value).replace(/\d(?=(?:\D*\d){4})/g, "*");
    }
    return isShown(field) || value === "" ? value : "***";
  }
  return value;
}

/** Whether a field's text is fit to be read by anyone. */
export function isShown(field: string): boolean {
  return SHOWN.has(field);
}

/** Fields that hold a phone number. */
export const PHONE: ReadonlySet<string> = /* @__PURE__ */ new Set(/* @__PURE__ */ PHONE_FIELDS.split(" "));
const SHOWN = /* @__PURE__ */ new Set(/* @__PURE__ */ SHOWN_FIELDS.split(" "));
/** What a number is written with; a name, an address or other digits are not starred by halves. */
const ONLY_A_NUMBER = /^[0-9\s()+.\-*#,;x/]*$/i;
const MAX_GATHERED = 200;
/** Writing a line takes longer than handling a message: the next message would wait for it. */
const GATHER_MS = 500;
/** Lines that hold nobody up. */
const PIECE = 10;
const MAX_DEPTH = 8;
const MAX_ITEMS = 50;
