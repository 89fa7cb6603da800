import { h } from "../shared/dom";

const KEYS = ["1", "2", "3", "4", "5", "6", "7", "8", "9", "*", "0", "#"] as const;

/** Twelve keys. */
export function keypad(press: (key: string) => void): HTMLElement {
  return h(
    "div",
    { class: "keypad", role: "group", "aria-label": "Keypad" },
    ...KEYS.map((key) => h("button", { type: "button", class: "key", "data-testid": `sp-key-${key}`, onclick: () => press(key) }, key)),
  );
}
