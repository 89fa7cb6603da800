// The phone at the other end: a separate page that the softphone calls, and that calls it.
import { qualityOf } from "../line/connection";
import { PeerPhone } from "../line/peer-phone";
import { Tones } from "../line/tones";
import { byId, fill, h, setAttribute, setText } from "../shared/dom";
import { formatDuration } from "../shared/duration";
import { icon } from "../shared/icons";
import { NUMBERS, formatNumber } from "../shared/numbers";
import { Store } from "../shared/store";
import { roomOf } from "./options";
import { qualityWords } from "./live";

/** A call of this phone. */
interface CustomerCall {
  readonly id: string;
  readonly number: string;
  readonly isOurs: boolean;
  state: "calling" | "ringing" | "talking";
  answeredAt?: number;
}

interface CustomerState {
  call: CustomerCall | undefined;
  isMuted: boolean;
  isHeld: boolean;
  isHeldThere: boolean;
  /** Digits received from the softphone. */
  digits: string;
  quality: string;
  notice: string;
}

const QUIET = { isMuted: false, isHeld: false, isHeldThere: false, digits: "", quality: "" } as const;

/** The selectable callers, by number. */
const CALLERS = [
  [NUMBERS.mariaMobile, "Maria Okafor"],
  [NUMBERS.harbourDesk, "Harbour & Finch"],
  [NUMBERS.jonasMobile, "Jonas Lindqvist"],
  [NUMBERS.unknown, "Unknown number"],
] as const;

const title = "The customer's phone";
const store = new Store<CustomerState>({ call: undefined, notice: "", ...QUIET });
const tones = new Tones();
let caller: string = NUMBERS.mariaMobile;
const phone = new PeerPhone({
  room: roomOf(location.search),
  line: "customer",
  number: () => caller,
  isFree: () => store.value.call === undefined,
  returns: false,
});

phone.listen((event) => {
  const { call } = store.value;
  if (!("callId" in event)) return;
  if (event.type === "incoming") {
    store.set({ ...QUIET, notice: "", call: { id: event.callId, number: event.from, isOurs: false, state: "ringing" } });
  } else if (call === undefined || call.id !== event.callId) {
    return;
  } else if (event.type === "ringing") {
    store.set({ notice: "It rings." });
  } else if (event.type === "answered") {
    store.set({ notice: "", call: { ...call, state: "talking", answeredAt: Date.now() } });
  } else if (event.type === "reconnecting") {
    store.set({ notice: "The other side is gone. Waiting for it to come back …" });
  } else if (event.type === "reconnected") {
    store.set({ notice: "" });
  } else if (event.type === "ended" || event.type === "failed") {
    store.set({ call: undefined, ...QUIET, notice: WORDS[String(event.cause)] ?? "The call has ended." });
  }
});
phone.onNews = (news) => {
  const { call, digits } = store.value;
  if (news.callId !== call?.id) return;
  store.set(news.type === "digits" ? { digits: (digits + news.digits).slice(-24) } : { isHeldThere: news.isOn });
};
setInterval(() => void measure(), 1000);

/** Measures the call's quality. */
async function measure(): Promise<void> {
  const connection = phone.connection();
  if (connection === undefined || store.value.call?.state !== "talking") return;
  const quality = await qualityOf(connection);
  if (phone.connection() !== connection) return;
  store.set({ quality: qualityWords(quality) });
}

/** The reasons of a call's end, in words. */
const WORDS: Readonly<Record<string, string>> = {
  busy: "The softphone is busy.",
  rejected: "The softphone declined the call.",
  noAnswer: "No softphone takes calls now. Open it in the demo's page, with the real line.",
  canceled: "The caller has hung up.",
  elsewhere: "Answered elsewhere.",
  microphone: "No microphone: allow this page to use it, or plug one in.",
  failed: "The connection is lost.",
};

/** Carries out a user's command; an event reports its failure. */
function act(command: (id: string) => unknown): void {
  const { call } = store.value;
  if (call === undefined) return;
  try {
    Promise.resolve(command(call.id)).catch(() => undefined);
  } catch {
    // The call has just ended.
  }
}

function callSoftphone(): void {
  const id = crypto.randomUUID();
  store.set({ ...QUIET, notice: "Calling …", call: { id, number: NUMBERS.ownLine, isOurs: true, state: "calling" } });
  phone.dial(id, NUMBERS.ownLine).catch(() => undefined);
}

