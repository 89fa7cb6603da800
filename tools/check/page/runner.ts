import { danglingReference, filledIn, mismatch, quoted, type Scope } from "./match";
import type { Posts } from "./posts";
import type { Results } from "./results";
import { isObject } from "./rules";
import type { Step } from "./vectors";

/** The host's end of a session, which the check plays. */
export interface Stage {
  readonly posts: Posts;
  /** Values that patterns may refer to, besides the messages that steps name. */
  readonly facts: Readonly<Record<string, object>>;
  /** Carries out a step; `message` is the step's, filled in. Returns the reason that the flow cannot go on, if any. */
  act(step: Step, message: unknown): Promise<string | undefined>;
}

/** Passes once the widget has sent something at an index or later: until then it may be gone. */
interface Pending {
  ids: readonly string[];
  from: number;
}

type Side = "host" | "widget";

/** Runs the steps of flows on a stage, and decides their requirements. */
export class Runner {
  private readonly messages = new Map<string, unknown>();
  /** The indexes of the named messages. */
  private readonly places = new Map<string, number>();
  private readonly pending: Pending[] = [];
  /** The reason that a message which a step would have named is absent. */
  private readonly absent = new Map<string, string>();

  /** @param missed - The types that did not come, and true for those that never did: these get a short wait. */
  constructor(
    private readonly stage: Stage,
    readonly results: Results,
    private readonly missed: Map<string, boolean>,
  ) {}

  /** Runs a step; returns the reason that the flow cannot go on, if any. */
  async take(step: Step): Promise<string | undefined> {
    const { posts } = this.stage;
    if (step.expect !== undefined) return this.expect(step, "widget", step.expect);
    if (step.sent !== undefined) return this.expect(step, "host", step.sent);
    if (step.never !== undefined) await this.never(step, step.never);
    else if (step.check !== undefined) this.check(step, step.check);
    else if (step.do === "wait") {
      await passed(step.ms);
      this.name(step, undefined, posts.all.length - 1);
    } else if (step.do !== undefined) return this.act(step);
    return undefined;
  }

  /** Marks the requirements of the steps as not seen. */
  skip(steps: readonly Step[], why: string): void {
    for (const step of steps) this.results.notSeen(step.for, why);
  }

  /** Ends the flow: pending requirements pass if the widget sent something since, and are not seen otherwise. */
  settle(): void {
    const last = this.stage.posts.all.findLastIndex(({ by }) => by === "widget");
    for (const { ids, from } of this.pending) {
      if (last >= from) this.results.passed(ids);
      else this.results.notSeen(ids, "the widget sent nothing any more");
    }
  }

  private async act(step: Step): Promise<string | undefined> {
    const why = await this.stage.act(step, filledIn(step.message, this.scope));
    if (why !== undefined) this.results.failed(step.for, why);
    return step.orNotSeen === true ? undefined : why;
  }

  private async expect(step: Step, by: Side, pattern: unknown): Promise<string | undefined> {
    const { posts } = this.stage;
    const lacking = this.lacking(step, pattern);
    if (lacking !== undefined) {
      return this.isAbsent(step, lacking);
    }
    // The check's own messages may come before the message that was expected last.
    const from = this.after(step) ?? (by === "widget" ? posts.next : posts.start);
    const name = nameOf(pattern);
    const { withinMs: usual = 0 } = step;
    const withinMs = this.missed.get(name) === true ? Math.min(usual, AGAIN_MS) : usual;
    const at = await this.find(by, pattern, from, withinMs);
    if (at === undefined) {
      if (step.orNotSeen !== true) this.missed.set(name, this.missed.get(name) !== false);
      return this.miss(step, this.absence(by, pattern, from, withinMs));
    }
    this.missed.set(name, false);
    if (by === "widget") posts.next = Math.max(posts.next, at + 1);
    this.name(step, posts.all[at]?.message, at);
    this.results.passed(step.for);
    // The host receives a message after the stage: the next step needs it to know.
    await passed(0);
    return undefined;
  }

  /** The index of a side's next message that matches. */
  private async find(by: Side, pattern: unknown, from: number, withinMs: number): Promise<number | undefined> {
    const { posts } = this.stage;
    const until = Date.now() + withinMs;
    for (let at = from; ; at += 1) {
      while (at >= posts.all.length) {
        const ms = until - Date.now();
        if (ms <= 0) return undefined;
        await posts.more(ms);
      }
      const post = posts.all[at];
      if (post?.by === by && mismatch(pattern, post.message, this.scope) === undefined) return at;
    }
  }

