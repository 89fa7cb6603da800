import { summary, wordOf, type PageEvent, type Requirement, type Result } from "../../conformance/report";
import { byId, fill, h, setAttribute, setText } from "../../../www/shared/dom";

/** The report, as it grows. */
export class Report {
  private readonly rows = new Map<string, { status: HTMLElement; detail: HTMLElement; level: Requirement["level"] }>();
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
    setText(row.status, wordOf({ status, level: row.level }));
    setAttribute(row.status, "data-status", status);
    setText(row.detail, detail);
    row.detail.hidden = detail === "";
    this.decided.set(id, status);
    this.count("running");
  }

  /** Ends the report. */
  end(): void {
    this.count("done");
  }

  private count(state: "running" | "done"): void {
    const decided = this.requirements.flatMap(({ id, level }) => {
      const status = this.decided.get(id);
      return status === undefined ? [] : [{ level, status }];
    });
    const text = summary(decided);
    const line = byId("summary");
    setText(line, state === "done" ? text : `${decided.length} of ${this.requirements.length}: ${text}`);
    setAttribute(line, "data-state", state);
  }

  private row({ id, level, title, what }: Requirement): HTMLElement {
    const status = h("span", { class: "status", "data-level": level }, "open");
    const detail = h("p", { class: "detail", hidden: true });
    this.rows.set(id, { status, detail, level });
    return h(
      "article",
      { class: "requirement", "data-testid": id },
      status,
      h("div", {}, h("h3", {}, title), h("p", {}, h("small", {}, h("code", {}, id), ` · ${level} · ${what}`))),
      detail,
    );
  }
}

/** Posts to the command that serves the page, which gave it the token; another server gets nothing. */
export async function postToCommand(token: string | undefined, event: PageEvent): Promise<void> {
  if (token !== undefined) await fetch("/report", { method: "POST", headers: { "content-type": "application/json", "x-check-token": token }, body: JSON.stringify(event) });
}