const status = h("span", { class: "pill", role: "status", "data-testid": "cp-state" });
const notice = h("p", { class: "hint center", role: "status", "data-testid": "cp-notice" });
const who = h("h1", { "data-testid": "cp-who" });
const timer = h("p", { class: "timer digits", role: "timer", "data-testid": "cp-timer" });
const facts = h("p", { class: "hint center", "data-testid": "cp-facts" });
const quality = h("p", { class: "hint digits center", "data-testid": "cp-quality" });
const number = h(
  "select",
  { id: "caller", "data-testid": "cp-number", onchange: () => (caller = number.value) },
  ...CALLERS.map(([value, name]) => h("option", { value }, `${name}, ${formatNumber(value)}`)),
);
const callButton = h("button", { type: "button", class: "go wide", "data-testid": "cp-call", onclick: callSoftphone }, icon("phone"), "Call the softphone");
const answer = h("button", { type: "button", class: "go", "data-testid": "cp-answer", onclick: () => act((id) => phone.answer(id)) }, icon("phone"), "Answer");
const decline = h("button", { type: "button", class: "danger", "data-testid": "cp-decline", onclick: () => act((id) => phone.reject(id, "declined")) }, icon("phoneDown"), "Decline");
const hangUp = h("button", { type: "button", class: "danger wide", "data-testid": "cp-hangup", onclick: () => act((id) => phone.hangUp(id)) }, icon("phoneDown"), "Hang up");
const mute = toggle("mic", "Mute", "cp-mute", () => {
  const isMuted = !store.value.isMuted;
  store.set({ isMuted });
  act((id) => phone.mute(id, isMuted));
});
const hold = toggle("pause", "Hold", "cp-hold", () => {
  const isHeld = !store.value.isHeld;
  store.set({ isHeld });
  act((id) => phone.hold(id, isHeld));
});
const idle = h("div", { class: "customer-idle" }, h("label", { class: "label", for: "caller" }, "Who calls"), number, callButton);
const ringing = h("div", { class: "answer-row" }, decline, answer);
const talking = h("div", { class: "rounds" }, mute, hold);
const place = h("div", { class: "screen call" }, h("div", { class: "who" }, h("div", { class: "logo" }, icon("user")), who), timer, notice, facts, quality, talking, ringing, hangUp, idle);

document.title = title;
fill(byId("phone"), h("header", { class: "head" }, h("div", { class: "head-who" }, h("span", { class: "user" }, title)), status), h("div", { class: "stage" }, place));

let shown = "";
const NEXT = { idle: callButton, calling: hangUp, ringing: answer, talking: hangUp } as const;
store.watch((state) => {
  const { call } = state;
  const screen = call?.state ?? "idle";
  setText(status, screen);
  setAttribute(status, "data-state", screen === "talking" ? "connected" : screen === "idle" ? "idle" : "ringing");
  setText(who, call === undefined ? "Ready" : call.number === NUMBERS.ownLine ? "The softphone" : formatNumber(call.number));
  setText(notice, state.notice);
  setText(facts, [state.isHeldThere ? "You are on hold." : "", state.digits === "" ? "" : `Digits: ${state.digits}`].filter((text) => text !== "").join(" "));
  setText(quality, state.quality);
  setAttribute(place, "data-screen", screen);
  setAttribute(place, "data-muted", state.isMuted);
  setAttribute(mute, "aria-pressed", String(state.isMuted));
  setAttribute(hold, "aria-pressed", String(state.isHeld));
  place.classList.toggle("incoming", screen === "ringing");
  ringing.hidden = screen !== "ringing";
  talking.hidden = screen !== "talking";
  hangUp.hidden = screen !== "talking" && screen !== "calling";
  idle.hidden = screen !== "idle";
  timer.hidden = screen !== "talking";
  tick();
  tones.play(screen === "ringing" ? "ring" : state.notice === "It rings." ? "ringback" : undefined);
  if (shown !== screen) {
    shown = screen;
    // The focused element is hidden; the keyboard continues here.
    if (document.activeElement === document.body) NEXT[screen].focus();
  }
});
setInterval(tick, 250);

function tick(): void {
  const { call } = store.value;
  if (call?.answeredAt !== undefined) setText(timer, formatDuration(Date.now() - call.answeredAt));
}

function toggle(name: "mic" | "pause", label: string, testId: string, press: () => void): HTMLButtonElement {
  return h("button", { type: "button", class: "round", "data-testid": testId, "aria-pressed": "false", onclick: press }, icon(name), h("span", {}, label));
}
