import { isObject, tagOf } from "../shared/plain.js";
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
    return after(this.authorize(requestOf(method, args) as StoreRequest), decide);
  }

  private call(method: string, args: unknown[]): unknown {
    const methods = this.store as unknown as Record<string, (...args: unknown[]) => unknown>;
    const answer = methods[method]?.apply(this.store, args);
    const note = (value: unknown): unknown => {
      this.note(value);
      return value;
    };
    return after(answer, note);
  }

  private note(value: unknown): void {
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

/** A request to the store, for the page to allow. */
function requestOf(method: string, [first, second]: unknown[]): unknown {
  if (method === "matchCallerId") {
    return { method, phoneNumber: first };
  }
  return second === undefined ? { method, call: first } : { method, engagementId: first, call: second };
}

/** A method's arguments in the types of a store, whatever the app sends. */
function asStored(method: string, args: unknown[]): unknown[] {
  return args.map((arg) => (method === "matchCallerId" ? String(arg) : isObject(arg) ? asCall(arg) : arg));
}

/** A call with the phones' numbers and its properties as texts. */
function asCall(call: object): unknown {
  const text = (name: string, value: unknown): unknown => {
    if (name === "properties") {
      return asTexts(value as object);
    }
    return name.endsWith("Number") ? String(value) : value;
  };
  return Object.fromEntries(Object.entries(call).map(([name, value]: [string, unknown]) => [name, text(name, value)]));
}

/** Properties as texts, as the platform stores them; null empties one, and what JSON lacks is left out. */
function asTexts(properties: object): Record<string, string> {
  const texts = Object.entries(properties).flatMap(([name, value]): [string, string][] => {
    if (!IN_JSON.has(tagOf(value))) {
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

function isRecord(value: unknown): value is EngagementRecord & Record<string, unknown> {
  return isObject(value) && "id" in value && "onTimeline" in value;
}
