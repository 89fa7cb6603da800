import { VALUE_TABLES } from "../generated/door.js";
import type { Draft, Viewed } from "../wasm/crossing.js";
import { type Dialect, Door } from "../wasm/door.js";
import type { Half } from "./half.js";
import { CUT, type TraceHeader, type TraceLine } from "./recorder.js";
import { read } from "./values.js";

export type { TraceOptions } from "../shared/types.js";
export type { TraceHeader, TraceSide } from "./recorder.js";

/** A message in a trace. */
export type TraceMessage = {
  /** Who posted it. */
  readonly from: "host" | "widget";
  /** As it was posted, masked as the trace is. */
  readonly message: {
    /** What the message is. */
    readonly type: string;
    /** Chosen by who sent it. */
    readonly messageId?: string | number;
    /** The payload, if any. */
    readonly data?: unknown;
  };
};

/** One input of a recorded session, and what came of it when it was fed in again. */
export type TraceStep = {
  /** The number of its line in the trace; the first one is 2. */
  readonly line: number;
  /** When it was recorded, in ms since the epoch. */
  readonly at: number;
  /** What came in, by the names that docs/trace.md lists. */
  readonly input: string;
  /** The input's fields. */
  readonly fields: readonly unknown[];
  /** The messages that crossed, in order. */
  readonly messages: readonly TraceMessage[];
  /** What came of it when it was recorded, as JSON; `trap` where the core trapped. */
  readonly recorded: string;
  /** What comes of it now. */
  readonly replayed: string;
  /** Whether both are the same, byte for byte. */
  readonly isSame: boolean;
};

/** A trace that is read. */
export type Trace = {
  /** Its first line. */
  readonly header: TraceHeader;
  /** Whether recording ended before the session did. */
  readonly isCut: boolean;
  /** Whether this package has the core that made the trace: another one may decide differently. */
  readonly isSameBuild: boolean;
  /** Feeds the inputs to fresh cores, one with each step that is taken. */
  steps(): Generator<TraceStep, void, undefined>;
};

/**
 * Reads a trace, with the half that its header names.
 *
 * @throws InvalidTrace for what is none.
 */
export function readTrace(text: string, halves: readonly Half[]): Trace {
  const [first = "", ...rest] = text.trimEnd().split(/\r?\n/);
  const header = json(first, 1) as Partial<TraceHeader>;
  if (header.trace !== "calling-widget-sdk" || header.format !== 1) {
    throw new InvalidTrace(1, 'it is no header of format 1: {"trace":"calling-widget-sdk","format":1,...}');
  }
  const half = halves.find(({ side }) => side === header.side);
  if (half === undefined) {
    throw new InvalidTrace(1, 'its side is neither "widget" nor "host"');
  }
  const isCut = rest[rest.length - 1] === CUT;
  const lines = (isCut ? rest.slice(0, -1) : rest).map((line, index) => lineOf(line, index + 2, half));
  return {
    header: header as TraceHeader,
    isCut,
    isSameBuild: header.build === half.build,
    steps: () => steps(lines, half),
  };
}

function* steps(lines: readonly TraceLine[], half: Half): Generator<TraceStep, void, undefined> {
  let door: Door<Dialect & { inputs: Record<string, unknown[]> }> | undefined;
  for (const [index, { at, in: given, full, out }] of lines.entries()) {
    const [input, ...fields] = given as [string, ...unknown[]];
    if (input === "start" || door === undefined) {
      door = new Door(half.start(), half.letters);
    }
    door.isFull = full === true;
    const inputs = fields.map((field, at) => inputOf(field, half.letters[input]?.[at] ?? ""));
    let outputs: readonly (readonly [string, ...unknown[]])[] = [];
    let replayed = "trap";
    try {
      outputs = door.take(at, input, inputs);
      replayed = JSON.stringify(outputs);
    } catch {
      // What follows begins with a fresh core, as it did when it was recorded.
    }
    const messages: TraceMessage[] = [];
    const other = half.side === "host" ? "widget" : "host";
    const came = input === "receive" || input === "inject" ? inputs[inputs.length - 1] : undefined;
    if (came !== undefined) {
      messages.push({ from: other, message: (came as Viewed).value as TraceMessage["message"] });
    }
    for (const [tag, draft] of outputs) {
      if (tag === "post") {
        messages.push({ from: half.side, message: door.resolve(draft as Draft) as TraceMessage["message"] });
      } else if (tag === "release") {
        door.release(draft as readonly number[]);
      }
    }
    const recorded = out === undefined ? "trap" : JSON.stringify(out);
    yield { line: index + 2, at, input, fields, messages, recorded, replayed, isSame: recorded === replayed };
  }
}

/** A field as the session is given it. */
function inputOf(field: unknown, letter: string): unknown {
  if (field === null) {
    return undefined;
  }
  if (letter.toLowerCase() !== "m") {
    return read(field);
  }
  const [[name, value] = ["message", undefined]] = Object.entries(field as object);
  const table = VALUE_TABLES[name as keyof typeof VALUE_TABLES] as Viewed["table"] | undefined;
  return { value: read(value), ...(table === undefined ? {} : { table }) } satisfies Viewed;
}

function lineOf(text: string, number: number, { letters }: Half): TraceLine {
  const { at, in: given, out, full } = json(text, number) as { [Name in keyof TraceLine]?: unknown };
  const [name, ...fields] = Array.isArray(given) ? (given as unknown[]) : [];
  const known = typeof name === "string" && Object.prototype.hasOwnProperty.call(letters, name) ? letters[name] : undefined;
  // What is beyond is no date.
  const isTime = typeof at === "number" && Math.abs(at) <= 8.64e15;
  if (!isTime || known === undefined || fields.length !== known.length || !(out === undefined || Array.isArray(out))) {
    throw new InvalidTrace(number, "it is no input of this version");
  }
  const isShown = (field: unknown, index: number): boolean =>
    known[index] !== "m" || (typeof field === "object" && field !== null && isObject(Object.values(field)[0]));
  if (!fields.every(isShown)) {
    throw new InvalidTrace(number, "a payload of it is no object");
  }
  return { at, in: given as unknown[], ...(full === true ? { full } : {}), ...(out === undefined ? {} : { out }) };
}

function isObject(value: unknown): boolean {
  return typeof value === "object" && value !== null;
}

function json(text: string, number: number): object {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    // Reported below.
  }
  if (typeof value !== "object" || value === null) {
    throw new InvalidTrace(number, "it is no object of JSON");
  }
  return value;
}

/** A text is no trace. */
export class InvalidTrace extends Error {
  constructor(line: number, why: string) {
    super(`line ${line} of the trace cannot be used: ${why}; pass the whole text of exportTrace()`);
  }
}
