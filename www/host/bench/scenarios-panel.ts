import { h, fill, setAttribute, setText } from "../../shared/dom";
import { icon } from "../../shared/icons";
import type { LogEntry } from "../state/log-entry";
import type { PageState } from "../state/page";
import type { Panel } from "./dock";
import { Run, type RunStep } from "./run";
import { SCENARIOS, type Deeds, type Scenario } from "./scenarios";

/** The panel's requests to the page. */
export interface Stage extends Deeds {
  /** True if the demo's own softphone is open, which plays its part by itself. */
  readonly isDemo: boolean;
  /** Sets up record, place and app; false if the user stays with a call. */
  prepare: (scenario: Scenario) => Promise<boolean>;
  /** Cleans up after the run. */
  clear: () => void;
  /** Shows a message of the session. */
  showMessage: (number: number) => void;
  state: () => PageState;
}

/** Scenarios to run with one click, and the checklist of the running one. */
export class ScenariosPanel implements Panel {
  readonly id = "scenarios";
  readonly label = "Scenarios";
  readonly icon = "play";
  readonly element: HTMLElement;
  private readonly buttons: { scenario: Scenario; button: HTMLButtonElement }[];
  private readonly title = h("h3", { "data-testid": "scenario-title" });
  private readonly status = h("p", { class: "scenario-status", role: "status", "data-testid": "scenario-status" });
  private readonly list = h("ol", { class: "steps", "data-testid": "scenario-steps" });
  private readonly stop = h("button", { type: "button", class: "quiet", "data-testid": "scenario-stop", onclick: () => this.end() }, "Stop");
  private run: Run | undefined;
  private isStopped = false;
  private rows: { step: RunStep; row: HTMLElement; mark: HTMLElement; detail: HTMLElement }[] = [];

  constructor(private readonly stage: Stage) {
    this.buttons = SCENARIOS.map((scenario) => ({
      scenario,
      button: h(
        "button",
        { type: "button", class: "scenario", "data-testid": `scenario-${scenario.id}`, onclick: () => void this.start(scenario) },
        h("span", { class: "scenario-name" }, scenario.title),
        h("span", { class: "hint" }, scenario.text),
      ),
    }));
    this.element = h(
      "div",
      { class: "scenarios" },
      h("div", { class: "scenario-list", role: "group", "aria-label": "Scenarios" }, ...this.buttons.map(({ button }) => button)),
      h(
        "section",
        { class: "scenario-run", "aria-label": "Steps of the scenario" },
        h("header", { class: "details-head" }, this.title, this.stop),
        this.status,
        this.list,
      ),
    );
    this.draw();
  }

  /** The scenario of the current or last run. */
  get current(): string {
    return this.run?.scenario.id ?? "";
  }

  /** Runs the scenario with this id, if there is one. */
  async startById(id: string): Promise<void> {
    const scenario = SCENARIOS.find((other) => other.id === id);
    if (scenario !== undefined) await this.start(scenario);
  }

  /** Handles a message that was posted or accepted. */
  take(entry: LogEntry, number: number): void {
    if (!this.isStopped) this.run?.take(entry, number);
  }

  /** Handles a change of the page's state. */
  look(state: PageState): void {
    if (!this.isStopped) this.run?.look(state);
  }

  private async start(scenario: Scenario): Promise<void> {
    this.end();
    this.run = undefined;
    if (!(await this.stage.prepare(scenario))) return;
    this.isStopped = false;
    this.run = new Run(scenario, this.stage, this.stage.state(), () => this.draw());
    this.build(this.run);
    // On a small page the steps are below the scenarios.
    this.title.scrollIntoView({ block: "nearest" });
    this.run.look(this.stage.state());
  }

  private end(): void {
    if (this.run?.result === undefined) this.isStopped = true;
    this.stage.clear();
    this.draw();
  }

  private build(run: Run): void {
    this.rows = run.steps.map((step) => {
      const mark = h("span", { class: "step-mark", "aria-hidden": "true" });
      const detail = h("span", { class: "hint" });
      const { text, message } = step.step;
      const way = message?.direction === "toWidget" ? " to the app" : " from the app";
      const words = message === undefined ? [text] : [h("code", {}, text), h("span", { class: "hint" }, way)];
      const row = h("li", { class: "run-step" }, mark, h("span", {}, ...words), detail);
      return { step, row, mark, detail };
    });
    fill(this.list, ...this.rows.map(({ row }) => row));
  }

  private draw(): void {
    const { run } = this;
    for (const { scenario, button } of this.buttons) setAttribute(button, "aria-pressed", String(run?.scenario === scenario));
    this.stop.hidden = run === undefined || run.result !== undefined || this.isStopped;
    setText(this.title, run?.scenario.title ?? "No scenario runs");
    setText(this.status, this.statusOf(run));
    setAttribute(this.status, "data-result", run?.result === undefined ? undefined : String(run.result));
    for (const { step, row, mark, detail } of this.rows) {
      if (row.dataset["state"] !== step.state) {
        setAttribute(row, "data-state", step.state);
        fill(mark, ...MARKS[step.state]());
        fill(detail, ...this.detailOf(step));
        if (step.state === "current") row.scrollIntoView({ block: "nearest" });
      }
    }
  }

  private detailOf({ state, detail, message }: RunStep): (Node | string)[] {
    const words = [h("span", { class: "visually-hidden" }, `${WORDS[state]} `), detail];
    if (message !== undefined) words.push(h("button", { type: "button", class: "quiet step-link", "aria-label": `Show message ${message}`, onclick: () => this.stage.showMessage(message) }, `#${message}`));
    return words;
  }

  private statusOf(run: Run | undefined): string {
    if (run === undefined) {
      return this.stage.isDemo
        ? "The demo softphone plays its part by itself: it is loaded anew for each scenario."
        : "The page does the host's part and says what you have to do in your app.";
    }
    if (run.result === true) return "Everything was seen.";
    if (run.result === false) return "It did not go as it should: see the step that failed.";
    if (this.isStopped) return "Stopped.";
    const { current } = run;
    if (current === undefined) return "";
    const hint = this.stage.isDemo ? current.step.demo : current.step.person;
    return `Waiting: ${current.step.text}.${hint === undefined ? "" : ` ${hint}`}`;
  }
}

const MARKS = {
  waiting: () => [],
  current: () => ["…"],
  done: () => [icon("check")],
  skipped: () => ["–"],
  failed: () => [icon("close")],
} as const;

const WORDS = { waiting: "not yet", current: "waiting", done: "done", skipped: "skipped", failed: "failed:" } as const;
