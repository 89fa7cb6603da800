import { validateSettings } from "calling-widget-sdk/settings";

import { h, fill, setAttribute, setText } from "../shared/dom";
import type { PageSettings, PageState } from "./state/page";
import type { Store } from "../shared/store";

/** Opens a widget with these settings; answers what is wrong, or nothing. */
export type ApplySettings = (settings: PageSettings) => Promise<string>;

/** The form of the calling settings and of the choice of widget. */
export class SettingsForm {
  private readonly name = h("input", { type: "text", id: "set-name", autocomplete: "off" });
  private readonly url = h("input", {
    type: "text",
    id: "set-url",
    inputmode: "url",
    autocomplete: "off",
    spellcheck: "false",
    "data-testid": "widget-url",
    "aria-describedby": "set-error",
  });
  private readonly width = h("input", { type: "number", id: "set-width", min: "200", max: "1200" });
  private readonly height = h("input", { type: "number", id: "set-height", min: "200", max: "1200" });
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

  /** What the form holds now. */
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

  /** Shows what is wrong with the form. */
  fail(message: string): void {
    setText(this.error, message);
    setAttribute(this.url, "aria-invalid", message === "" ? undefined : "true");
  }

  private async submit(event: Event): Promise<void> {
    event.preventDefault();
    const settings = this.read();
    // The address is for CallingHost to judge: settings ask for https, a trial may do without.
    const problem = validateSettings(settings).find(({ field }) => field !== "url");
    this.fail(problem?.message ?? (await this.apply(settings)));
  }

  private draw(settings: PageSettings): void {
    this.fail("");
    this.name.value = settings.name;
    this.url.value = settings.url;
    this.width.value = String(settings.width);
    this.height.value = String(settings.height);
    this.isReady.checked = settings.isReady;
    this.custom.checked = settings.supportsCustomObjects;
  }
}
