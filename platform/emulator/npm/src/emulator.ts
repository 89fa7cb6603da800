import { randomBytes } from "node:crypto";
import { createReadStream } from "node:fs";
import { readFile } from "node:fs/promises";
import { setTimeout as wait } from "node:timers/promises";

import { EmulatorError } from "./failure.js";
import { closed, Instance, type Contents, type PlatformAnswer, type PlatformRequest, type SeedText, type Setup, type Time } from "./instance.js";
import type { NewApp, Seed } from "./seed.js";
import { listen, type Listening } from "./server.js";
import { readSite } from "./site.js";

/** Options of an emulator. */
export type EmulatorOptions = {
  /** Answers as the reference says, or with the statuses that the service's own clients expect. `"spec"` if left out. */
  profile?: "spec" | "vendor" | undefined;
  /**
   * A whole number, 0 or more, makes identifiers and tokens the same each time. An object, or
   * the path of a JSON file with one, is every namespace's initial data, besides the
   * platform's own.
   */
  seed?: Seed | number | string | undefined;
  /** The source of time: the system, or a clock that stands still at the start of 2026 until it is moved. `"real"` if left out. */
  clock?: "fixed" | "real" | undefined;
  /** A port of this machine to serve on; with 0 the system chooses one. Without it nothing listens, and `fetch` alone answers. */
  port?: number | undefined;
  /** Origins whose pages may ask, such as `http://localhost:3000`. */
  allowOrigins?: readonly string[] | undefined;
  /**
   * A folder with a page's files, which are served for paths that are no endpoint's: those
   * present at the start, and no others. Such a page may ask the platform, and has the
   * content security policy of the demo's record page.
   */
  site?: URL | string | undefined;
};

/** Faults that a test switches on, for the platform's endpoints. */
export type Faults = {
  /** The only route affected, as the OpenAPI document writes it; every one if left out. */
  route?: string | undefined;
  /** The status answered instead, 400 to 599. */
  status?: number | undefined;
  /** The number of requests affected; unlimited if left out. */
  times?: number | undefined;
  /** The delay of an answer, in ms. */
  latencyMs?: number | undefined;
  /** The time after which a refusal allows a retry, in seconds. */
  retryAfterS?: number | undefined;
  /** The number of requests answered per interval. */
  rateLimit?: { max: number; policy?: "DAILY" | "SECONDLY" | "TEN_SECONDLY_ROLLING" | undefined } | undefined;
};

/** A received request, without its secret or personal parts. */
export type LoggedRequest = {
  /** The time of the answer, by the system's clock; an ISO date-time. */
  at: string;
  /** The namespace; empty for a request that was refused before it was read. */
  namespace: string;
  /** The method. */
  method: string;
  /** The route's pattern, such as `/crm/v3/objects/{objectType}`. */
  route: string;
  /** The path with its identifiers; `*` stands for every other value. */
  path?: string;
  /** The status of the answer. */
  status: number;
  /** The reason of a refusal. */
  reason?: string;
  /** The answer's identifier. */
  correlationId: string;
  /** The duration, in ms. */
  durationMs: number;
};

/** The clock of an emulator. */
export type EmulatorClock = {
  /** The time, in ms since the epoch. */
  now(): Promise<number>;
  /** Moves the time forward by so many ms, ten years at most, and returns the new time. */
  advance(ms: number): Promise<number>;
};

/** The faults of an emulator. */
export type EmulatorFaults = {
  /** Switches faults on, in place of the earlier ones. */
  set(faults: Faults): Promise<void>;
  /** Reads the active faults. */
  read(): Promise<Faults>;
  /** Switches every fault off. */
  clear(): Promise<void>;
};

