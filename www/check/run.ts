import { danglingReference, filledIn, mismatch, shown, type Scope } from "./match";
import { Results, type Result } from "./results";
import { RULES, payloadVerdict, type Sent, type Verdict } from "./rules";
import { CONTEXT, Stage, strangerOrigin } from "./stage";
import { FLOWS, REQUIREMENTS, type Flow, type Requirement, type Step } from "./vectors";

/** What the run reports while it goes on. */
export interface RunListeners {
  flow(flow: Flow): void;
  result(result: Result): Promise<void>;
}

/** How the run goes. */
export interface RunOptions {
  /** The prefixes of the ids to decide; every requirement without one. */
  only: readonly string[];
  /** How many flows run at once. */
  parallel: number;
}

/** The requirements that a run decides. */
export function chosen({ only }: RunOptions): readonly Requirement[] {
  return REQUIREMENTS.filter(({ id }) => only.length === 0 || only.some((prefix) => id.startsWith(prefix)));
}

/** Runs the flows and reports each requirement, as soon as it is decided. */
export async function run(widget: URL, place: HTMLElement, options: RunOptions, listeners: RunListeners): Promise<void> {
  const wanted = chosen(options);
  const isWanted = (id: string): boolean => wanted.some((requirement) => requirement.id === id);
  // A rule looks at what the widget sends in any flow.
  const needsAll = wanted.some(({ rule }) => rule !== undefined);
  const flows = FLOWS.filter(({ steps }) => needsAll || steps.some((step) => step.for?.some(isWanted)));
  const sent: Sent[] = [];
  const queue = [...flows];
  let unopened: string | undefined;
  const work = async (): Promise<void> => {
    for (let flow = queue.shift(); flow !== undefined; flow = queue.shift()) {
      listeners.flow(flow);
      const play = new Play(flow, widget, place);
      // A session that did not open will not open in the next flow: nobody should wait for each.
      const played = unopened === undefined ? await play.run() : play.skipped(unopened);
      unopened ??= played.unopened;
      sent.push(played.sent);
      for (const result of played.results) {
        if (isWanted(result.id)) await listeners.result(result);
      }
    }
  };
  await Promise.all(Array.from({ length: options.parallel }, work));
  for (const { id, rule } of wanted) {
    if (rule !== undefined) await listeners.result({ id, ...verdict(id, rule, sent) });
  }
}

function verdict(id: string, rule: string, sent: readonly Sent[]): Verdict {
  if (rule === "payload") return payloadVerdict(id.slice("payload.".length), sent);
  const decide = RULES[rule];
  if (decide === undefined) throw new Error(`there is no rule ${rule}`);
  return decide(sent);
}

/** What came of a flow. */
interface Played {
  results: readonly Result[];
  sent: Sent;
  /** Why no session was opened; absent where one was. */
  unopened: string | undefined;
}

/** One flow, while it runs. */
class Play {
  private readonly results = new Results();
  private readonly named = new Map<string, unknown>();
  /** Where a named message is among what was posted. */
  private readonly places = new Map<string, number>();
  private stage: Stage | undefined;
  /** What the widget sent in the sessions that ended. */
  private readonly sent: unknown[] = [];
  /** What comes from here on is expected next. */
  private cursor = 0;

  constructor(
    private readonly flow: Flow,
    private readonly widget: URL,
    private readonly place: HTMLElement,
  ) {
    this.named.set("host", { ...CONTEXT, origin: location.origin });
    this.named.set("widget", { origin: widget.origin });
    this.named.set("stranger", { origin: strangerOrigin() });
  }

  async run(): Promise<Played> {
    const { steps } = this.flow;
    let unopened: string | undefined;
    for (const [at, step] of steps.entries()) {
      const why = await this.take(step);
      if (why !== undefined) {
        this.skip(steps.slice(at), why);
        if (at === steps.findIndex(({ expect }) => expect !== undefined)) unopened = why;
        break;
      }
    }
    this.close();
    return { results: this.results.all, sent: this.sent, unopened };
  }

  /** What comes of the flow where it does not run. */
  skipped(why: string): Played {
    this.skip(this.flow.steps, why);
    return { results: this.results.all, sent: [], unopened: why };
  }

  /** Takes a step; returns why the flow cannot go on, or nothing. */
  private async take(step: Step): Promise<string | undefined> {
    if (step.do !== undefined) return this.act(step, step.do);
    if (step.expect !== undefined) return this.expect(step, "widget", step.expect);
    if (step.sent !== undefined) return this.expect(step, "host", step.sent);
    if (step.never !== undefined) await this.never(step, step.never);
    if (step.check !== undefined) this.check(step, step.check);
    return undefined;
  }

  /** Ends the session that is open; what the widget said in it stays. */
  private close(): void {
    this.sent.push(...(this.stage?.heard ?? []).filter(({ by }) => by === "widget").map(({ message }) => message));
    this.stage?.close();
    this.stage = undefined;
    this.places.clear();
    this.cursor = 0;
  }

