import { h, fill, setAttribute, setText } from "../shared/dom";
import { icon } from "../shared/icons";
import { digitsOf, formatNumber } from "../shared/numbers";
import { dial, whyNotDial } from "./dial";
import type { DemoRecord, RecordNumber } from "./records";
import type { Connection } from "./state/connection";
import type { PageState } from "./state/page";
import type { Store } from "../shared/store";

/** Draws the record card: who it is, numbers to click, properties. */
export function mountRecord(root: HTMLElement, store: Store<PageState>, connection: Connection): void {
  let shown: DemoRecord | undefined;
  let numbers: NumberRow[] = [];
  const note = h("p", { class: "hint", "aria-live": "polite" });

  store.watch((state) => {
    if (state.record !== shown) {
      shown = state.record;
      numbers = shown.numbers.map((entry) => new NumberRow(store, connection, state.record, entry, note));
      setText(note, "");
      fill(root, ...heading(shown), h("ul", { class: "numbers" }, ...numbers.map((row) => row.element)), note, properties(shown));
    }
    const reason = whyNotDial(state, connection, state.record);
    for (const row of numbers) row.draw(reason, state.heldNumber);
  });
}

/** Two letters for an avatar. */
export function initials(name: string): string {
  const words = name.split(/[^\p{L}\d]+/u).filter((word) => word !== "");
  return words.slice(0, 2).map((word) => word.charAt(0).toUpperCase()).join("");
}

/** One click-to-dial number. */
class NumberRow {
  readonly element: HTMLLIElement;
  private readonly button: HTMLButtonElement;
  private readonly reason: HTMLSpanElement;

  constructor(
    store: Store<PageState>,
    connection: Connection,
    record: DemoRecord,
    private readonly entry: RecordNumber,
    note: HTMLElement,
  ) {
    const reasonId = `why-${digitsOf(entry.number)}`;
    this.reason = h("span", { class: "hint", id: reasonId });
    this.button = h(
      "button",
      {
        type: "button",
        class: "dial",
        "data-testid": `dial-${digitsOf(entry.number)}`,
        "aria-label": `Call ${record.name}, ${entry.label}, ${formatNumber(entry.number)}`,
        "aria-describedby": reasonId,
        onclick: () => setText(note, dial(store, connection, record, entry)),
      },
      icon("phone"),
      h("span", {}, formatNumber(entry.number)),
    );
    this.element = h("li", {}, h("span", { class: "label" }, entry.label), this.button, this.reason);
  }

  draw(reason: string, heldNumber: string): void {
    const held = heldNumber === this.entry.number;
    this.button.disabled = reason !== "" || held;
    setAttribute(this.button, "title", reason === "" ? undefined : reason);
    setAttribute(this.button, "data-held", held);
    setText(this.reason, held ? "Waiting for the calling app" : reason);
  }
}

function heading(record: DemoRecord): HTMLElement[] {
  return [
    h(
      "div",
      { class: "record-head" },
      h("span", { class: "avatar large", "aria-hidden": "true", "data-kind": record.objectTypeId }, initials(record.name)),
      h("div", {}, h("p", { class: "overline" }, record.kind), h("h1", {}, record.name), h("p", { class: "hint" }, record.subtitle)),
    ),
  ];
}

function properties(record: DemoRecord): HTMLElement {
  return h(
    "dl",
    { class: "properties" },
    ...record.properties.map(([label, value]) => h("div", {}, h("dt", {}, label), h("dd", {}, value))),
  );
}
