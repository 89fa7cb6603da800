import { h } from "../shared/dom";
import { icon } from "../shared/icons";
import type { Phone } from "./phone";
import type { View } from "./view";

/** The screen before log-in. */
export function loginView(phone: Phone): View {
  const name = h("input", { id: "name", "data-testid": "sp-name", autocomplete: "off", placeholder: "Any name will do" });
  const element = h(
    "form",
    {
      class: "screen login",
      onsubmit: (event) => {
        event.preventDefault();
        phone.logIn(name.value.trim() === "" ? "Demo user" : name.value.trim());
      },
    },
    h("div", { class: "logo" }, icon("phone")),
    h("h1", {}, "Demo softphone"),
    h("p", { class: "hint" }, "A phone that only pretends: no sound, no line, real messages."),
    h("label", { class: "label", for: "name" }, "Your name"),
    name,
    h("button", { type: "submit", class: "primary", "data-testid": "sp-login" }, "Log in"),
  );
  return { element, update: () => undefined };
}
