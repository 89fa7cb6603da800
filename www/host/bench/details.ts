import { h, fill, setAttribute, setText } from "../../shared/dom";
import { icon } from "../../shared/icons";
import { copyButton } from "./copy";
import type { Entry } from "./messages";
import { clock, pretty } from "./payload";

/** The details of one message, beside the diagram. */
export class MessageDetails {
  private readonly title = h("h3", { class: "details-title", "data-testid": "message-title" });
  private readonly facts = h("p", { class: "hint" });
  private readonly payload = h("pre", { class: "details-payload", tabindex: "0", "aria-label": "The message as JSON" });
  readonly element = h(
    "section",
    { class: "details", "aria-label": "Chosen message", hidden: true, "data-testid": "message-details" },
    h(
      "header",
      { class: "details-head", "aria-live": "polite" },
      this.title,
      h("button", { type: "button", class: "icon-button", "aria-label": "Close the message", onclick: () => this.close() }, icon("close")),
    ),
    this.facts,
    h("p", {}, copyButton("Copy JSON", () => this.payload.textContent)),
    this.payload,
  );

  constructor(private readonly close: () => void) {}

  /** Shows a message, or nothing. */
  show(entry: Entry | undefined): void {
    this.element.hidden = entry === undefined;
    if (entry === undefined) return;
    setText(this.title, `#${entry.number} ${entry.type}`);
    const call = entry.call === undefined ? "" : `, call ${entry.call.number}${entry.call.name === "" ? "" : ` (${entry.call.name})`}`;
    const fate = entry.fate === undefined ? "" : `, ${entry.fate}`;
    fill(this.facts, `${clock(entry.at)}, ${WAYS[entry.direction]}${call}${fate}`);
    setText(this.payload, pretty(entry.message ?? entry.data));
    setAttribute(this.element, "data-number", String(entry.number));
  }
}

const WAYS = { toWidget: "host to widget", toHost: "widget to host", note: "note of the host" } as const;