/** A platform with separate data, in this process. `await using` closes it. */
export interface Emulator extends AsyncDisposable {
  /** Its address without a slash at the end; `http://localhost` without a port. */
  readonly url: string;
  /** Its clock. */
  readonly clock: EmulatorClock;
  /** Its faults. */
  readonly faults: EmulatorFaults;
  /**
   * Answers a request without a socket. Only path and query of the address count, so a request to any
   * address can be passed on. A redirect is answered, not followed.
   */
  readonly fetch: (input: Request | URL | string, init?: RequestInit) => Promise<Response>;
  /** Resets everything to the start; after a trap in a fresh instance. */
  reset(): Promise<void>;
  /** Stores the data under a name, `default` if left out: 1 to 40 small letters, digits or hyphens. */
  snapshot(name?: string): Promise<void>;
  /** Restores the data stored under a name. */
  restore(name?: string): Promise<void>;
  /** Registers an app, or replaces its registration. */
  register(app: NewApp): Promise<void>;
  /** An access token of the CRM's page: valid for half an hour, and for every record. */
  readonly accessToken: () => Promise<string>;
  /** The received requests, oldest first, up to 1000; masked, so printable. Requests of this object are not among them. */
  requests(): Promise<LoggedRequest[]>;
  /** Stops listening and releases the memory; harmless when repeated. */
  close(): Promise<void>;
}

/**
 * Starts an emulator in this process.
 *
 * @throws EmulatorError `INVALID_OPTION`, `INVALID_SEED`, `PORT_TAKEN` or `CANNOT_LISTEN`; nothing is started then.
 */
export async function createEmulator(options: EmulatorOptions = {}): Promise<Emulator> {
  const { port, seed, site } = options;
  const setup = setupOf(options, typeof seed === "number" ? seed : undefined);
  const contents = { seed: await textOf(seed), site: site === undefined ? [] : await readSite(site) };
  const local = new LocalEmulator(await openInstance(setup, contents), setup, contents);
  if (port !== undefined) {
    await local.listen(port);
  }
  return local;
}

class LocalEmulator implements Emulator {
  readonly clock: EmulatorClock = {
    now: () => this.#time(this.#control("GET", "/emulator/clock")),
    advance: (ms) => this.#time(this.#control("POST", "/emulator/clock", { advanceMs: ms })),
  };
  readonly faults: EmulatorFaults = {
    set: async (faults) => {
      await this.#control("POST", "/emulator/faults", faults);
    },
    read: async () => (await this.#control("GET", "/emulator/faults")) as Faults,
    clear: async () => {
      await this.#control("DELETE", "/emulator/faults");
    },
  };
  readonly accessToken = async (): Promise<string> => {
    const opened = (await this.#control("POST", "/emulator/host-page")) as { accessToken: string };
    return opened.accessToken;
  };
  readonly fetch = async (input: Request | URL | string, init?: RequestInit): Promise<Response> => {
    // The signal is read here: a page's in Node (jsdom) is none to Node's own classes.
    const { signal: own, ...rest } = init ?? {};
    const request = new Request(typeof input === "string" ? new URL(input, this.url) : input, rest);
    const signal = own === undefined ? request.signal : own;
    return signal === null ? this.#answer(request) : unlessAborted(signal, () => this.#answer(request));
  };
  #instance: Instance | undefined;
  #listening: Listening | undefined;
  readonly #setup: Setup;
  readonly #contents: Contents;

  constructor(instance: Instance, setup: Setup, contents: Contents) {
    this.#instance = instance;
    this.#setup = setup;
    this.#contents = contents;
  }

  get url(): string {
    const port = this.#listening?.port;
    return port === undefined ? "http://localhost" : `http://localhost:${port}`;
  }

  async listen(port: number): Promise<void> {
    const { limits } = this.#open();
    this.#listening = await listen({ limits, send: (request) => this.#send(request) }, port);
  }

  async #answer(request: Request): Promise<Response> {
    const { method, url } = request;
    const { pathname, search } = new URL(url);
    const headers: [string, string][] = [...request.headers];
    if (!request.headers.has("host")) {
      headers.push(["host", new URL(this.url).host]);
    }
    const sent = new Uint8Array(await request.arrayBuffer());
    const answer = await this.#send({ method, target: pathname + search, headers, body: sent, isBodyLate: false });
    const { status, body } = answer;
    const isBodiless = method === "HEAD" || status === 204 || status === 304;
    return new Response(isBodiless ? null : body, { status, headers: answer.headers });
  }

  async reset(): Promise<void> {
    await this.#control("POST", "/emulator/reset");
  }

  async snapshot(name = "default"): Promise<void> {
    await this.#control("POST", "/emulator/snapshot", { name });
  }

  async restore(name = "default"): Promise<void> {
    await this.#control("POST", "/emulator/restore", { name });
  }

  async register({ appId, ...app }: NewApp): Promise<void> {
    await this.#control("POST", `/emulator/apps/${encodeURIComponent(appId)}`, app);
  }

  async requests(): Promise<LoggedRequest[]> {
    const { results } = (await this.#control("GET", "/emulator/log.json")) as { results: LoggedRequest[] };
    return results.reverse().filter(({ correlationId }) => !this.#own.has(correlationId));
  }

  async close(): Promise<void> {
    const listening = this.#listening;
    this.#listening = undefined;
    this.#instance?.close();
    this.#instance = undefined;
    await listening?.close();
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  /** The correlation ids of this object's own requests, as many as the log may have. */
  readonly #own = new Set<string>();

  async #control(method: string, target: string, body?: unknown): Promise<unknown> {
    return this.#ask(method, target, body, ["x-emulator-control", "1"]);
  }

  async #ask(method: string, target: string, body: unknown, header: [string, string]): Promise<unknown> {
    const sent = body === undefined ? new Uint8Array() : new TextEncoder().encode(JSON.stringify(body));
    const answer = await this.#send({
      method,
      target,
      headers: [
        ["host", new URL(this.url).host],
        ["content-type", "application/json"],
        header,
      ],
      body: sent,
      isBodyLate: false,
    });
    this.#remember(answer);
    const text = new TextDecoder().decode(answer.body);
    const found: unknown = text === "" ? undefined : JSON.parse(text);
    if (answer.status >= 400) {
      const { message } = found as { message?: string };
      throw new EmulatorError("REFUSED", message ?? `the emulator answered ${answer.status}`);
    }
    return found;
  }

