import { danglingReference, filledIn, mismatch, shown, type Scope } from "../check/match";
import { Results, type Result } from "../check/results";
import { isObject, payloadVerdict, type Verdict } from "../check/rules";
import type { Requirement } from "../check/vectors";
import { HOST_RULES, type Exchange } from "./rules";
import { Session } from "./session";
import { HOST_FLOWS, HOST_REQUIREMENTS, type HostFlow, type HostStep } from "./vectors";

/** What the run reports while it goes on. */
export interface RunListeners {
  flow(flow: HostFlow): void;
  /** A person has to do this; nothing while nobody has to do anything. */
  ask(text: string | undefined): void;
  result(result: Result): Promise<void>;
  /** Stores where the run is, and loads the page again. */
  reload(place: Place): void;
}

/** How the run goes. */
export interface RunOptions {
  /** The prefixes of the ids to report; every requirement without one. */
  only: readonly string[];
  /** How long a person has for each thing they are asked to do. */
  personMs: number;
}

/** Where a run is when the page is loaded again. */
export interface Place {
  flow: number;
  step: number;
  heard: Exchange;
  named: readonly (readonly [name: string, message: unknown])[];
  places: readonly (readonly [name: string, at: number])[];
  results: readonly Result[];
}

/** The requirements that a run reports. */
export function chosen({ only }: Pick<RunOptions, "only">): readonly Requirement[] {
  return HOST_REQUIREMENTS.filter(({ id }) => only.length === 0 || only.some((prefix) => id.startsWith(prefix)));
}

/** The flows in one session with the host, from their beginning or from where a reload was. */
export class Run {
  private readonly session: Session;
  private readonly results: Results;
  private readonly named: Map<string, unknown>;
  /** Where a named message is among what was posted. */
  private readonly places: Map<string, number>;
  private readonly reported: Set<string>;
  /** What comes from here on is expected next. */
  private cursor: number;

  constructor(
    private readonly options: RunOptions,
    private readonly listeners: RunListeners,
    private readonly place: Place | undefined,
  ) {
    this.session = new Session(place?.heard ?? []);
    this.results = new Results(place?.results);
    this.named = new Map(place?.named);
    this.places = new Map(place?.places);
    this.reported = new Set(place?.results.map(({ id }) => id));
    this.cursor = this.session.heard.length;
  }

  /** The origin of the host's page, once it posted something. */
  get origin(): string {
    return this.session.origin;
  }

  /** Goes on until all is decided; false where the page is loaded again first. */
  async go(): Promise<boolean> {
    let unopened: string | undefined;
    for (const [at, flow] of HOST_FLOWS.entries()) {
      const first = at === this.place?.flow ? this.place.step : 0;
      if (at < (this.place?.flow ?? 0) || !this.isNeeded(flow, at)) continue;
      this.listeners.flow(flow);
      const why = unopened ?? this.unmet(flow);
      const stopped = why === undefined ? await this.play(flow, at, first) : this.skip(flow.steps, why);
      if (stopped === "reload") return false;
      // A host that opens no session answers nothing else.
      if (at === 0 && stopped !== undefined) unopened = stopped;
      await this.report();
    }
    for (const { id, rule } of chosen(this.options)) {
      if (rule !== undefined) await this.listeners.result({ id, ...this.verdict(id, rule) });
    }
    return true;
  }

  /** Whether a flow decides something that is reported: the first opens the session, and a rule looks at every flow. */
  private isNeeded({ steps }: HostFlow, at: number): boolean {
    const wanted = chosen(this.options);
    return at === 0 || wanted.some(({ id, rule }) => rule !== undefined || steps.some((step) => step.for?.includes(id)));
  }

  /** Why a flow is not run; nothing where it is. */
  private unmet({ needs }: HostFlow): string | undefined {
    return needs === undefined || mismatch(needs.matches, this.named.get(needs.of), this.scope) === undefined ? undefined : needs.why;
  }

  /** Plays a flow from a step on; returns why it ended early. */
  private async play({ steps }: HostFlow, flow: number, first: number): Promise<string | undefined> {
    if (first === 0 && flow > 0) this.cursor = this.session.heard.length;
    for (const [at, step] of steps.entries()) {
      if (at < first) continue;
      if (step.do === "reload") {
        await this.report();
        this.listeners.reload({ flow, step: at + 1, heard: this.session.heard, named: [...this.named], places: [...this.places], results: this.results.all });
        return "reload";
      }
      const why = await this.take(step);
      if (why !== undefined) return this.skip(steps.slice(at), why);
    }
    return undefined;
  }

  /** Takes a step; returns why the flow cannot go on, or nothing. */
  private async take(step: HostStep): Promise<string | undefined> {
    const { session } = this;
    if (step.expect !== undefined) return this.expect(step, step.expect);
    if (step.never !== undefined) await this.never(step, step.never);
    if (step.check !== undefined) this.check(step, step.check);
    const message = filledIn(step.message, this.scope);
    switch (step.do) {
      case "acknowledge":
        this.name(step, session.acknowledge(), session.heard.length - 1);
        break;
      case "post":
        session.post(message);
        break;
      case "send":
        this.name(step, session.send(message as object), session.heard.length - 1);
        break;
      case "wait":
        await new Promise((resolve) => setTimeout(resolve, step.ms));
        this.name(step, undefined, session.heard.length - 1);
        break;
    }
    return undefined;
  }

