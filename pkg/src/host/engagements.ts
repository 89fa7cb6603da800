import type { EngagementRecord, RecordStore, StoreRequest } from "./records.js";
import type { HostOptions } from "./types.js";

/** The number of engagements retained; the store has them all. */
const MAX_KNOWN = 256;

/** The session's access to the record store, and the engagements it named last. */
export class Engagements {
  private known = new Map<string, EngagementRecord>();

  constructor(
    private readonly store: RecordStore,
    private readonly changed: (all: readonly EngagementRecord[]) => void,
    private readonly authorize?: HostOptions["authorize"],
  ) {}

  /** Calls a method of the store by its name, where the page allows it. */
  ask(method: string, given: unknown[]): unknown {
    const args = asStored(method, given);
    if (this.authorize === undefined) {
      return this.call(method, args);
    }
    const decide = (answer: unknown): unknown => {
      if (answer !== true) {
        throw new Error(`the host does not allow ${method}`);
      }
      return this.call(method, args);
    };
    const names = ["method", ...(FIELDS[method as StoreRequest["method"]] as readonly string[])];
    const request: unknown = Object.fromEntries([method, ...args].map((value, at) => [names[at], value]));
    const answer: unknown = this.authorize(request as StoreRequest);
    return after(answer, decide);
  }

  private call(method: string, args: unknown[]): unknown {
    if (method === "adoptEngagement" && this.store.adoptEngagement === undefined) {
      return undefined;
    }
    const methods = this.store as unknown as Record<string, (...args: unknown[]) => unknown>;
    const answer = methods[method]?.apply(this.store, args);
    const [id] = args;
    const note = (value: unknown): unknown => {
      this.note(method === "publishEngagement" ? this.readAgain(id as number) : value);
      return value;
    };
    return after(answer, note);
  }

  /** Undefined if it cannot be read, which leaves the record as known: it was published all the same. */
  private readAgain(id: number): unknown {
    try {
      return this.store.readEngagement(id);
    } catch {
      return undefined;
    }
  }

  private note(value: unknown): void {
    if (isPromise(value)) {
      value.then((later) => { this.note(later); }, () => undefined);
      return;
    }
    if (isRecord(value)) {
      this.known.set(String(value.id), value);
      const [oldest] = this.known.keys();
      if (this.known.size > MAX_KNOWN && oldest !== undefined) {
        this.known.delete(oldest);
      }
      this.changed([...this.known.values()]);
    }
  }
}

/** The names of each method's arguments in a request. */
const FIELDS: { readonly [M in StoreRequest["method"]]: readonly Exclude<keyof Extract<StoreRequest, { method: M }>, "method">[] } = {
  createEngagement: ["input"],
  adoptEngagement: ["engagementId", "input"],
  updateEngagement: ["engagementId", "properties"],
  completeEngagement: ["engagementId", "outcome"],
  associateEngagement: ["engagementId", "to"],
  matchCallerId: ["phoneNumber"],
  publishEngagement: ["engagementId", "externalCallId"],
};

/** A method's arguments in the types of a store, whatever the app sends. */
function asStored(method: string, args: unknown[]): unknown[] {
  const [first, second] = args;
  switch (method) {
    case "createEngagement":
      return [withNumbers(first as object)];
    case "adoptEngagement":
      return [first, withNumbers(second as object)];
    case "updateEngagement":
      return [first, asTexts(second as object)];
    case "matchCallerId":
      return [String(first)];
    default:
      return args;
  }
}

/** An engagement's input with the phones' numbers as texts. */
function withNumbers(input: object): unknown {
  const fields = Object.entries(input).map(([name, value]: [string, unknown]) => [name, name.endsWith("Number") ? String(value) : value]);
  return Object.fromEntries(fields);
}

/** Properties as texts, as the platform stores them; null empties one, and what JSON lacks is left out. */
function asTexts(properties: object): Record<string, string> {
  const texts = Object.entries(properties).flatMap(([name, value]): [string, string][] => {
    if (!IN_JSON.has(Object.prototype.toString.call(value).slice(8, -1))) {
      return [];
    }
    const json = JSON.stringify(value ?? "", (_, part: unknown) => (typeof part === "bigint" ? String(part) : part));
    // A text, or a date, without its quotes.
    const plain: unknown = JSON.parse(json);
    return plain === null ? [] : [[name, typeof plain === "string" ? plain : json]];
  });
  return Object.fromEntries(texts);
}

/** The kinds of values that JSON has, or writes as a text. */
const IN_JSON: ReadonlySet<string> = new Set(["Array", "BigInt", "Boolean", "Date", "Null", "Number", "Object", "String"]);

/** Continues with an answer, at once or when it settles. */
function after(answer: unknown, next: (value: unknown) => unknown): unknown {
  return isPromise(answer) ? Promise.resolve(answer).then(next) : next(answer);
}

/** True for a promise, or anything like one. */
export function isPromise(value: unknown): value is PromiseLike<unknown> {
  return typeof (value as Partial<PromiseLike<unknown>> | null | undefined)?.then === "function";
}

function isRecord(value: unknown): value is EngagementRecord {
  return typeof value === "object" && value !== null && "id" in value && "onTimeline" in value;
}