  private async never(step: Step, pattern: unknown): Promise<void> {
    const { posts } = this.stage;
    const lacking = this.lacking(step, pattern);
    if (lacking !== undefined) {
      this.results.notSeen(step.for, lacking);
      return;
    }
    const from = this.after(step) ?? posts.next;
    await passed(step.duringMs);
    const found = posts.all
      .slice(from)
      .filter(({ message }) => !this.results.blamed.has(message))
      .filter(({ by, message }) => (by === "widget" || (by === "toStranger" && step.alsoTo === "stranger")) && mismatch(pattern, message, this.scope) === undefined)
      .map(({ message }) => message);
    if (found.length > 0) this.results.failed(step.for, `the widget sent ${quoted(found[0])}`, found);
    else if (step.for !== undefined) this.pending.push({ ids: step.for, from });
  }

  private check(step: Step, name: string): void {
    const lacking = this.messages.has(name) ? this.lacking(step, step.matches) : (this.absent.get(name) ?? `there is no ${name} to look at`);
    const message = this.messages.get(name);
    const why = lacking === undefined ? mismatch(step.matches, message, this.scope) : undefined;
    if (lacking !== undefined) this.results.notSeen(step.for, lacking);
    else if (why === undefined) this.results.passed(step.for);
    else this.results.failed(step.for, why, [message]);
  }

  /** The reason that a step's reference is missing; undefined if all are there. */
  private lacking({ from }: Step, pattern: unknown): string | undefined {
    if (from !== undefined && this.absent.has(from)) return this.absent.get(from);
    const reference = danglingReference(pattern, this.scope);
    return reference === undefined ? undefined : (this.absent.get(reference.split(".")[0] ?? "") ?? `there is no ${reference} to look at`);
  }

  /** Decides about a message that did not come; returns the reason if the flow ends. */
  private miss(step: Step, why: string): string | undefined {
    const { for: ids, orNotSeen = false } = step;
    if (orNotSeen === false) this.results.failed(ids, why);
    return this.isAbsent(step, why);
  }

  /** Marks requirements that depend on an absent message as not seen. */
  private isAbsent({ as, for: ids, orEnd, orNotSeen }: Step, why: string): string | undefined {
    if (as !== undefined) this.absent.set(as, why);
    this.results.notSeen(ids, why);
    if (Array.isArray(orNotSeen)) this.results.notSeen(orNotSeen as readonly string[], why);
    return orEnd === true ? why : undefined;
  }

  /** The reason that no message matches: the nearest one of the type, or none at all. */
  private absence(side: Side, pattern: unknown, from: number, withinMs: number): string {
    const { type } = pattern as { type?: unknown };
    const wanted = nameOf(pattern);
    const nearest = this.stage.posts.all.slice(from).find(({ by, message }) => by === side && mismatch({ type }, message, this.scope) === undefined);
    return nearest === undefined ? `the ${side} sent no ${wanted} within ${withinMs / 1000} s` : `${wanted}: ${mismatch(pattern, nearest.message, this.scope) ?? ""}`;
  }

  /** The index from which a step searches, if it has a `from`. */
  private after({ from }: Step): number | undefined {
    const place = from === undefined ? undefined : this.places.get(from);
    return place === undefined ? undefined : Math.max(place + 1, this.stage.posts.start);
  }

  private name({ as }: Step, message: unknown, at: number): void {
    if (as === undefined) return;
    this.messages.set(as, message);
    this.places.set(as, at);
  }

  private get scope(): Scope {
    const { facts, posts } = this.stage;
    const own = posts.all.slice(posts.start).flatMap(({ by, message }) => (by === "host" && isObject(message) ? [message] : []));
    return {
      named: new Map([...this.messages, ...Object.entries(facts)]),
      sentIds: (type) => own.filter((message) => message["type"] === type).map(({ messageId }) => messageId),
    };
  }
}

/** The types of a pattern's messages. */
function nameOf(pattern: unknown): string {
  const { type } = pattern as { type?: unknown };
  const any: unknown = isObject(type) ? type["$any"] : [type];
  return Array.isArray(any) && any.every((one) => typeof one === "string") ? any.join(" or ") : "message";
}

async function passed(ms = 0): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, ms));
}

/** The wait for a message whose type failed to come before. */
const AGAIN_MS = 2000;