  private async expect(step: HostStep, pattern: unknown): Promise<string | undefined> {
    this.listeners.ask(step.ask);
    const withinMs = step.ask === undefined ? (step.withinMs ?? 0) : this.options.personMs;
    const from = this.from(step) ?? this.cursor;
    const at = await this.next(pattern, from, withinMs);
    this.listeners.ask(undefined);
    if (at !== undefined) {
      this.cursor = Math.max(this.cursor, at + 1);
      this.name(step, this.session.heard[at]?.message, at);
      for (const id of step.for ?? []) this.results.passed(id);
      return undefined;
    }
    const why = step.ask === undefined ? this.absence(pattern, from, withinMs) : `nobody did this in time: ${step.ask}`;
    for (const id of step.for ?? []) {
      if (step.ask === undefined) this.results.failed(id, why);
      else this.results.notSeen(id, why);
    }
    return step.goOn === true ? undefined : why;
  }

  /** Where the next message of the host is that matches. */
  private async next(pattern: unknown, from: number, withinMs: number): Promise<number | undefined> {
    const { heard } = this.session;
    const until = Date.now() + withinMs;
    for (let at = from; ; at += 1) {
      while (at >= heard.length) {
        const ms = until - Date.now();
        if (ms <= 0) return undefined;
        await this.session.more(ms);
      }
      const next = heard[at];
      if (next?.by === "host" && mismatch(pattern, next.message, this.scope) === undefined) return at;
    }
  }

  private async never(step: HostStep, pattern: unknown): Promise<void> {
    const from = this.from(step) ?? this.cursor;
    await new Promise((resolve) => setTimeout(resolve, step.duringMs));
    const found = this.session.heard.slice(from).find(({ by, message }) => by === "host" && mismatch(pattern, message, this.scope) === undefined);
    for (const id of step.for ?? []) {
      if (found === undefined) this.results.passed(id);
      else this.results.failed(id, `the host sent ${shown(found.message)}`);
    }
  }

  private check(step: HostStep, name: string): void {
    const missing = this.named.has(name) ? danglingReference(step.matches, this.scope) : name;
    const why = missing === undefined ? mismatch(step.matches, this.named.get(name), this.scope) : undefined;
    for (const id of step.for ?? []) {
      if (missing !== undefined) this.results.notSeen(id, `there is no ${missing} to look at`);
      else if (why === undefined) this.results.passed(id);
      else this.results.failed(id, why);
    }
  }

  /** Why no message fits: the nearest one of the type, or none at all. */
  private absence(pattern: unknown, from: number, withinMs: number): string {
    const { type } = pattern as { type?: unknown };
    const nearest = this.session.heard.slice(from).find(({ by, message }) => by === "host" && mismatch({ type }, message, this.scope) === undefined);
    const wanted = isObject(type) ? (type["$any"] as readonly string[]).join(" or ") : String(type);
    return nearest === undefined ? `the host sent no ${wanted} within ${withinMs / 1000} s` : `${wanted}: ${mismatch(pattern, nearest.message, this.scope) ?? ""}`;
  }

  /** What the flow did not reach is not seen. */
  private skip(steps: readonly HostStep[], why: string): string {
    for (const id of steps.flatMap((step) => step.for ?? [])) this.results.notSeen(id, why);
    return why;
  }

  /** Reports what was decided since the last time. */
  private async report(): Promise<void> {
    const wanted = new Set(chosen(this.options).map(({ id }) => id));
    for (const result of this.results.all) {
      if (!wanted.has(result.id) || this.reported.has(result.id)) continue;
      this.reported.add(result.id);
      await this.listeners.result(result);
    }
  }

  private verdict(id: string, rule: string): Verdict {
    const { heard } = this.session;
    if (rule === "payload") return payloadVerdict(id.slice("payload.".length), [heard.filter(({ by }) => by === "host").map(({ message }) => message)], "host");
    const decide = HOST_RULES[rule];
    if (decide === undefined) throw new Error(`there is no rule ${rule}`);
    return decide(heard);
  }

  private from({ from }: HostStep): number | undefined {
    const place = from === undefined ? undefined : this.places.get(from);
    return place === undefined ? undefined : place + 1;
  }

  private name({ as }: HostStep, message: unknown, at: number): void {
    if (as === undefined) return;
    this.named.set(as, message);
    this.places.set(as, at);
  }

  private get scope(): Scope {
    const facts: readonly (readonly [string, unknown])[] = [["host", { origin: this.session.origin }], ["widget", { origin: location.origin }]];
    return {
      named: new Map([...this.named, ...facts]),
      sentIds: (type) => this.session.heard.flatMap(({ by, message }) => (by === "widget" && isObject(message) && message["type"] === type ? [message["messageId"]] : [])),
    };
  }
}
