import type { LogEntry } from "../state/log-entry";
import type { PageState } from "../state/page";
import type { Deeds, Scenario, Step } from "./scenarios";

/** The state of a step. */
export type StepState = "waiting" | "current" | "done" | "skipped" | "failed";

/** One step of a run. */
export interface RunStep {
  readonly step: Step;
  state: StepState;
  /** The observation, or the reason of a failure. */
  detail: string;
  /** The number of the message it saw. */
  message: number | undefined;
}

/**
 * A running scenario: does the page's actions, and ticks off its observations.
 *
 * A message counts for one step, even if it came before the step was reached: two pages act
 * at once in no fixed order.
 */
export class Run {
  readonly steps: RunStep[];
  private readonly seen: { entry: LogEntry; number: number; isTaken: boolean }[] = [];
  private state: PageState;
  private isWorking = false;

  constructor(
    readonly scenario: Scenario,
    private readonly deeds: Deeds,
    state: PageState,
    private readonly changed: () => void,
  ) {
    this.state = state;
    this.steps = scenario.steps.map((step) => ({ step, state: "waiting", detail: "", message: undefined }));
  }

  /** The current step; undefined when the run is over. */
  get current(): RunStep | undefined {
    return this.isOver ? undefined : this.steps.find(({ state }) => state === "current");
  }

  /** True if it succeeded; undefined while it runs. */
  get result(): boolean | undefined {
    if (this.steps.some(({ state }) => state === "failed")) return false;
    return this.steps.every(({ state }) => state === "done" || state === "skipped") ? true : undefined;
  }

  /** Handles a message that was posted or accepted. */
  take(entry: LogEntry, number: number): void {
    this.seen.push({ entry, number, isTaken: false });
    this.work();
  }

  /** Handles a change of the page's state. */
  look(state: PageState): void {
    this.state = state;
    this.work();
  }

  private get isOver(): boolean {
    return this.result !== undefined;
  }

  /** Runs as many steps as possible. */
  private work(): void {
    // A step's effects are seen while it runs.
    if (this.isWorking || this.isOver) return;
    this.isWorking = true;
    while (this.advance());
    this.isWorking = false;
    this.changed();
  }

  private advance(): boolean {
    if (this.isOver) return false;
    const at = this.steps.findIndex(({ state }) => state === "waiting" || state === "current");
    const current = this.steps[at];
    if (current === undefined) return false;
    if (this.finish(current)) return true;
    if (current.step.isOptional && this.steps.slice(at + 1).some((later) => later.step.message !== undefined && this.matching(later.step) !== undefined)) {
      current.state = "skipped";
      current.detail = "not by this app";
      return true;
    }
    const wrong = current.step.not === undefined ? undefined : this.seen.find(({ entry, isTaken }) => !isTaken && entry.type === current.step.not);
    if (wrong !== undefined) {
      current.state = "failed";
      current.detail = `${wrong.entry.type} came instead`;
      current.message = wrong.number;
      return false;
    }
    const isNew = current.state === "waiting";
    current.state = "current";
    return isNew && current.step.deed !== undefined;
  }

  /** Ticks a step off if its condition holds. */
  private finish(run: RunStep): boolean {
    const { step } = run;
    if (step.deed !== undefined) {
      // Messages before an action are not its effects.
      this.seen.length = 0;
      const problem = this.deeds[step.deed]();
      run.state = problem === "" ? "done" : "failed";
      run.detail = problem;
      return true;
    }
    if (step.state !== undefined) {
      const words = step.state(this.state);
      if (words === undefined) return false;
      run.state = "done";
      run.detail = words;
      return true;
    }
    const found = this.matching(step);
    if (found === undefined) return false;
    found.isTaken = true;
    run.state = "done";
    run.message = found.number;
    return true;
  }

  private matching({ message }: Step): { entry: LogEntry; number: number; isTaken: boolean } | undefined {
    if (message === undefined) return undefined;
    const { type, direction, where } = message;
    return this.seen.find(({ entry, isTaken }) => !isTaken && entry.type === type && entry.direction === direction && (where === undefined || where(entry.data)));
  }
}