  #remember({ headers }: PlatformAnswer): void {
    const id = headers.find(([name]) => name === "x-hubspot-correlation-id")?.[1];
    if (id !== undefined) {
      this.#own.add(id);
    }
    if (this.#own.size > MOST_OWN) {
      this.#own.delete(this.#own.values().next().value ?? "");
    }
  }

  async #time(time: Promise<unknown>): Promise<number> {
    const { nowMs } = (await time) as { nowMs: number };
    return nowMs;
  }

  async #send(request: PlatformRequest): Promise<PlatformAnswer> {
    const isReset = request.method === "POST" && request.target === "/emulator/reset";
    if (isReset && this.#open().isTrapped) {
      this.#instance = await openInstance(this.#setup, this.#contents);
    }
    return this.#open().send(request);
  }

  #open(): Instance {
    if (this.#instance === undefined) {
      throw closed();
    }
    return this.#instance;
  }
}

/** Rejects once the signal is aborted; the request itself goes on. */
async function unlessAborted<T>(signal: AbortSignal, ask: () => Promise<T>): Promise<T> {
  let stop: (() => void) | undefined;
  const aborted = new Promise<never>((_, reject) => {
    stop = () => reject((signal.reason ?? new DOMException("This operation was aborted", "AbortError")) as Error);
  });
  if (signal.aborted) {
    stop?.();
    return aborted;
  }
  signal.addEventListener("abort", stop as () => void);
  try {
    return await Promise.race([ask(), aborted]);
  } finally {
    signal.removeEventListener("abort", stop as () => void);
  }
}

