import type { CallingHost } from "calling-widget-sdk/host";
import { replayTrace, testOf, type Trace, type TraceStep } from "calling-widget-sdk/trace";

import { h, fill, setAttribute, setText } from "../../shared/dom";
import { icon } from "../../shared/icons";
import { copyButton } from "./copy";
import type { Panel } from "./dock";
import { pretty } from "./payload";

/** The session's trace to take away, and any trace to be replayed step by step. */
export class TracePanel implements Panel {
  readonly id = "trace";
  readonly label = "Trace";
  readonly icon = "transfer";
  readonly element: HTMLElement;
  private readonly file = h("input", { type: "file", accept: ".jsonl,.txt,application/json", class: "visually-hidden", tabindex: "-1", "aria-label": "A trace to open", "data-testid": "trace-file" });
  private readonly status = h("p", { class: "scenario-status", role: "status", "data-testid": "trace-status" });
  private readonly rows = h("ol", { class: "log-rows trace-steps", tabindex: "0", "aria-label": "Steps of the replay, oldest first", "data-testid": "trace-steps" });
  private readonly next = h("button", { type: "button", class: "quiet", "data-testid": "trace-next", onclick: () => this.step(1) }, icon("play"), "Next step");
  private readonly rest = h("button", { type: "button", class: "quiet", "data-testid": "trace-rest", onclick: () => this.step(Infinity) }, icon("chevron"), "All steps");
  private readonly test = copyButton("Copy as a test", () => (this.trace === undefined ? "" : testOf(this.trace)), { "data-testid": "trace-test", title: "A test for Vitest that has this session again with your app" });
  private trace: Trace | undefined;
  private name = "";
  private steps: Iterator<TraceStep> | undefined;
  private count = 0;
  private differing = 0;

  constructor(private readonly hostOf: () => CallingHost | undefined) {
    const button = (label: string, id: string, act: () => void): HTMLElement => h("button", { type: "button", class: "quiet", "data-testid": id, onclick: act }, label);
    this.file.addEventListener("change", () => void this.openFile());
    this.element = h(
      "div",
      { class: "bench-fill trace" },
      h(
        "div",
        { class: "log-tools" },
        button("Save this session", "trace-save", () => this.save()),
        button("Replay this session", "trace-replay", () => this.open(this.recorded, "This session")),
        button("Open a trace", "trace-open", () => this.file.click()),
        this.file,
        this.next,
        this.rest,
        this.test,
      ),
      this.status,
      this.rows,
    );
    this.draw("The host's side of the session is recorded, with personal data masked. Save it for a bug report, or open the trace of a report and replay it.");
  }

  /** The session's trace so far. */
  private get recorded(): string {
    return this.hostOf()?.exportTrace() ?? "";
  }

  private save(): void {
    const address = URL.createObjectURL(new Blob([this.recorded], { type: "application/jsonl" }));
    h("a", { href: address, download: `trace-${new Date().toISOString().replace(/[:.]/g, "-")}.jsonl` }).click();
    setTimeout(() => URL.revokeObjectURL(address), 1000);
  }

  private async openFile(): Promise<void> {
    const [file] = this.file.files ?? [];
    if (file === undefined) return;
    const text = await file.text();
    this.file.value = "";
    this.open(text, file.name);
  }

  private open(text: string, name: string): void {
    fill(this.rows);
    this.steps = undefined;
    this.count = 0;
    this.differing = 0;
    this.name = name;
    try {
      this.trace = replayTrace(text);
      this.steps = this.trace.steps();
    } catch (error) {
      this.trace = undefined;
      this.draw(`${name}: ${error instanceof Error ? error.message : String(error)}`);
      return;
    }
    this.draw(`${name}: the ${this.trace.header.side}'s side${this.trace.isSameBuild ? "" : ", of another build of the core"}. Take its steps.`);
  }

  private step(times: number): void {
    let row: HTMLElement | undefined;
    for (let left = times; left > 0; ) {
      const taken = this.steps?.next();
      if (taken === undefined || taken.done === true) {
        this.steps = undefined;
        break;
      }
      this.count += 1;
      this.differing += Number(!taken.value.isSame);
      if (taken.value.isSame && QUESTIONS.includes(taken.value.input)) continue;
      row = rowOf(taken.value);
      this.rows.append(row);
      left -= 1;
    }
    row?.scrollIntoView({ block: "nearest" });
    const outcome = this.differing === 0 ? "each gives the same as when it was recorded" : `${this.differing} give something else than when they were recorded`;
    this.draw(`${this.name}: ${this.count} steps, ${outcome}.${this.steps === undefined ? " That was all." : ""}`);
  }

  private draw(status: string): void {
    setText(this.status, status);
    for (const button of [this.next, this.rest]) setAttribute(button, "disabled", this.steps === undefined);
    setAttribute(this.test, "disabled", this.trace === undefined);
  }
}

/** What the page asks whenever it draws: nothing happens then. */
const QUESTIONS: readonly string[] = ["canDial", "count"];

function rowOf(step: TraceStep): HTMLElement {
  const payload = h("pre", { class: "log-payload" });
  return h(
    "li",
    { "data-testid": "trace-step", "data-input": step.input, "data-same": String(step.isSame) },
    h(
      "details",
      { ontoggle: () => setText(payload, detailsOf(step)) },
      h(
        "summary",
        {},
        h("span", { class: "digits hint" }, String(step.line)),
        h("code", { class: "log-type" }, step.input),
        h("span", { class: "log-brief" }, step.messages.map(({ from, message }) => `${from === "host" ? "host \u2192 widget" : "widget \u2192 host"} ${message.type}`).join(", ")),
        step.isSame ? null : h("strong", { class: "trace-differs" }, "differs"),
      ),
      payload,
    ),
  );
}

function detailsOf({ fields, messages, recorded, replayed, isSame }: TraceStep): string {
  const parts = [
    `fields ${pretty(fields)}`,
    ...messages.map(({ from, message }) => `${from} posted ${pretty(message)}`),
    isSame ? `outputs ${recorded}` : `recorded ${recorded}\nnow      ${replayed}`,
  ];
  return parts.join("\n");
}
