import { validateSettings } from "calling-widget-sdk/settings";

import { h, fill, setAttribute, setText } from "../shared/dom";
import type { PageSettings, PageState } from "./state/page";
import type { Store } from "../shared/store";

/** Opens a widget with these settings; returns the fault, if any. */
export type ApplySettings = (settings: PageSettings) => Promise<string>;

/** The selectable widgets: the demo's by the behaviour of its line, and any other. */
const CHOICES = [
  ["answers", "Demo softphone"],
  ["busy", "Demo softphone, the line is busy"],
  ["silent", "Demo softphone, nobody answers"],
  ["fails", "Demo softphone, the call fails"],
  ["own", "Your own address"],
] as const;

/** The form of the calling settings and of the choice of widget. */
export class SettingsForm {
  private readonly choice = h(
    "select",
    { id: "set-choice", "data-testid": "widget-choice", onchange: () => this.choose() },
    ...CHOICES.map(([value, label]) => h("option", { value }, label)),
  );
  private readonly name = h("input", { type: "text", id: "set-name", autocomplete: "off" });
  private readonly url = h("input", {
    type: "text",
    id: "set-url",
    inputmode: "url",
    autocomplete: "off",
    spellcheck: "false",
    "data-testid": "widget-url",
    "aria-describedby": "set-error",
    oninput: () => this.drawChoice(),
  });
  private readonly width = h("input", { type: "number", id: "set-width", min: "200", max: "1200", "aria-describedby": "set-error" });
  private readonly height = h("input", { type: "number", id: "set-height", min: "200", max: "1200", "aria-describedby": "set-error" });
  private readonly isReady = h("input", { type: "checkbox", id: "set-ready", "data-testid": "is-ready" });
  private readonly custom = h("input", { type: "checkbox", id: "set-custom", "data-testid": "supports-custom-objects" });
  private readonly error = h("p", { class: "error", id: "set-error", role: "alert", "data-testid": "widget-error" });

  constructor(
    root: HTMLElement,
    store: Store<PageState>,
    private readonly demo: PageSettings,
    private readonly apply: ApplySettings,
  ) {
    const form = h(
      "form",
      { class: "form", novalidate: true, onsubmit: (event) => void this.submit(event) },
      h("label", { class: "label", for: "set-choice" }, "Widget"),
      this.choice,
      h("label", { class: "label", for: "set-url" }, "Widget URL"),
      this.url,
      this.error,
      h("label", { class: "label", for: "set-name" }, "Name"),
      this.name,
      h(
        "div",
        { class: "row" },
        h("div", {}, h("label", { class: "label", for: "set-width" }, "Width"), this.width),
        h("div", {}, h("label", { class: "label", for: "set-height" }, "Height"), this.height),
      ),
      h("label", { class: "check", for: "set-ready" }, this.isReady, "isReady, else shown as in test"),
      h("label", { class: "check", for: "set-custom" }, this.custom, "supportsCustomObjects"),
      h(
        "div",
        { class: "row" },
        h("button", { type: "submit", class: "primary", "data-testid": "widget-apply" }, "Apply"),
        h("button", { type: "button", "data-testid": "widget-demo", onclick: () => this.draw(this.demo) }, "Use demo"),
      ),
    );
    fill(root, h("header", { class: "card-head" }, h("h2", { id: "settings-title" }, "Calling settings")), form);
    let drawn: PageSettings | undefined;
    store.watch(({ settings }) => {
      if (settings !== drawn) this.draw((drawn = settings));
    });
  }

  /** The form's current values. */
  read(): PageSettings {
    return {
      name: this.name.value.trim(),
      url: this.url.value.trim(),
      width: this.width.valueAsNumber,
      height: this.height.valueAsNumber,
      isReady: this.isReady.checked,
      supportsCustomObjects: this.custom.checked,
    };
  }

  /** Shows a fault of the form at its field. */
  fail(message: string, field: HTMLInputElement = this.url): void {
    setText(this.error, message);
    for (const input of [this.url, this.name, this.width, this.height]) {
      setAttribute(input, "aria-invalid", message !== "" && input === field ? "true" : undefined);
    }
  }

  private async submit(event: Event): Promise<void> {
    event.preventDefault();
    const settings = this.read();
    for (const [size, label] of [[this.width, "Width"], [this.height, "Height"]] as const) {
      if (Number.isNaN(size.valueAsNumber) || !size.validity.valid) {
        this.fail(`${label} is no whole number from ${size.min} to ${size.max}`, size);
        return;
      }
    }
    // CallingHost checks the address: settings require https, a trial does not.
    const problem = validateSettings(settings).find(({ field }) => field !== "url");
    if (problem === undefined) this.fail(await this.apply(settings));
    else this.fail(problem.message, problem.field === "name" ? this.name : this.url);
  }

  /** Fills in the chosen widget's address; it is opened by Apply. */
  private choose(): void {
    const { value } = this.choice;
    if (value === "own") {
      this.url.value = "";
      this.url.focus();
    } else {
      this.url.value = this.addressOf(value);
    }
  }

  private drawChoice(): void {
    const known = CHOICES.find(([value]) => value !== "own" && this.addressOf(value) === this.url.value.trim());
    this.choice.value = known?.[0] ?? "own";
  }

  private addressOf(farEnd: string): string {
    if (farEnd === "answers") return this.demo.url;
    const url = new URL(this.demo.url);
    url.searchParams.set("farEnd", farEnd);
    return url.href;
  }

  private draw(settings: PageSettings): void {
    this.fail("");
    this.name.value = settings.name;
    this.url.value = settings.url;
    this.width.value = String(settings.width);
    this.height.value = String(settings.height);
    this.isReady.checked = settings.isReady;
    this.custom.checked = settings.supportsCustomObjects;
    this.drawChoice();
  }
}
