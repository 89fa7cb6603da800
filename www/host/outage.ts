import { fill, h } from "../shared/dom";
import { icon } from "../shared/icons";

/** Shows in place of the page the reason that it has no platform. */
export function mountOutage(root: HTMLElement, why: string): undefined {
  document.querySelector("main")?.setAttribute("hidden", "");
  fill(
    root,
    h(
      "div",
      { class: "banner bad", role: "alert", "data-testid": "outage" },
      icon("alert"),
      h("span", { dir: "auto" }, `The page has no platform to work with: ${why}`),
      h("button", { type: "button", onclick: () => location.reload() }, "Try again"),
    ),
  );
}
