import { byId, fill, h, setAttribute, setText } from "../shared/dom";
import type { Result } from "./results";
import type { Requirement } from "./vectors";

/** The report, as it grows. */
export class Report {
  private readonly rows = new Map<string, { status: HTMLElement; detail: HTMLElement }>();
  private readonly decided = new Map<string, Result["status"]>();

  constructor(private readonly requirements: readonly Requirement[]) {
    const groups = new Map<string, Requirement[]>();
    for (const requirement of requirements) {
      const group = requirement.id.split(".")[0] ?? "";
      groups.set(group, [...(groups.get(group) ?? []), requirement]);
    }
    fill(byId("report"), ...[...groups].map(([group, members]) => h("section", { class: "group" }, h("h2", {}, group), ...members.map((member) => this.row(member)))));
    this.count("running");
  }

  /** Shows a result. */
  add({ id, status, detail = "" }: Result): void {
    const row = this.rows.get(id);
    if (row === undefined) return;
    setText(row.status, WORDS[status]);
    setAttribute(row.status, "data-status", status);
    setText(row.detail, detail);
    row.detail.hidden = detail === "";
    this.decided.set(id, status);
    this.count("running");
  }

  /** The run is over. */
  end(): void {
    this.count("done");
  }

  private count(state: "running" | "done"): void {
    const all = [...this.decided.values()];
    const of = (status: Result["status"]): number => all.filter((one) => one === status).length;
    const failed = this.requirements.filter(({ id }) => this.decided.get(id) === "failed");
    const must = failed.filter(({ level }) => level === "must").length;
    const text = `${of("passed")} passed, ${must} failed, ${failed.length - must} recommended but not met, ${of("notSeen")} not seen`;
    const summary = byId("summary");
    setText(summary, state === "done" ? text : `${all.length} of ${this.requirements.length}: ${text}`);
    setAttribute(summary, "data-state", state);
  }

  private row({ id, level, title, what }: Requirement): HTMLElement {
    const status = h("span", { class: "status", "data-level": level }, "open");
    const detail = h("p", { class: "detail", hidden: true });
    this.rows.set(id, { status, detail });
    return h(
      "article",
      { class: "requirement", "data-testid": id },
      status,
      h("div", {}, h("h3", {}, title), h("p", {}, h("small", {}, h("code", {}, id), ` · ${level} · ${what}`))),
      detail,
    );
  }
}

const WORDS: Readonly<Record<Result["status"], string>> = { passed: "passed", failed: "failed", notSeen: "not seen" };
