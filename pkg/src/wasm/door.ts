/**
 * The door to a session's engine, which runs in a separate module: one call in with a text,
 * one text out. `docs/architecture.md` shows both.
 */
import { SteadyClock } from "../shared/clock.js";
import { MAX_READ_TEXT, MESSAGE_TABLES, TABLES } from "../generated/door.js";
import type { SessionTrace } from "../shared/types.js";
import type { Draft, DraftObject, Viewed } from "./crossing.js";
import type { Instance } from "./instance.js";
import { Lines } from "./lines.js";
import { fromUtf8 } from "./text.js";

/** The dialect of a module: the fields of its inputs by name, its outputs. */
export type Dialect = { inputs: object; output: readonly [tag: string, ...rest: unknown[]] };

/** The answer of a kind among outputs. */
export function find<Output extends readonly [string, ...unknown[]], Tag extends Output[0]>(
  outputs: readonly Output[],
  tag: Tag,
): Extract<Output, readonly [Tag, ...unknown[]]> | undefined {
  return outputs.find((output): output is Extract<Output, readonly [Tag, ...unknown[]]> => output[0] === tag);
}

/** The door to one engine. */
export class Door<D extends Dialect> {
  /** The payloads that the engine may still name. */
  private readonly payloads = new Map<number, unknown>();
  private lastHandle = 0;
  private readonly lines = new Lines();
  /** The instance's memory, as of the last access. */
  private bytes = new Uint8Array();
  /** The clock of the engine's inputs. */
  clock = new SteadyClock();
  /** True if views have every field of a table, also those that only checks read. */
  isFull = false;

  /**
   * @param instance the module's instance.
   * @param letters the encoding of the fields of every input.
   * @param trace records inputs and outputs.
   */
  constructor(
    private instance: Instance,
    private readonly letters: Readonly<Record<keyof D["inputs"], string>>,
    private readonly trace?: SessionTrace,
  ) {}

  /**
   * Passes in one input, and returns the outputs in the order to carry them out.
   *
   * @throws the trap's error: the instance cannot be used any more.
   */
  process<Name extends keyof D["inputs"] & string>(
    name: Name,
    fields: D["inputs"][Name] & readonly unknown[],
  ): D["output"][] {
    const { trace } = this;
    const { now } = this.clock;
    trace?.enter(now, name, this.letters[name], fields, this.isFull);
    const outputs = this.take(now, name, fields);
    trace?.leave(outputs);
    return outputs;
  }

  /** Passes in an input of a given time; see {@link process}. */
  take(now: number, name: keyof D["inputs"] & string, fields: readonly unknown[]): D["output"][] {
    const { lines, instance } = this;
    const letters = this.letters[name];
    // While an object of the app's is read, its getter may call the SDK: an input within this one.
    const start = lines.length;
    try {
      lines.push(name);
      for (let at = 0; at < letters.length; at += 1) {
        this.write(lines, letters[at] ?? "", fields[at]);
      }
      const to = instance.reserve(lines.sizeFrom(start));
      lines.copyFrom(start, this.memory(), to);
    } finally {
      lines.cutAt(start);
    }
    return JSON.parse(this.text(instance.process(now))) as D["output"][];
  }

  /** The text of the panic that ended the instance, where the build has it. */
  panicText(): string {
    const { words } = this.instance;
    return words === undefined ? "" : this.text(words());
  }

  private text(from: number): string {
    const bytes = this.memory();
    let length = 0;
    for (let at = from + 3; at >= from; at -= 1) {
      length = length * 256 + (bytes[at] as number);
    }
    return fromUtf8(bytes, from + 4, from + 4 + length);
  }

  /** Growing memory detaches the old buffer. */
  private memory(): Uint8Array {
    const { buffer } = this.instance.memory;
    if (this.bytes.buffer !== buffer) {
      this.bytes = new Uint8Array(buffer);
    }
    return this.bytes;
  }

  /** The value of a draft. */
  resolve(draft: Draft): unknown {
    if (typeof draft !== "object" || draft === null) {
      return draft;
    }
    if (Array.isArray(draft)) {
      const [handle, ...path] = draft as [handle?: number | null, ...path: Draft[]];
      if (handle === null) {
        return path.map((item) => this.resolve(item));
      }
      let value = handle === undefined ? undefined : this.payloads.get(handle);
      for (const name of path) {
        value = (value as Record<string, unknown> | undefined)?.[name as string];
      }
      return value;
    }
    const fields = draft as DraftObject;
    const base = fields[""];
    const made: Record<string, unknown> = base === undefined ? {} : { ...(this.resolve(base) as object) };
    for (const name of Object.keys(fields)) {
      if (name !== "") {
        made[name] = this.resolve(fields[name] as Draft);
      }
    }
    return made;
  }

