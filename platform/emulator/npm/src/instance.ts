// The module's exports: plain functions of numbers. See `platform/emulator/src/web`.
import { EmulatorError } from "./failure.js";

/** Options of a platform, in the format of `platform/emulator/src/web`. */
export type Setup = {
  isVendor: boolean;
  isFixed: boolean;
  seed: number | null;
  randomKey: readonly number[];
  /** The address that clients use; the host that they name if left out. */
  address?: string;
  origins: readonly string[];
};

/** The initial contents of a platform. */
export type Contents = {
  seed: SeedText;
  /** The files that are served beside it. */
  site: readonly SiteFile[];
};

/** A file of a site. */
export type SiteFile = {
  /** The path within the site, such as `index.html`. */
  path: string;
  bytes: Uint8Array;
};

/** A seed as text. */
export type SeedText = {
  /** The text; empty for none. */
  bytes: Uint8Array;
  /** The seed's file. */
  file?: string;
};

/** A request, in full. */
export type PlatformRequest = {
  method: string;
  /** Path and query. */
  target: string;
  /** Names and values; a character is a byte. */
  headers: readonly (readonly [string, string])[];
  body: Uint8Array;
  /** True if the body did not come in time. */
  isBodyLate: boolean;
};

/** An answer, in full. */
export type PlatformAnswer = {
  status: number;
  headers: [string, string][];
  body: Uint8Array<ArrayBuffer>;
};

/** The module's report of its limits. */
export type Limits = { longestBody: number; bodyTimeoutMs: number; version: string };

/** The clock of an instance; its waits end early when the signal is aborted. */
export type Time = { now(): number; wait(ms: number, signal: AbortSignal): Promise<unknown> };

type Exports = {
  memory: WebAssembly.Memory;
  reserve(length: number): number;
  open(nowMs: number): number;
  send(nowMs: number): number;
  resume(ticket: number, nowMs: number): number;
  image(): number;
  restore(): number;
};

type Head = { status: number; headers: [string, string][] } | { ticket: number; waitMs: number };

/** One platform: an instance of the module with separate data. */
export class Instance {
  readonly limits: Limits;
  readonly #exports: Exports;
  readonly #time: Time;
  readonly #closing = new AbortController();
  #trap: unknown;

  private constructor(exports: Exports, setup: Setup, { seed, site }: Contents, time: Time) {
    this.#exports = exports;
    this.#time = time;
    const whole = { ...setup, site: site.map(({ path, bytes }) => ({ path, length: bytes.length })) };
    const body = joined([...site.map(({ bytes }) => bytes), seed.bytes]);
    const { head } = this.#call(encode(whole), body, () => exports.open(time.now()));
    const opened = head as Limits | { line: number | null; error: string };
    if ("error" in opened) {
      const { line, error } = opened;
      if (line === null) {
        throw new EmulatorError("INVALID_OPTION", `the platform cannot be opened: ${error}`);
      }
      throw new EmulatorError("INVALID_SEED", seed.file === undefined ? error : `${seed.file}:${line}: ${error}`);
    }
    this.limits = opened;
  }

  /** Opens a platform. */
  static async open(module: WebAssembly.Module, setup: Setup, contents: Contents, time: Time): Promise<Instance> {
    const { exports } = await WebAssembly.instantiate(module, {});
    return new Instance(exports as unknown as Exports, setup, contents, time);
  }

  /** True if a fault of the module ended it. */
  get isTrapped(): boolean {
    return this.#trap !== undefined;
  }

  /** Answers a request. */
  async send({ body, ...head }: PlatformRequest): Promise<PlatformAnswer> {
    let answer = this.#call(encode(head), body, () => this.#exports.send(this.#time.now()));
    for (;;) {
      const found = answer.head as Head;
      if (!("ticket" in found)) {
        return { ...found, body: answer.body };
      }
      const closing = this.#closing.signal;
      await this.#time.wait(found.waitMs, closing).catch(() => undefined);
      if (closing.aborted) {
        throw closed();
      }
      answer = this.#call(new Uint8Array(), new Uint8Array(), () => this.#exports.resume(found.ticket, this.#time.now()));
    }
  }

  /** Ends all waits. */
  close(): void {
    this.#closing.abort();
  }

  /** All data; empty while a request waits for them. */
  image(): Uint8Array<ArrayBuffer> {
    return this.#call(new Uint8Array(), new Uint8Array(), () => this.#exports.image()).body;
  }

  /** Replaces all data; returns the reason if they are of another version, or damaged. */
  restore(image: Uint8Array): string | undefined {
    const { head } = this.#call(new Uint8Array(), image, () => this.#exports.restore());
    return (head as { error?: string }).error;
  }

  #call(head: Uint8Array, body: Uint8Array, run: () => number): { head: unknown; body: Uint8Array<ArrayBuffer> } {
    if (this.isTrapped) {
      throw trapped(this.#trap);
    }
    const { memory } = this.#exports;
    try {
      const at = this.#exports.reserve(4 + head.length + body.length) >>> 0;
      const input = new Uint8Array(memory.buffer, at, 4 + head.length + body.length);
      new DataView(memory.buffer, at).setUint32(0, head.length, true);
      input.set(head, 4);
      input.set(body, 4 + head.length);
      const found = run() >>> 0;
      const lengths = new DataView(memory.buffer, found);
      const start = found + 8;
      const middle = start + lengths.getUint32(0, true);
      const end = middle + lengths.getUint32(4, true);
      // Copies: the next call writes its answer to the same place.
      const text = new TextDecoder().decode(new Uint8Array(memory.buffer, start, middle - start));
      return { head: JSON.parse(text), body: new Uint8Array(memory.buffer.slice(middle, end)) };
    } catch (error) {
      // An error leaves the module in an undefined state.
      this.#trap = error;
      throw trapped(error);
    }
  }
}

function encode(value: unknown): Uint8Array {
  return new TextEncoder().encode(JSON.stringify(value));
}

function joined(parts: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

export function closed(): EmulatorError {
  return new EmulatorError("CLOSED", "the emulator was closed: create another");
}

function trapped(cause: unknown): EmulatorError {
  return new EmulatorError("TRAPPED", "a fault of the emulator ended it, and its data are gone: `reset()` starts it afresh", { cause });
}
