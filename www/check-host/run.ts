import type { Requirement, Result } from "../../tools/conformance/report";
import { Decisions, type Undecided } from "../check/decisions";
import { Results } from "../check/results";
import { ruled } from "../check/rules";
import { Runner, type Names } from "../check/runner";
import { isNeeded, type Flow } from "../check/vectors";
import { HOST_RULES, type Exchange } from "./rules";
import { Session } from "./session";
import { HOST_FLOWS, HOST_REQUIREMENTS } from "./vectors";

/** Listeners for a run's progress. */
export interface RunListeners {
  flow(flow: Flow): void;
  /** Asks a person to do something; undefined when there is nothing to do. */
  ask(text: string | undefined): void;
  result(result: Result): Promise<void>;
  /** Stores the place of the run, and reloads the page. */
  reload(place: Place): void;
}

/** Options of a run. */
export interface RunOptions {
  /** The requirements to report. */
  wanted: readonly Requirement[];
  /** The time a person has for each request. */
  personMs: number;
}

/** The place of a run when the page is reloaded. */
export interface Place {
  flow: number;
  step: number;
  exchange: Exchange;
  names: Names;
  results: readonly Result[];
  /** The types that did not come, and true for those that never did. */
  missed: readonly (readonly [string, boolean])[];
  /** The indexes of the messages that a requirement failed for. */
  blamed: readonly number[];
  undecided: Undecided;
}

/** The flows in one session with the host, from their beginning or from the place of a reload. */
export class Run {
  private readonly session: Session;
  private readonly runner: Runner;
  private readonly missed: Map<string, boolean>;
  private readonly decisions: Decisions;

  constructor(
    private readonly options: RunOptions,
    private readonly listeners: RunListeners,
    private readonly place: Place | undefined,
  ) {
    this.session = new Session(options.personMs, (text) => listeners.ask(text), place?.exchange);
    this.missed = new Map(place?.missed);
    this.runner = new Runner(this.session, new Results(place?.results, place?.blamed.map((at) => place.exchange[at]?.message)), this.missed, place?.names);
    this.decisions = new Decisions(options.wanted, (result) => listeners.result(result), place?.undecided);
  }

  /** The origin of the host's page, once it posted something. */
  get origin(): string {
    return this.session.origin;
  }

  /** Continues until all is decided; false if the page is reloaded first. */
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
    this.runner.settle(true);
    await this.report();
    const { posts } = this.session;
    const { blamed } = this.runner.results;
    for (const requirement of HOST_REQUIREMENTS) {
      const rest = posts.all.filter(({ message }) => !blamed.has(message));
      const verdict = ruled(requirement, HOST_RULES, rest, [rest.filter(({ by }) => by === "host").map(({ message }) => message)], "host");
      if (verdict !== undefined) await this.decisions.add([{ id: requirement.id, ...verdict }]);
    }
    await this.decisions.end();
    return true;
  }

  /** The reason that a flow is not run, if any. */
  private unmet({ needs }: Flow): string | undefined {
    return needs === undefined || this.runner.matches(needs.of, needs.matches) ? undefined : needs.why;
  }

  /** Plays a flow, or its rest after a reload; returns the reason of an early end. */
  private async play({ steps }: Flow, flow: number): Promise<string | typeof RELOADS | undefined> {
    const { posts } = this.session;
    const first = flow === this.place?.flow ? this.place.step : 0;
    if (first === 0 && flow > 0) posts.skip();
    for (const [at, step] of steps.entries()) {
      if (at < first) continue;
      if (step.do === "reload") {
        await this.report();
        const { names, results } = this.runner;
        const blamed = posts.all.flatMap(({ message }, place) => (results.blamed.has(message) ? [place] : []));
        this.listeners.reload({ flow, step: at + 1, exchange: posts.all, names, results: results.all, missed: [...this.missed], blamed, undecided: this.decisions.undecided });
        return RELOADS;
      }
      const why = await this.runner.take(step);
      if (why === undefined) continue;
      this.runner.skip(steps.slice(at), why);
      return why;
    }
    return undefined;
  }

  /** Reports the decisions since the last report. */
  private async report(): Promise<void> {
    this.runner.settle(false);
    await this.decisions.add(this.runner.results.take());
  }
}

const RELOADS = Symbol("the page is loaded again");
