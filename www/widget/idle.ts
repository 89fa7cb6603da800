import { h, fill, setText } from "../shared/dom";
import { icon } from "../shared/icons";
import { NUMBERS, formatNumber } from "../shared/numbers";
import { keypad } from "./keypad";
import { farEnd } from "./options";
import type { Phone } from "./phone";
import type { RecentCall } from "./state";
import type { View } from "./view";

/** Keypad, recent calls, and the switches of the line. */
export function idleView(phone: Phone): View {
  const number = h("input", {
    type: "tel",
    class: "number",
    "data-testid": "sp-number",
    "aria-label": "Number to call",
    autocomplete: "off",
    placeholder: "Enter a number",
    oninput: () => phone.store.set({ number: number.value }),
  });
  const append = (key: string): void => phone.store.set({ number: number.value + key });
  const erase = h(
    "button",
    { type: "button", class: "icon-button", "aria-label": "Delete the last digit", onclick: () => phone.store.set({ number: number.value.slice(0, -1) }) },
    icon("backspace"),
  );
  const recent = h("ul", { class: "recent" });
  const line = simulationView(phone);
  const element = h(
    "form",
    {
      class: "screen idle",
      onsubmit: (event) => {
        event.preventDefault();
        phone.dial(number.value.trim());
      },
    },
    h("div", { class: "number-row" }, number, erase),
    keypad(append),
    h("button", { type: "submit", class: "go wide", "data-testid": "sp-call" }, icon("phone"), "Call"),
    recent,
    line.element,
  );
  let listed: readonly RecentCall[] | undefined;
  return {
    element,
    update(state) {
      if (number.value !== state.number) number.value = state.number;
      if (listed !== state.recent) {
        listed = state.recent;
        fill(recent, ...recentRows(phone, listed));
      }
      line.update(state);
    },
  };
}

function recentRows(phone: Phone, recent: readonly RecentCall[]): HTMLElement[] {
  if (recent.length === 0) return [h("li", { class: "hint" }, "No recent calls")];
  return recent.map((call) =>
    h(
      "li",
      {},
      h(
        "button",
        { type: "button", class: "quiet", title: "Put the number into the field", onclick: () => phone.store.set({ number: call.number }) },
        icon(call.direction === "INBOUND" ? "arrowIn" : "arrowOut"),
        h("span", { class: "visually-hidden" }, call.direction === "INBOUND" ? "Call from " : "Call to "),
        h("span", { class: "recent-who" }, call.name === "" ? formatNumber(call.number) : call.name),
        h("span", { class: "hint" }, call.result),
      ),
    ),
  );
}

/** Controls that a real phone lacks: callers, and the other side's behaviour. */
function simulationView(phone: Phone): View {
  const caller = h(
    "select",
    { "aria-label": "Who calls", "data-testid": "sp-incoming-number" },
    option(NUMBERS.mariaMobile, "Maria Okafor"),
    option(NUMBERS.harbourDesk, "Harbour & Finch"),
    option(NUMBERS.jonasMobile, "Jonas Lindqvist"),
    option(NUMBERS.unknown, "Unknown number"),
  );
  const incoming = h(
    "button",
    { type: "button", "data-testid": "sp-incoming", onclick: () => phone.receive(caller.value) },
    icon("arrowIn"),
    "Simulate incoming call",
  );
  const other = h(
    "select",
    { "aria-label": "The other side", "data-testid": "sp-far-end", onchange: () => phone.store.set({ farEnd: farEnd(other.value) }) },
    option("answers", "Callee answers"),
    option("busy", "Callee is busy"),
    option("silent", "No answer"),
    option("fails", "Call fails"),
  );
  const hint = h("p", { class: "hint" });
  const element = h(
    "fieldset",
    { class: "simulation" },
    h("legend", {}, "Simulation"),
    caller,
    incoming,
    other,
    hint,
  );
  return {
    element,
    update(state) {
      other.value = state.farEnd;
      incoming.disabled = !state.available;
      setText(
        hint,
        !state.available
          ? "Become available to take calls."
          : state.place === "widget"
            ? "A CRM takes none on a record page."
            : "",
      );
    },
  };
}

function option(value: string, label: string): HTMLOptionElement {
  return h("option", { value }, label);
}
