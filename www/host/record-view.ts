import { h, fill, setAttribute, setText } from "../shared/dom";
import { icon } from "../shared/icons";
import { digitsOf, formatNumber } from "../shared/numbers";
import { dial, whyNotDial } from "./dial";
import type { DemoRecord, RecordNumber } from "./records";
import type { Connection } from "./state/connection";
import type { PageState } from "./state/page";
import type { Store } from "../shared/store";

/** Draws the record card: name, numbers to click, properties. */
export function mountRecord(root: HTMLElement, store: Store<PageState>, connection: Connection): void {
  let current: DemoRecord | undefined;
  let numbers: NumberRow[] = [];
  const note = h("p", { class: "hint dial-note", id: "dial-note", "aria-live": "polite", "data-testid": "dial-note" });
  let refusal = "";
  const refuse = (text: string): void => {
    refusal = text;
    setText(note, text);
  };

  store.watch((state) => {
    if (state.record !== current) {
      current = state.record;
      numbers = current.numbers.map((entry) => new NumberRow(store, connection, state.record, entry, refuse));
      refusal = "";
      fill(root, ...heading(current), h("ul", { class: "numbers" }, ...numbers.map((row) => row.element)), note, properties(current));
    }
    const reason = whyNotDial(state, connection, state.record);
    if (state.heldNumber !== "" || reason !== "") refusal = "";
    setText(note, state.heldNumber === "" ? reason || refusal : "A number waits for the calling app.");
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

  constructor(
    store: Store<PageState>,
    connection: Connection,
    record: DemoRecord,
    private readonly entry: RecordNumber,
    refuse: (text: string) => void,
  ) {
    this.button = h(
      "button",
      {
        type: "button",
        class: "dial",
        "data-testid": `dial-${digitsOf(entry.number)}`,
        "aria-label": `Call ${record.name}, ${entry.label}, ${formatNumber(entry.number)}`,
        "aria-describedby": "dial-note",
        onclick: () => refuse(dial(store, connection, record, entry)),
      },
      icon("phone"),
      h("span", {}, formatNumber(entry.number)),
    );
    this.element = h("li", {}, h("span", { class: "label" }, entry.label), this.button);
  }

  draw(reason: string, heldNumber: string): void {
    const held = heldNumber === this.entry.number;
    this.button.disabled = reason !== "" || held;
    setAttribute(this.button, "title", reason === "" ? undefined : reason);
    setAttribute(this.button, "data-held", held);
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
