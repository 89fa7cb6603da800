import { MAX_DEPTH } from "../generated/limits.js";
import { attempt } from "../shared/attempt.js";
import { isObject } from "../shared/plain.js";
import { OrderBook } from "../wasm/orders.js";
import type { Half } from "./half.js";
import { CUT, type TraceHeader, type TraceLine, type TraceSide } from "./recorder.js";
import { orderOf, read } from "./values.js";

export type { TraceHeader, TraceOptions, TraceSide } from "./recorder.js";

/** A message in a trace. */
export type TraceMessage = {
  /** The sender. */
  readonly from: "host" | "widget";
  /** The message as posted, masked like the trace. */
  readonly message: {
    /** The message's type. */
    readonly type: string;
    /** Chosen by the sender. */
    readonly messageId?: string | number;
    /** The payload, if any. */
    readonly data?: unknown;
  };
};

/** One input of a recorded session, with its outputs then and in the replay. */
export type TraceStep = {
  /** The number of its line in the trace; the first one is 2. */
  readonly line: number;
  /** The time of the recording, in ms since the epoch. */
  readonly at: number;
  /** The input's name. */
  readonly input: string;
  /** The input's fields. */
  readonly fields: readonly unknown[];
  /** The messages that crossed, in order. */
  readonly messages: readonly TraceMessage[];
  /** The recorded orders of the core, as JSON; `trap` where the core trapped. */
  readonly recorded: string;
  /** The orders of the replay. */
  readonly replayed: string;
  /** True if both are the same, byte for byte. */
  readonly isSame: boolean;
};

/** A parsed trace. */
export type Trace = {
  /** The first line. */
  readonly header: TraceHeader;
  /** True if recording ended before the session did. */
  readonly isCut: boolean;
  /** True if this package has the core that made the trace: another one may decide differently. */
  readonly isSameBuild: boolean;
  /** Feeds the inputs to fresh cores, one per step. */
  steps(): Generator<TraceStep, void, undefined>;
};

/**
 * Reads a trace, with the half that its header names.
 *
 * @throws InvalidTrace for any other text.
 */
