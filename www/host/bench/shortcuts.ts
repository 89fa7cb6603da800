import { h } from "../../shared/dom";
import { icon } from "../../shared/icons";
import { Memory } from "./memory";

/** One key, and what it does. */
export interface Shortcut {
  readonly key: string;
  readonly does: string;
  act(): void;
}

/** Keys for the workbench, listed in a dialog, where they can be switched off. */
export class Shortcuts {
  /** Opens the list. */
  readonly button: HTMLButtonElement;
  private readonly memory = new Memory("demo-host:shortcuts", { isOn: true });
  private readonly dialog: HTMLDialogElement;

  constructor(shortcuts: readonly Shortcut[]) {
    const all: readonly Shortcut[] = [...shortcuts, { key: "?", does: "Show this list", act: () => this.show() }];
    const isOn = h("input", { type: "checkbox", id: "shortcuts-on", "data-testid": "shortcuts-on" });
    isOn.checked = this.memory.value.isOn;
    isOn.addEventListener("change", () => this.memory.set({ isOn: isOn.checked }));
    this.dialog = h(
      "dialog",
      { class: "dialog", "aria-labelledby": "shortcuts-title", "data-testid": "shortcuts" },
      h(
        "div",
        { class: "dialog-head shortcuts-head" },
        h("h2", { id: "shortcuts-title" }, "Keyboard shortcuts"),
        h("button", { type: "button", class: "icon-button", "aria-label": "Close the list", onclick: () => this.dialog.close() }, icon("close")),
      ),
      h("dl", { class: "shortcuts" }, ...all.map(({ key, does }) => h("div", {}, h("dt", {}, h("kbd", {}, key)), h("dd", {}, does)))),
      h("label", { class: "check", for: "shortcuts-on" }, isOn, "Use these keys"),
    );
    document.body.append(this.dialog);
    this.button = h("button", { type: "button", class: "icon-button", "aria-label": "Keyboard shortcuts", title: "Keyboard shortcuts (?)", "data-testid": "bench-help", onclick: () => this.show() }, "?");
    document.addEventListener("keydown", (event) => {
      if (!this.memory.value.isOn || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
      const found = all.find(({ key }) => key === event.key);
      if (found === undefined || document.querySelector("dialog[open]") !== null) return;
      event.preventDefault();
      found.act();
    });
  }

  private show(): void {
    this.dialog.showModal();
  }
}

/** Whether a key belongs to the element that has the keyboard. */
function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && (target.isContentEditable || target.matches("input:not([type=checkbox]), textarea, select"));
}
