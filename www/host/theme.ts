import { h, fill, setAttribute } from "../shared/dom";
import { icon } from "../shared/icons";

/** Switches between light and dark; the system's choice applies until the first click. */
export function themeToggle(): HTMLElement {
  const system = matchMedia("(prefers-color-scheme: dark)");
  const isDark = (): boolean => (document.documentElement.dataset["theme"] ?? (system.matches ? "dark" : "light")) === "dark";
  const button = h("button", { type: "button", class: "nav-button icon-button", "data-testid": "theme" });
  const draw = (): void => {
    fill(button, icon(isDark() ? "sun" : "moon"));
    const label = isDark() ? "Light colours" : "Dark colours";
    setAttribute(button, "aria-label", label);
    setAttribute(button, "title", label);
  };
  button.addEventListener("click", () => {
    document.documentElement.dataset["theme"] = isDark() ? "light" : "dark";
    draw();
  });
  system.addEventListener("change", draw);
  draw();
  return button;
}