function setupOf(options: EmulatorOptions, seed: number | undefined): Setup {
  const { profile = "spec", clock = "real", port, allowOrigins = [] } = options;
  for (const name of Object.keys(options)) {
    if (!OPTIONS.includes(name)) {
      throw invalid(name, `is no option: use ${OPTIONS.join(", ")}`);
    }
  }
  if (!["spec", "vendor"].includes(profile)) {
    throw invalid("profile", `is ${shown(profile)}: use "spec" or "vendor"`);
  }
  if (!["fixed", "real"].includes(clock)) {
    throw invalid("clock", `is ${shown(clock)}: use "fixed" or "real"`);
  }
  if (seed !== undefined && !(Number.isSafeInteger(seed) && seed >= 0)) {
    throw invalid("seed", `is ${shown(seed)}: use a whole number from 0 on`);
  }
  if (port !== undefined && !(Number.isInteger(port) && port >= 0 && port <= 65535)) {
    throw invalid("port", `is ${shown(port)}: use a whole number from 0 to 65535`);
  }
  if (!Array.isArray(allowOrigins)) {
    throw invalid("allowOrigins", `is ${shown(allowOrigins)}: use a list such as ["http://localhost:3000"]`);
  }
  for (const origin of allowOrigins as readonly unknown[]) {
    if (typeof origin !== "string" || !isOrigin(origin)) {
      throw invalid("allowOrigins", `has ${shown(origin)}: use origins such as "http://localhost:3000"`);
    }
  }
  return {
    isVendor: profile === "vendor",
    isFixed: clock === "fixed",
    seed: seed ?? null,
    randomKey: [...randomBytes(32)],
    origins: allowOrigins,
  };
}

/** A seed in the module's format. */
async function textOf(seed: Seed | number | string | undefined): Promise<SeedText> {
  if (seed === undefined || typeof seed === "number") {
    return { bytes: new Uint8Array() };
  }
  if (typeof seed !== "string") {
    return { bytes: new TextEncoder().encode(jsonOf(seed)) };
  }
  const chunks: Uint8Array[] = [];
  try {
    for await (const chunk of createReadStream(seed, { end: LONGEST_SEED })) {
      chunks.push(chunk as Uint8Array);
    }
  } catch (error) {
    throw new EmulatorError("INVALID_SEED", `${seed} cannot be read: ${error instanceof Error ? error.message : String(error)}`, { cause: error });
  }
  const bytes = Buffer.concat(chunks);
  // Empty text means no seed to the module.
  return { bytes: bytes.length === 0 ? new TextEncoder().encode(" ") : bytes, file: seed };
}

function jsonOf(seed: unknown): string {
  let json: unknown;
  try {
    json = JSON.stringify(seed);
  } catch {
    // A cycle, or a bigint: reported below.
  }
  if (typeof json !== "string") {
    throw new EmulatorError("INVALID_SEED", "the seed cannot be written as JSON: use an object of texts, numbers, lists and objects");
  }
  return json;
}

function isOrigin(text: string): boolean {
  return URL.canParse(text) && new URL(text).origin === text;
}

function invalid(option: string, message: string): EmulatorError {
  return new EmulatorError("INVALID_OPTION", `${option} ${message}`);
}

function shown(value: unknown): string {
  return String(typeof value === "string" ? JSON.stringify(value) : value).slice(0, LONGEST_SHOWN);
}

async function openInstance(setup: Setup, contents: Contents): Promise<Instance> {
  compiled ??= readFile(MODULE).then((bytes) => WebAssembly.compile(bytes));
  return Instance.open(await compiled, setup, contents, time);
}

/** The module, compiled once for all emulators of the process. */
let compiled: Promise<WebAssembly.Module> | undefined;

/** Taken now: a test may replace them, and the emulator has a separate clock to move. */
const time: Time = { now: Date.now, wait: (ms, signal) => wait(ms, undefined, { signal }) };

const MODULE = new URL("emulator.wasm", import.meta.url);

const OPTIONS: readonly string[] = ["allowOrigins", "clock", "port", "profile", "seed", "site"] satisfies (keyof EmulatorOptions)[];

const LONGEST_SHOWN = 100;

/** In bytes; one more is read, which the module refuses. */
const LONGEST_SEED = 16 * 1024 * 1024;

/** As many as the log has entries. */
const MOST_OWN = 1000;
