import type { Requirement, Result } from "../../conformance/report";
import { Results } from "../check/results";
import { ruled } from "../check/rules";
import { Runner, type Names } from "../check/runner";
import { isNeeded, type Flow } from "../check/vectors";
import { HOST_RULES, type Exchange } from "./rules";
import { Session } from "./session";
import { HOST_FLOWS } from "./vectors";

/** What the run reports while it goes on. */
export interface RunListeners {
  flow(flow: Flow): void;
  /** A person has to do this; nothing while nobody has to do anything. */
  ask(text: string | undefined): void;
  result(result: Result): Promise<void>;
  /** Stores where the run is, and loads the page again. */
  reload(place: Place): void;
}

/** How the run goes. */
export interface RunOptions {
  /** The requirements to report. */
  wanted: readonly Requirement[];
  /** How long a person has for each thing they are asked to do. */
  personMs: number;
}

/** Where a run is when the page is loaded again. */
export interface Place {
  flow: number;
  step: number;
  exchange: Exchange;
  names: Names;
  results: readonly Result[];
}

/** The flows in one session with the host, from their beginning or from where a reload was. */
export class Run {
  private readonly session: Session;
  private readonly runner: Runner;

  constructor(
    private readonly options: RunOptions,
    private readonly listeners: RunListeners,
    private readonly place: Place | undefined,
  ) {
    this.session = new Session({ ms: options.personMs, ask: (text) => listeners.ask(text) }, place?.exchange);
    this.runner = new Runner(this.session, new Results(place?.results), place?.names);
  }

  /** The origin of the host's page, once it posted something. */
  get origin(): string {
    return this.session.origin;
  }

  /** Goes on until all is decided; false where the page is loaded again first. */
  async go(): Promise<boolean> {
    const { wanted } = this.options;
    let unopened: string | undefined;
    for (const [at, flow] of HOST_FLOWS.entries()) {
      // The first flow opens the session.
      if (at < (this.place?.flow ?? 0) || (at > 0 && !isNeeded(flow, wanted))) continue;
      this.listeners.flow(flow);
      const why = unopened ?? this.unmet(flow);
      if (why !== undefined) this.runner.skip(flow.steps, why);
      else {
        const stopped = await this.play(flow, at);
        if (stopped === RELOADS) return false;
        // A host that opens no session answers nothing else.
        if (at === 0) unopened = stopped;
      }
      await this.report();
    }
    const { posts } = this.session;
    for (const requirement of wanted) {
      const verdict = ruled(requirement, HOST_RULES, posts.all, [posts.by("host")], "host");
      if (verdict !== undefined) await this.listeners.result({ id: requirement.id, ...verdict });
    }
    return true;
  }

  /** Why a flow is not run; nothing where it is. */
  private unmet({ needs }: Flow): string | undefined {
    return needs === undefined || this.runner.matches(needs.of, needs.matches) ? undefined : needs.why;
  }

  /** Plays a flow, or what a reload has left of it; returns why it ended early. */
  private async play({ steps }: Flow, flow: number): Promise<string | typeof RELOADS | undefined> {
    const { posts } = this.session;
    const first = flow === this.place?.flow ? this.place.step : 0;
    if (first === 0 && flow > 0) posts.skip();
    for (const [at, step] of steps.entries()) {
      if (at < first) continue;
      if (step.do === "reload") {
        await this.report();
        this.listeners.reload({ flow, step: at + 1, exchange: posts.all, names: this.runner.names, results: this.runner.results.all });
        return RELOADS;
      }
      const why = await this.runner.take(step);
      if (why === undefined) continue;
      this.runner.skip(steps.slice(at), why);
      return why;
    }
    return undefined;
  }

  /** Reports what was decided since the last time. */
  private async report(): Promise<void> {
    for (const result of this.runner.results.take()) {
      if (this.options.wanted.some(({ id }) => id === result.id)) await this.listeners.result(result);
    }
  }
}

const RELOADS = Symbol("the page is loaded again");
