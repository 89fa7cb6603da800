import { h, setAttribute } from "../shared/dom";
import { icon } from "../shared/icons";
import type { PageState } from "./state/page";
import type { Store } from "../shared/store";
import { themeToggle } from "./theme";

/** The actions of the bar's buttons. */
export interface NavActions {
  togglePhone: () => void;
  showBench: () => void;
}

/** Draws the navigation bar; its phone button shows and hides the frame. */
export function mountNav(root: HTMLElement, store: Store<PageState>, { togglePhone, showBench }: NavActions): void {
  const dot = h("span", { class: "nav-dot", "aria-hidden": "true" });
  const phone = h(
    "button",
    { type: "button", class: "nav-button nav-phone", "data-testid": "nav-phone", onclick: togglePhone },
    icon("phone"),
    h("span", {}, "Phone"),
    dot,
  );
  root.append(
    h("span", { class: "brand" }, h("span", { class: "brand-mark", "aria-hidden": "true" }), h("span", { class: "brand-name" }, "Demo CRM")),
    h("span", { class: "nav-space" }),
    // Not needed where the workbench has its own bar.
    h(
      "button",
      { type: "button", class: "nav-button nav-bench", "data-testid": "nav-bench", onclick: showBench },
      icon("note"),
      h("span", {}, "Workbench"),
    ),
    phone,
    themeToggle(),
    h("span", { class: "nav-user" }, h("span", { class: "avatar", "aria-hidden": "true" }, "SW"), h("span", { class: "nav-user-name" }, "Sam Whitlock")),
  );
  store.watch((state) => {
    setAttribute(phone, "aria-pressed", state.isHidden || state.hostState === "closed" ? "false" : "true");
    setAttribute(phone, "data-active", state.hasActiveCall);
    setAttribute(phone, "title", state.hasActiveCall ? "A call is active" : "Show or hide the phone");
  });
}
