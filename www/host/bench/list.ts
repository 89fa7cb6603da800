import { h, fill, setAttribute, setText } from "../../shared/dom";
import { icon } from "../../shared/icons";
import type { Entry, Messages, MessagesView } from "./messages";
import { clock, compact, payloadOf, pretty } from "./payload";

/** The messages as rows, newest first. */
export class MessageList implements MessagesView {
  readonly element = h("ol", { class: "log-rows", "data-testid": "log", tabindex: "0", "aria-label": "Messages, newest first" });
  private readonly rows = new Map<Entry, HTMLElement>();

  constructor(private readonly messages: Messages) {}

  added(entry: Entry, dropped: readonly Entry[]): void {
    const row = this.rowOf(entry);
    row.hidden = !this.messages.passes(entry);
    this.rows.set(entry, row);
    this.element.prepend(row);
    for (const old of dropped) {
      this.rows.get(old)?.remove();
      this.rows.delete(old);
    }
  }

  repeated(entry: Entry): void {
    const type = this.rows.get(entry)?.querySelector(".log-type");
    if (type) setAttribute(type, "data-times", String(entry.times));
  }

  reset(): void {
    const visible = new Set(this.messages.visible);
    for (const [entry, row] of this.rows) row.hidden = !visible.has(entry);
    if (this.messages.counts.total === 0) {
      this.rows.clear();
      fill(this.element);
    }
  }

  private rowOf(entry: Entry): HTMLElement {
    const payload = h("pre", { class: "log-payload" });
    const details = h(
      "details",
      {
        // Written on the first opening only: most payloads are never looked at.
        ontoggle: () => setText(payload, pretty(entry.message ?? entry.data)),
      },
      h(
        "summary",
        {},
        h("time", { class: "digits" }, clock(entry.at)),
        h("span", { class: "log-way" }, ...WAYS[entry.direction]()),
        h("code", { class: "log-type" }, entry.type),
        h("code", { class: "log-brief" }, entry.fate === undefined ? null : h("span", { class: "fate" }, `${entry.fate} `), compact(payloadOf(entry))),
      ),
      payload,
    );
    return h(
      "li",
      { "data-testid": "log-row", "data-type": entry.type, "data-direction": entry.direction, "data-number": entry.number, "data-fate": entry.fate },
      details,
    );
  }
}

const WAYS = {
  toWidget: () => [icon("arrowOut"), "to widget"],
  toHost: () => [icon("arrowIn"), "to host"],
  note: () => [icon("note"), "host says"],
} as const;