export function readTrace(text: string, halves: readonly Half[]): Trace {
  const [first = "", ...rest] = text.trimEnd().split(/\r?\n/);
  const header = json(first, 1) as Partial<TraceHeader>;
  const isBuild = typeof header.build === "string" && /^[\w.-]{0,64}$/.test(header.build);
  if (header.trace !== "calling-widget-sdk" || header.format !== 2 || !isBuild || typeof header.isMasked !== "boolean") {
    throw new InvalidTrace(1, 'it is no header of format 2: {"trace":"calling-widget-sdk","format":2,...}');
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
  const book = new OrderBook<Record<string, (...args: unknown[]) => void>>();
  let core: Readonly<Record<string, (at: number, ...fields: unknown[]) => void>> | undefined;
  for (const [index, { at, in: given, out }] of lines.entries()) {
    const [input, ...recordedFields] = given as [string, ...unknown[]];
    if (input === "start" || core === undefined) {
      core = half.start(book.orders) as NonNullable<typeof core>;
    }
    const fields = recordedFields.map((field) => (field === null ? undefined : read(field)));
    let orders: readonly (readonly unknown[])[] = [];
    let replayed = "trap";
    try {
      core[input]?.(at, ...fields);
      orders = book.take();
      replayed = listed(orders);
    } catch {
      // The recording ends here, unless a host was loaded again: the next line is a start then.
      book.take();
    }
    const messages: TraceMessage[] = [];
    const other = half.side === "host" ? "widget" : "host";
    const take = (from: TraceSide, message: unknown): void => {
      // A value without a type is no message, though a page may post it.
      if (isObject(message) && typeof message["type"] === "string") {
        messages.push({ from, message: message as TraceMessage["message"] });
      }
    };
    if (input === "receive" || input === "inject") {
      take(other, fields[fields.length - 1]);
    }
    for (const [tag, message] of orders) {
      if (tag === "post") {
        take(half.side, message);
      }
    }
    // In the form of the replay: what JSON lacks has several.
    const recorded = out === undefined ? "trap" : listed(out.map((order) => read(order) as readonly unknown[]));
    yield { line: index + 2, at, input, fields: recordedFields, messages, recorded, replayed, isSame: recorded === replayed };
  }
}

function listed(orders: readonly (readonly unknown[])[]): string {
  return JSON.stringify(orders.map(orderOf));
}

function lineOf(text: string, number: number, { inputs }: Half): TraceLine {
  const { at, in: given, out } = json(text, number) as { [Name in keyof TraceLine]?: unknown };
  const [name, ...fields] = Array.isArray(given) ? (given as unknown[]) : [];
  const known = typeof name === "string" && Object.prototype.hasOwnProperty.call(inputs, name) ? inputs[name] : undefined;
  // Larger values are no dates.
  if (!(typeof at === "number" && at >= 0 && at <= 8.64e15)) {
    throw new InvalidTrace(number, "its time is none: give ms since the epoch");
  }
  if (known === undefined || fields.length !== known.length || !(out === undefined || (Array.isArray(out) && out.every(Array.isArray)))) {
    throw new InvalidTrace(number, "it is no input of this version");
  }
  for (const [index, field] of fields.entries()) {
    const letter = known[index] ?? "";
    if (!(field === null && letter !== letter.toLowerCase()) && !FITS[letter.toLowerCase()]?.(field)) {
      throw new InvalidTrace(number, letter.toLowerCase() === "m" ? "a payload of it is no object" : `its field ${index + 1} is of another kind`);
    }
    if (letter.toLowerCase() === "m" && field !== null && !isTyped(field as object)) {
      throw new InvalidTrace(number, "the type of its message is no text");
    }
  }
  return { at, in: given as unknown[], ...(out === undefined ? {} : { out }) };
}

/** The checks of fields by their letters. */
const FITS: Readonly<Record<string, (field: unknown) => boolean>> = {
  b: (field) => typeof field === "boolean",
  l: (field) => Array.isArray(field) && field.every((item) => typeof item === "string"),
  m: isObject,
  // A number that JSON lacks is an object.
  n: (field) => typeof field === "number" || isObject(field),
  s: (field) => typeof field === "string",
};

/** True if a payload's type could be recorded: a message's type that is no text is a symbol there. */
function isTyped(payload: object): boolean {
  const { type } = read(payload) as { type?: unknown };
  return /^(?:string|symbol|undefined)$/.test(typeof type);
}

function json(text: string, number: number): object {
  if (isTooDeep(text)) {
    throw new InvalidTrace(number, `it nests deeper than ${MAX_NESTING} levels`);
  }
  const value = attempt(() => JSON.parse(text) as unknown);
  if (!isObject(value)) {
    throw new InvalidTrace(number, "it is no object of JSON");
  }
  return value;
}

/** True if JSON nests deeper than any that is recorded: its reader would run out of stack. */
function isTooDeep(text: string): boolean {
  let depth = 0;
  let isText = false;
  for (let at = 0; at < text.length && depth <= MAX_NESTING; at += 1) {
    const sign = text[at] ?? "";
    if (isText && sign === "\\") {
      at += 1;
    } else if (sign === '"') {
      isText = !isText;
    } else if (!isText) {
      depth += "[{".includes(sign) ? 1 : "]}".includes(sign) ? -1 : 0;
    }
  }
  return depth > MAX_NESTING;
}

/** An object of a payload may be written as three levels. */
const MAX_NESTING = 4 * MAX_DEPTH;

/** Thrown for a text that is no trace. */
export class InvalidTrace extends Error {
  constructor(line: number, why: string) {
    super(`line ${line} of the trace cannot be used: ${why}; pass the whole text of exportTrace()`);
  }
}
