import type { EngagementRecord, RecordStore } from "./records.js";

/** How many engagements are kept; the store has them all. */
const MAX_KNOWN = 256;

/** The record store as the session asks it, and the engagements it named last. */
export class Engagements {
  private known = new Map<string, EngagementRecord>();

  constructor(
    private readonly store: RecordStore,
    private readonly changed: (all: readonly EngagementRecord[]) => void,
  ) {}

  /** Calls a method of the store by its name. */
  ask(method: string, args: unknown[]): unknown {
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
    return isPromise(answer) ? answer.then(note) : note(answer);
  }

  /** What cannot be read again stays as it was known: it was published all the same. */
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

function isPromise(value: unknown): value is PromiseLike<unknown> {
  return typeof (value as Partial<PromiseLike<unknown>> | null | undefined)?.then === "function";
}

function isRecord(value: unknown): value is EngagementRecord {
  return typeof value === "object" && value !== null && "id" in value && "onTimeline" in value;
}
