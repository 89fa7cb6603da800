import { h } from "../shared/dom";
import { icon } from "../shared/icons";
import type { Softphone } from "./softphone";
import type { View } from "./view";

/** The screen before log-in. */
export function loginView(phone: Softphone): View {
  const isSip = phone.store.value.live?.kind === "sip";
  const name = h("input", { id: "name", "data-testid": "sp-name", autocomplete: isSip ? "username" : "off", required: isSip, placeholder: isSip ? "ada@example.com" : "Any name will do" });
  const password = h("input", { id: "password", type: "password", "data-testid": "sp-password", autocomplete: "current-password" });
  const element = h(
    "form",
    {
      class: "screen login",
      onsubmit: (event) => {
        event.preventDefault();
        phone.logIn(name.value.trim() === "" ? "Demo user" : name.value.trim(), password.value);
      },
    },
    h("div", { class: "logo" }, icon("phone")),
    h("h1", {}, "Demo softphone"),
    h("p", { class: "hint" }, WORDS[phone.store.value.live?.kind ?? "simulated"]),
    h("label", { class: "label", for: "name" }, isSip ? "SIP address" : "Your name"),
    name,
    isSip && h("label", { class: "label", for: "password" }, "Password"),
    isSip && password,
    h("button", { type: "submit", class: "primary", "data-testid": "sp-login" }, "Log in"),
  );
  return { element, update: () => undefined };
}

const WORDS = {
  simulated: "A phone that only pretends: no sound, no line, real messages.",
  customer: "A phone with real sound, to the customer's phone on this machine.",
  sip: "A phone with an account of your own at a SIP server.",
} as const;
