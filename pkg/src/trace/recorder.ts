import { VALUE_TABLES, type WidgetInputs } from "../generated/door.js";
import type { HostInputs } from "../generated/host-door.js";
import type { SessionTrace } from "../shared/types.js";
import type { Viewed } from "../wasm/crossing.js";
import { Mask } from "./mask.js";
import { type Shown, written } from "./values.js";

/** Options of a recorder. */
export type TraceOptions = {
  /** The length at which recording ends, in characters; 2 MiB when absent. */
  maxLength?: number | undefined;
  /** Masks personal data, as in the log; true when absent. */
  redact?: boolean | undefined;
};

/** The half of the protocol that a trace records. */
export type TraceSide = "widget" | "host";

/** The first line of a trace. */
export type TraceHeader = {
  /** The file's kind. */
  readonly trace: "calling-widget-sdk";
  /** The format's version. */
  readonly format: 1;
  /** The half of the protocol that was recorded. */
  readonly side: TraceSide;
  /** The build of the core. */
  readonly build: string;
  /** True if personal data is masked. */
  readonly isMasked: boolean;
};

/** One input of a session, and its outputs. */
export type TraceLine = {
  /** The time, in ms since the epoch. */
  at: number;
  /** The input's name and its fields. */
  in: readonly unknown[];
  /** True if the session was shown every field that a table knows. */
  full?: true;
  /** The outputs, in order; absent where the core trapped. */
  out?: readonly unknown[];
};

/**
 * Records a session: each input of its engine, and the outputs, as lines of JSON.
 *
 * Everything is masked on entry. The original texts stay in the page's memory, so that
 * equal texts get equal masks.
 */
export class Recorder implements SessionTrace {
  private readonly lines: string[];
  private readonly mask: Mask;
  private left: number;
  private isFull = false;
  /** The input that is under way, or that the engine trapped at. */
  private entered: TraceLine | undefined;

  constructor(private readonly side: TraceSide, build: string, options: TraceOptions) {
    const isMasked = options.redact ?? true;
    const header: TraceHeader = { trace: "calling-widget-sdk", format: 1, side, build, isMasked };
    this.lines = [JSON.stringify(header)];
    this.left = options.maxLength ?? MAX_LENGTH;
    this.mask = new Mask(isMasked);
  }

  /** Records an input, before the engine processes it. */
  enter(at: number, name: string, letters: string, fields: readonly unknown[], isFull: boolean): void {
    this.finish();
    if (this.isFull) {
      return;
    }
    if (name === "start") {
      this.mask.own = String(fields[this.side === "host" ? 2 : 1]);
    }
    const shown = Array.from(letters, (letter, index) => {
      const field = fields[index];
      if (/m/i.test(letter) && field !== undefined) {
        return viewed(field as Viewed, this.mask);
      }
      const called = FOREIGN[name]?.[index];
      if (called !== undefined && typeof field === "string") {
        return this.mask.leaf(called, field, true);
      }
      // Any other field outside payloads is not personal; a wait may be Infinity.
      return typeof field === "number" ? written(field, "", AS_IT_IS) : (field ?? null);
    });
    this.entered = { at, in: [name, ...shown], ...(isFull ? { full: true as const } : {}) };
  }

  /** Records the outputs of the input. */
  leave(outputs: readonly (readonly unknown[])[]): void {
    if (this.entered !== undefined) {
      this.entered.out = outputs.map((output) => this.mask.output(output));
      this.finish();
    }
  }

  /** The trace so far. */
  text(): string {
    this.finish();
    return `${this.lines.join("\n")}\n`;
  }

  private finish(): void {
    const { entered } = this;
    this.entered = undefined;
    if (entered === undefined || this.isFull) {
      return;
    }
    let line = JSON.stringify(entered);
    this.left -= line.length + 1;
    if (this.left < 0) {
      this.isFull = true;
      line = CUT;
    }
    this.lines.push(line);
  }
}

function viewed({ value, table }: Viewed, mask: Mask): Record<string, unknown> {
  // By number: the session may come from another file of the package, or a copy of it.
  const name = Object.entries(VALUE_TABLES).find(([, [kind]]) => kind === table?.[0])?.[0] ?? "message";
  const isRecord = name === "Journal" || name === "Snapshot" || name === "StoreAnswer";
  const shown = { leaf: (field: string, leaf: string | number) => mask.leaf(field, leaf, isRecord), name: (field: string) => mask.name(field) };
  return { [name]: written(name === "message" ? withType(value) : value, "", shown) };
}

/** Gives a message a type that is a text or a value that JSON lacks: a session sees all others alike. */
function withType(message: unknown): unknown {
  const { type } = (message ?? {}) as { type?: unknown };
  return type === undefined || typeof type === "string" ? message : { ...(message as object), type: Symbol() };
}

/** The last line of a trace that reached its length. */
export const CUT = '{"cut":true}';

/** The texts of inputs that are in no payload and not made here, by position, with the field that masks them. */
const FOREIGN: Readonly<Record<string, Readonly<Record<number, string>>>> = {
  canDial: { 0: "objectTypeId" },
  journal: { 0: "" },
  joinWindows: { 0: "window" },
  requeue: { 2: "messageId" },
  restore: { 2: "idPrefix", 3: "version", 4: "version" },
  resume: { 0: "" },
  send: { 2: "messageId" },
  storeFailed: { 1: "" },
  track: { 2: "type" },
  windowGone: { 0: "window" },
} satisfies Partial<Record<keyof WidgetInputs | keyof HostInputs, Readonly<Record<number, string>>>>;

const AS_IT_IS: Shown = { leaf: (_, value) => value, name: (name) => name };

const MAX_LENGTH = 2 * 1024 * 1024;
