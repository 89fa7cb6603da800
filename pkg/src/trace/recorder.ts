import type { HostCore } from "../../build/host.js";
import type { WidgetCore } from "../../build/widget.js";
import type { SessionTrace } from "../shared/types.js";
import type { InputOf } from "../wasm/orders.js";
import { Mask } from "./mask.js";
import { AS_IT_IS, written } from "./values.js";

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
  readonly format: 2;
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
    const header: TraceHeader = { trace: "calling-widget-sdk", format: 2, side, build, isMasked };
    this.lines = [JSON.stringify(header)];
    this.left = options.maxLength ?? MAX_LENGTH;
    this.mask = new Mask(isMasked);
  }

  /** Records an input, before the engine processes it. */
  enter(at: number, name: string, fields: readonly unknown[]): void {
    this.finish();
    if (this.isFull) {
      return;
    }
    if (name === "start") {
      this.mask.own = String(fields[this.side === "host" ? 2 : 1]);
    }
    const shown = fields.map((field, index) => {
      if (typeof field === "object" && field !== null && !Array.isArray(field)) {
        return this.mask.payload(field, RECORDS[name]?.includes(index) === true);
      }
      const called = FOREIGN[name]?.[index];
      if (called !== undefined && typeof field === "string") {
        return this.mask.leaf(called, field, true);
      }
      // Any other field outside payloads is not personal; a wait may be Infinity.
      return typeof field === "number" ? written(field, "", AS_IT_IS) : (field ?? null);
    });
    this.entered = { at, in: [name, ...shown] };
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

/** The last line of a trace that reached its length. */
export const CUT = '{"cut":true}';

/** The texts of inputs that are in no payload and not made here, by position, with the field that masks them. */
const FOREIGN: Readonly<Record<string, Readonly<Record<number, string>>>> = {
  canDial: { 0: "objectTypeId" },
  journal: { 0: "" },
  joinWindows: { 0: "window" },
  resume: { 0: "" },
  send: { 2: "messageId" },
  storeFailed: { 1: "" },
  track: { 2: "type" },
  windowGone: { 0: "window" },
} satisfies Partial<Record<InputOf<WidgetCore> | InputOf<HostCore>, Readonly<Record<number, string>>>>;

/** The payloads that are a session's own records, by position. */
const RECORDS: Readonly<Record<string, readonly number[]>> = {
  resume: [1],
  stored: [1],
} satisfies Partial<Record<InputOf<WidgetCore> | InputOf<HostCore>, readonly number[]>>;

const MAX_LENGTH = 2 * 1024 * 1024;