  /** Releases payloads that the engine no longer needs. */
  release(handles: readonly number[]): void {
    for (const handle of handles) {
      this.payloads.delete(handle);
    }
  }

  /** A payload that the engine may still name. */
  payload(handle: number): unknown {
    return this.payloads.get(handle);
  }

  /** Replaces a payload. */
  replace(handle: number, payload: unknown): void {
    this.payloads.set(handle, payload);
  }

  private write(lines: Lines, letter: string, field: unknown): void {
    const kind = letter.toLowerCase();
    if (kind !== letter) {
      lines.push(field === undefined ? "" : "1");
      if (field === undefined) {
        return;
      }
    }
    switch (kind) {
      case "m":
        this.view(lines, field as Viewed);
        return;
      case "l":
        names(lines, field as readonly string[]);
        return;
      case "b":
        lines.push(field === true ? "1" : "");
        return;
      default:
        lines.push(escaped(String(field)));
    }
  }

  /** Writes the view of a value. */
  private view(lines: Lines, viewed: Viewed): void {
    const { value, table } = viewed;
    const { isFull } = this;
    const handle = this.lastHandle + 1;
    this.lastHandle = handle;
    this.payloads.set(handle, value);
    viewed.handle = handle;
    lines.push(String(handle));
    if (table !== undefined) {
      lines.push(String(table[0]));
      fields(lines, value, table[1], isFull, isFull);
      return;
    }
    const { type, messageId, data } = value as { type?: unknown; messageId?: unknown; data?: unknown };
    const known = typeof type === "string" && Object.prototype.hasOwnProperty.call(MESSAGE_TABLES, type) ? MESSAGE_TABLES[type] : undefined;
    lines.push("");
    one(lines, type, true);
    one(lines, messageId, true);
    one(lines, data, false, known?.[0], isFull);
    if (known !== undefined && known[1] > 0) {
      fields(lines, value, known[0], isFull, isFull || known[1] === 2, ENVELOPE);
    }
  }
}

/** Writes the fields of an object that its table knows, and the names of others. */
function fields(
  lines: Lines,
  value: unknown,
  at: number,
  isFull: boolean,
  namesOthers: boolean,
  besides: readonly string[] = NO_NAMES,
): void {
  const table = TABLES[at] ?? [];
  const object = value as Readonly<Record<string, unknown>>;
  for (const field of table) {
    const isWhole = isFull || field[1] === 1;
    one(lines, object[field[0]], isWhole, isWhole ? field[2] : undefined, isFull, field[3]);
  }
  names(
    lines,
    namesOthers
      ? Object.keys(object).filter((name) => !besides.includes(name) && !table.some(([known]) => known === name))
      : NO_NAMES,
  );
}

/** Writes one value: its kind, and itself where it is read. */
function one(
  lines: Lines,
  value: unknown,
  isRead: boolean,
  inner?: number,
  isFull = false,
  isList?: 1,
): void {
  switch (typeof value) {
    case "undefined":
      lines.push("");
      return;
    case "boolean":
      lines.push(value ? "t" : "f");
      return;
    case "number":
      if (isRead) {
        lines.push(String(value), "n");
      } else {
        lines.push("N");
      }
      return;
    case "string":
      if (isRead && value.length <= MAX_READ_TEXT) {
        lines.push(escaped(value), "s");
      } else {
        lines.push("S");
      }
      return;
    case "object":
      break;
    default:
      lines.push(typeof value === "function" ? "F" : "X");
      return;
  }
  if (value === null) {
    lines.push("z");
  } else if (Array.isArray(value) || isList !== undefined) {
    const items = Object.values(value) as unknown[];
    if (inner === undefined || isList === undefined) {
      lines.push("L");
    } else {
      lines.push(`l${items.length}`);
      items.forEach((item) => {
        one(lines, item, true, inner, isFull);
      });
    }
  } else if (inner === undefined) {
    lines.push("O");
  } else {
    lines.push("o");
    fields(lines, value, inner, isFull, isFull);
  }
}

function names(lines: Lines, list: readonly string[]): void {
  lines.push(String(list.length));
  for (const name of list) {
    lines.push(escaped(name));
  }
}

/** A text on one line. */
function escaped(text: string): string {
  return /[\n\\]/.test(text) ? text.replace(/\\/g, "\\\\").replace(/\n/g, "\\n") : text;
}

const NO_NAMES: readonly string[] = [];
const ENVELOPE = ["type", "messageId", "data"];