  private async act(step: Step, what: NonNullable<Step["do"]>): Promise<string | undefined> {
    if (what === "open") {
      this.close();
      this.stage = new Stage(this.place, this.widget);
      return undefined;
    }
    const { stage } = this;
    if (stage === undefined) throw new Error(`${this.flow.name} does not begin with open`);
    const message = filledIn(step.message, this.scope);
    switch (what) {
      case "dial": {
        const why = stage.dial(step.data ?? {});
        return why === undefined || step.orNotSeen === true ? undefined : why;
      }
      case "endCall":
        stage.endCall();
        return undefined;
      case "visibility":
        stage.setVisibility(step.data ?? {});
        return undefined;
      case "post":
        stage.post(message);
        return undefined;
      case "sync":
        stage.sync(message as object);
        return undefined;
      case "reload":
        this.cursor = stage.heard.length;
        stage.reload();
        return undefined;
      case "engagements":
        stage.setEngagements(step.as ?? "", step.ms ?? 0);
        return undefined;
      case "stranger":
        // What came before is no answer to it.
        this.cursor = stage.heard.length;
        await stage.stranger(step.from ?? "", message);
        return undefined;
      case "wait":
        await new Promise((resolve) => setTimeout(resolve, step.ms));
        return undefined;
    }
  }

  private async expect(step: Step, by: "host" | "widget", pattern: unknown): Promise<string | undefined> {
    const { stage } = this;
    if (stage === undefined) return "no widget is open";
    const until = Date.now() + (step.withinMs ?? 0);
    // What the host sends may come before the widget's message that was expected last.
    const from = this.from(step) ?? (by === "host" ? 0 : this.cursor);
    for (let at = from; ; at += 1) {
      while (at >= stage.heard.length) {
        const ms = until - Date.now();
        if (ms <= 0) return this.missed(step, this.absence(step, by, pattern, from));
        await stage.more(ms);
      }
      const heard = stage.heard[at];
      if (heard?.by === by && mismatch(pattern, heard.message, this.scope) === undefined) {
        if (by === "widget") this.cursor = Math.max(this.cursor, at + 1);
        this.name(step, heard.message, at);
        for (const id of step.for ?? []) this.results.passed(id);
        // The host hears a message after the stage: what is done next needs it to know.
        await new Promise((resolve) => setTimeout(resolve));
        return undefined;
      }
    }
  }

  private async never(step: Step, pattern: unknown): Promise<void> {
    const { stage } = this;
    if (stage === undefined) return;
    const from = this.from(step) ?? this.cursor;
    const until = Date.now() + (step.duringMs ?? 0);
    for (let ms = step.duringMs ?? 0; ms > 0; ms = until - Date.now()) await stage.more(ms);
    const found = stage.heard
      .slice(from)
      .find(({ by, message }) => (by === "widget" || (by === "toStranger" && step.alsoTo === "stranger")) && mismatch(pattern, message, this.scope) === undefined);
    for (const id of step.for ?? []) {
      if (found === undefined) this.results.passed(id);
      else this.results.failed(id, `the widget sent ${shown(found.message)}`);
    }
  }

  private check(step: Step, name: string): void {
    const missing = this.named.has(name) ? danglingReference(step.matches, this.scope) : name;
    const why = missing === undefined ? mismatch(step.matches, this.named.get(name), this.scope) : undefined;
    for (const id of step.for ?? []) {
      if (missing !== undefined) this.results.notSeen(id, `there is no ${missing} to look at`);
      else if (why === undefined) this.results.passed(id);
      else this.results.failed(id, why);
    }
  }

  /** What comes of a message that did not come. */
  private missed(step: Step, why: string): string | undefined {
    if (step.orNotSeen !== undefined && step.orNotSeen !== false) {
      for (const id of step.orNotSeen === true ? [] : step.orNotSeen) this.results.notSeen(id, why);
      return undefined;
    }
    for (const id of step.for ?? []) this.results.failed(id, why);
    return why;
  }

  /** Why no message fits: the nearest one of the type, or none at all. */
  private absence(step: Step, by: "host" | "widget", pattern: unknown, from: number): string {
    const { type } = pattern as { type?: unknown };
    const name = typeof type === "string" ? type : "message";
    const nearest = this.stage?.heard.slice(from).find((heard) => heard.by === by && mismatch({ type }, heard.message, this.scope) === undefined);
    return nearest === undefined
      ? `the ${by} sent no ${name} within ${(step.withinMs ?? 0) / 1000} s`
      : `${name}: ${mismatch(pattern, nearest.message, this.scope) ?? ""}`;
  }

  /** What the flow did not reach is not seen. */
  private skip(steps: readonly Step[], why: string): void {
    for (const id of steps.flatMap((step) => step.for ?? [])) {
      this.results.notSeen(id, why);
    }
  }

  private from({ from }: Step): number | undefined {
    const place = from === undefined ? undefined : this.places.get(from);
    return place === undefined ? undefined : place + 1;
  }

  private name(step: Step, message: unknown, at: number): void {
    if (step.as === undefined) return;
    this.named.set(step.as, message);
    this.places.set(step.as, at);
    // The session is known by the SYNC that was acknowledged.
    if (step.as === "ack") this.named.set("host", { ...(this.named.get("host") as object), session: (message as { messageId?: unknown }).messageId });
  }

  private get scope(): Scope {
    return {
      named: this.named,
      sentIds: (type) =>
        (this.stage?.heard ?? []).flatMap(({ by, message }) => {
          const { type: own, messageId } = (by === "host" && typeof message === "object" && message !== null ? message : {}) as { type?: unknown; messageId?: unknown };
          return own === type ? [messageId] : [];
        }),
    };
  }
}
