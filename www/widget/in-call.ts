import { h, fill, setAttribute, setText } from "../shared/dom";
import { formatDuration } from "../shared/duration";
import { icon } from "../shared/icons";
import { formatNumber } from "../shared/numbers";
import { keypad } from "./keypad";
import type { Phone } from "./phone";
import { farNumber, talkTimeMs, type PhoneCall, type Screen } from "./state";
import type { View } from "./view";

/** Dialling, ringing and talking. */
export function inCallView(phone: Phone): View {
  const timer = h("p", { class: "timer digits", "data-testid": "sp-timer", role: "timer" });
  const who = callerHead();
  const elsewhere = elsewhereHint();
  const digits = h("output", { class: "dtmf digits" });
  const pad = h("div", { class: "pad", hidden: true }, digits, keypad((key) => setText(digits, (digits.textContent + key).slice(-16))));
  const mute = round("mic", "Mute", "sp-mute", () => phone.setMuted(!phone.store.value.muted));
  const keys = round("keypad", "Keypad", "sp-keypad", () => {
    pad.hidden = !pad.hidden;
    setAttribute(keys, "aria-pressed", pad.hidden ? "false" : "true");
  });
  const transfer = round("transfer", "Transfer", "sp-transfer", () => phone.transfer());
  const hold = round("pause", "Hold", "sp-hold", () => phone.setHeld(!phone.store.value.held));
  const remark = h("p", { class: "hint", role: "status", "data-testid": "sp-remark" });
  const element = h(
    "div",
    { class: "screen call" },
    who.element,
    timer,
    elsewhere.element,
    pad,
    remark,
    h("div", { class: "rounds" }, mute, keys, transfer, hold),
    h("button", { type: "button", class: "danger wide", "data-testid": "sp-hangup", onclick: () => phone.hangUp() }, icon("phoneDown"), "Hang up"),
  );
  const tick = (): void => {
    const { call, screen } = phone.store.value;
    if (call !== undefined && element.isConnected) setText(timer, screen === "connected" ? formatDuration(talkTimeMs(call, Date.now())) : WAITING[screen] ?? "");
  };
  const clock = setInterval(() => (element.isConnected ? tick() : clearInterval(clock)), 250);
  return {
    element,
    update(state) {
      if (state.call !== undefined) who.update(state.call, state.isElsewhere);
      const talking = state.screen === "connected";
      for (const button of [mute, keys, transfer, hold]) button.disabled = !talking;
      setAttribute(hold, "aria-pressed", String(state.held));
      setText(remark, talking && state.held ? "On hold." : "");
      // A press on an element that is replaced before the release is no click.
      if (mute.getAttribute("aria-pressed") !== String(state.muted)) {
        setAttribute(mute, "aria-pressed", String(state.muted));
        fill(mute, icon(state.muted ? "micOff" : "mic"), h("span", {}, state.muted ? "Muted" : "Mute"));
      }
      setAttribute(element, "data-muted", state.muted);
      elsewhere.update(state);
      tick();
    },
  };
}

/** Ringing here. */
export function incomingView(phone: Phone): View {
  const who = callerHead();
  const elsewhere = elsewhereHint();
  const element = h(
    "div",
    { class: "screen call incoming" },
    h("p", { class: "timer" }, "Incoming call"),
    who.element,
    elsewhere.element,
    h(
      "div",
      { class: "answer-row" },
      h("button", { type: "button", class: "danger", "data-testid": "sp-decline", onclick: () => phone.decline() }, icon("phoneDown"), "Decline"),
      h("button", { type: "button", class: "go", "data-testid": "sp-answer", onclick: () => phone.answer() }, icon("phone"), "Answer"),
    ),
    h("p", { class: "hint" }, "Left alone, it rings out and counts as missed."),
  );
  return {
    element,
    update(state) {
      elsewhere.update(state);
      if (state.call !== undefined) who.update(state.call, state.isElsewhere);
    },
  };
}

/** Shows that another of the user's windows has the call. */
export function elsewhereHint(): View {
  const element = h("p", { class: "hint elsewhere", "data-testid": "sp-elsewhere" });
  return {
    element,
    update({ isElsewhere }) {
      element.hidden = !isElsewhere;
      setText(element, isElsewhere ? "On another tab" : "");
    },
  };
}

/** Name and number of the other side. */
function callerHead(): { element: HTMLElement; update(call: PhoneCall, isElsewhere: boolean): void } {
  const name = h("h1", { "data-testid": "sp-caller" });
  const number = h("p", { class: "hint digits" });
  const more = h("p", { class: "hint" });
  const element = h("div", { class: "who" }, h("div", { class: "logo" }, icon("user")), name, number, more);
  return {
    element,
    update(call, isElsewhere) {
      const [first, ...others] = call.callers;
      const readable = formatNumber(farNumber(call));
      setText(name, first?.name ?? readable);
      // Callers are looked up by the host of the window that has the call.
      const unknown = isElsewhere ? "" : call.direction === "INBOUND" ? "Not in the CRM" : "Outgoing call";
      setText(number, first === undefined ? unknown : readable);
      setText(more, others.length === 0 ? "" : `Also: ${others.map((caller) => caller.name).join(", ")}`);
    },
  };
}

function round(name: "keypad" | "mic" | "pause" | "transfer", label: string, testId: string, act: () => void): HTMLButtonElement {
  return h("button", { type: "button", class: "round", "data-testid": testId, onclick: act }, icon(name), h("span", {}, label));
}

const WAITING: Readonly<Partial<Record<Screen, string>>> = { dialing: "Dialling …", ringing: "Ringing …" };
