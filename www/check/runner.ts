import { danglingReference, filledIn, mismatch, quoted, type Scope } from "./match";
import type { Posts } from "./posts";
import type { Results } from "./results";
import { isObject, type Side } from "./rules";
import type { Step } from "./vectors";

/** The end of a session that the check plays. */
export interface Stage {
  /** The side at the other end. */
  readonly checked: Side;
  readonly posts: Posts;
  /** What patterns may refer to, besides the messages that steps name. */
  readonly facts: Readonly<Record<string, object>>;
  /** Who does what only a person can do; absent where no step asks for it. */
  readonly person?: { readonly ms: number; ask(text: string | undefined): void };
  /** Does what a step says; `message` is the step's, filled in. */
  act(step: Step, message: unknown): Acted | Promise<Acted>;
}

/** What came of an action: the message that the step names, or why the flow cannot go on. */
export interface Acted {
  posted?: object;
  why?: string | undefined;
}

/** What steps have named. */
export interface Names {
  messages: readonly (readonly [name: string, message: unknown])[];
  /** Where each is among what was posted. */
  places: readonly (readonly [name: string, at: number])[];
}

/** Takes the steps of flows on a stage, and decides what they are for. */
export class Runner {
  private readonly messages: Map<string, unknown>;
  private readonly places: Map<string, number>;

  constructor(
    private readonly stage: Stage,
    readonly results: Results,
    earlier?: Names,
  ) {
    this.messages = new Map(earlier?.messages);
    this.places = new Map(earlier?.places);
  }

  /** Takes a step; returns why the flow cannot go on, or nothing. */
  async take(step: Step): Promise<string | undefined> {
    const { checked, posts } = this.stage;
    if (step.expect !== undefined) return this.expect(step, checked, step.expect);
    if (step.sent !== undefined) return this.expect(step, checked === "host" ? "widget" : "host", step.sent);
    if (step.never !== undefined) await this.never(step, step.never);
    if (step.check !== undefined) this.check(step, step.check);
    if (step.do === "wait") {
      await passed(step.ms);
      this.name(step, undefined, posts.all.length - 1);
    } else if (step.do !== undefined) {
      const { posted, why } = await this.stage.act(step, filledIn(step.message, this.scope));
      if (posted !== undefined) this.name(step, posted, posts.all.length - 1);
      if (step.orNotSeen !== true) return why;
    }
    return undefined;
  }

  /** Has what the steps would decide as not seen. */
  skip(steps: readonly Step[], why: string): void {
    for (const step of steps) this.results.notSeen(step.for, why);
  }

  /** Whether a message that an earlier step named matches. */
  matches(name: string, pattern: unknown): boolean {
    return mismatch(pattern, this.messages.get(name), this.scope) === undefined;
  }

  get names(): Names {
    return { messages: [...this.messages], places: [...this.places] };
  }

  private async expect(step: Step, by: Side, pattern: unknown): Promise<string | undefined> {
    const { checked, person, posts } = this.stage;
    // What the check's own side sends may come before the message that was expected last.
    const from = this.after(step) ?? (by === checked ? posts.next : posts.start);
    person?.ask(step.ask);
    const withinMs = (step.ask === undefined ? step.withinMs : person?.ms) ?? 0;
    const at = await this.find(by, pattern, from, withinMs);
    person?.ask(undefined);
    if (at === undefined) return this.missed(step, this.absence(by, pattern, from, withinMs));
    if (by === checked) posts.next = Math.max(posts.next, at + 1);
    this.name(step, posts.all[at]?.message, at);
    this.results.passed(step.for);
    // The host hears a message after the stage: what is done next needs it to know.
    await passed(0);
    return undefined;
  }

  /** Where the next message of a side is that matches. */
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
    const { checked, posts } = this.stage;
    const from = this.after(step) ?? posts.next;
    await passed(step.duringMs);
    const found = posts.all
      .slice(from)
      .find(({ by, message }) => (by === checked || (by === "toStranger" && step.alsoTo === "stranger")) && mismatch(pattern, message, this.scope) === undefined);
    if (found === undefined) this.results.passed(step.for);
    else this.results.failed(step.for, `the ${checked} sent ${quoted(found.message)}`);
  }

  private check(step: Step, name: string): void {
    const missing = this.messages.has(name) ? danglingReference(step.matches, this.scope) : name;
    const why = missing === undefined ? mismatch(step.matches, this.messages.get(name), this.scope) : undefined;
    if (missing !== undefined) this.results.notSeen(step.for, `there is no ${missing} to look at`);
    else if (why === undefined) this.results.passed(step.for);
    else this.results.failed(step.for, why);
  }

  /** What comes of a message that did not come. */
  private missed({ ask, for: ids, goOn, orNotSeen = false }: Step, why: string): string | undefined {
    if (orNotSeen !== false) {
      if (orNotSeen !== true) this.results.notSeen(orNotSeen, why);
      return undefined;
    }
    const reason = ask === undefined ? why : `nobody did this in time: ${ask}`;
    if (ask === undefined) this.results.failed(ids, reason);
    else this.results.notSeen(ids, reason);
    return goOn === true ? undefined : reason;
  }

  /** Why no message fits: the nearest one of the type, or none at all. */
  private absence(side: Side, pattern: unknown, from: number, withinMs: number): string {
    const { type } = pattern as { type?: unknown };
    const any: unknown = isObject(type) ? type["$any"] : [type];
    const wanted = Array.isArray(any) && any.every((one) => typeof one === "string") ? any.join(" or ") : "message";
    const nearest = this.stage.posts.all.slice(from).find(({ by, message }) => by === side && mismatch({ type }, message, this.scope) === undefined);
    return nearest === undefined ? `the ${side} sent no ${wanted} within ${withinMs / 1000} s` : `${wanted}: ${mismatch(pattern, nearest.message, this.scope) ?? ""}`;
  }

  /** Where a step begins to look, if it says so by `from`. */
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
    const { checked, facts, posts } = this.stage;
    const own = posts.all.slice(posts.start).flatMap(({ by, message }) => (by !== checked && by !== "toStranger" && isObject(message) ? [message] : []));
    return {
      named: new Map([...this.messages, ...Object.entries(facts)]),
      sentIds: (type) => own.filter((message) => message["type"] === type).map(({ messageId }) => messageId),
    };
  }
}

async function passed(ms = 0): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, ms));
}
