import {
  SETTINGS_OVERRIDE_KEY,
  clearSettingsOverride,
  readSettingsOverride,
  writeSettingsOverride,
} from "calling-widget-sdk/settings";

import { h, fill, setAttribute, setText } from "../shared/dom";
import { icon } from "../shared/icons";
import type { PageSettings } from "./state/page";

/** The result of reading the override. */
export type Override = ReturnType<typeof readSettingsOverride>;

/** The settings with an applied override's fields; any other override changes nothing. */
export function withOverride(settings: PageSettings, override: Override): PageSettings {
  if (override.status !== "applied") return settings;
  const { name, url, width, height, isReady, supportsCustomObjects } = override.settings;
  return {
    name: name ?? settings.name,
    url: url ?? settings.url,
    isReady,
    width: width ?? settings.width,
    height: height ?? settings.height,
    supportsCustomObjects: supportsCustomObjects ?? settings.supportsCustomObjects,
  };
}

/** Shows above the page that an override is wrong or storage is blocked. */
export function mountOverrideBanner(root: HTMLElement, override: Override): void {
  if (override.status === "invalid") {
    const field = override.field === undefined ? "" : ` (field ${override.field})`;
    root.append(
      h("p", { class: "banner bad", role: "alert", "data-testid": "override-banner" },
        icon("alert"),
        h("span", {}, `The settings override in this browser is not used${field}: ${override.message}`),
      ),
    );
  } else if (override.status === "blocked") {
    root.append(
      h("p", { class: "banner", role: "status", "data-testid": "override-banner" },
        icon("alert"),
        h("span", {}, `Local storage is blocked, so the page works without a settings override. ${override.message}`),
      ),
    );
  }
}

/** Draws the override's section: its stored value, write and clear. */
export function mountOverride(root: HTMLElement, atLoad: Override, read: () => PageSettings): void {
  const status = h("p", { class: "override-status", "data-testid": "override-status", "aria-live": "polite" });
  const reload = h("button", { type: "button", class: "quiet", "data-testid": "override-reload", onclick: () => location.reload() }, "Reload now");
  const draw = (override: Override, isFresh: boolean): void => {
    setAttribute(status, "data-status", override.status);
    setText(status, describe(override, isFresh));
    reload.hidden = !isFresh;
  };
  const write = (): void => {
    const { name, url, isReady } = read();
    draw(writeSettingsOverride({ name, url, isReady }), true);
  };
  const clear = (): void => {
    clearSettingsOverride();
    draw(readSettingsOverride(), true);
  };
  fill(
    root,
    h("header", { class: "card-head" }, h("h2", { id: "override-title" }, "Override in this browser")),
    h("p", { class: "hint" }, "Local storage, key ", h("code", { class: "breakable" }, SETTINGS_OVERRIDE_KEY), ". Read once, when the page loads."),
    status,
    h(
      "div",
      { class: "row" },
      h("button", { type: "button", "data-testid": "override-write", onclick: write }, "Write from form"),
      h("button", { type: "button", "data-testid": "override-clear", onclick: clear }, "Clear override"),
      reload,
    ),
  );
  draw(atLoad, false);
}

function describe(override: Override, isFresh: boolean): string {
  switch (override.status) {
    case "absent":
      return isFresh ? "Cleared. The settings above hold again after a reload." : "None. The settings above are the app's own.";
    case "applied": {
      const { name, url, isReady } = override.settings;
      const summary = `${[name, url, isReady ? "ready" : "in test"].filter((part) => part !== undefined).join(", ")}.`;
      return isFresh ? `Written, used from the next load on: ${summary}` : `In use: ${summary}`;
    }
    case "invalid":
      return `Not used: ${override.message}`;
    case "blocked":
      return `Storage is blocked: ${override.message}`;
  }
}
