import CallingExtensions from "calling-widget-sdk";
import { bindPhone, type PhoneBinding, type PhoneCall as BoundCall, type PhoneDiagnostic, type PhoneEvent, type PhoneOptions as BindOptions } from "calling-widget-sdk/phone";

import { qualityOf } from "../line/connection";
import { Tones, type Tone } from "../line/tones";
import { NUMBERS } from "../shared/numbers";
import { Store } from "../shared/store";
import { handlersOf } from "./crm";
import { qualityWords, type LiveLine } from "./live";
import type { PhoneOptions } from "./options";
import { WORDS, defaultWrapUp, type WrapUp } from "./outcome";
import type { Softphone } from "./softphone";
import { farNumber, initialState, type Caller, type PhoneCall, type PhoneState, type Screen } from "./state";

/** The softphone on a line with real sound. `bindPhone` decides the calls' meaning. */
export class LivePhone implements Softphone {
  readonly store: Store<PhoneState>;
  private readonly cti: CallingExtensions;
  private readonly binding: PhoneBinding;
  private readonly bindOptions: BindOptions;
  private readonly tones = new Tones();
  /** Unsaved forms, by call. */
  private readonly forms = new Map<string, (wrapUp: WrapUp) => void>();
  private readonly facts = new Map<string, Facts>();
  private readonly remembered = new Set<string>();
  /** The call that rings at the other end. */
  private ringing = "";

  constructor(
    private readonly options: PhoneOptions,
    private readonly line: LiveLine,
  ) {
    this.store = new Store<PhoneState>({
      ...initialState(options),
      live: { kind: line.kind, isOnline: false, isHeld: false, quality: "", isReconnecting: false },
    });
    this.cti = new CallingExtensions({
      debugMode: true,
      resume: line.returns,
      eventHandlers: {
        ...handlersOf(this.store, (callers) => this.meet(callers)),
        onReady: ({ iframeLocation }) => this.store.set({ place: iframeLocation }),
        onDialNumber: () => this.saveOpenForms(),
      },
    });
    this.store.set({ embedded: this.cti.state !== "notEmbedded" });
    const before = storedFacts();
    if (before !== undefined) this.goOn(before);
    line.setAvailable(options.autoLogin);
    this.bindOptions = {
      fromNumber: NUMBERS.ownLine,
      properties: (call) => this.properties(call),
      onDiagnostic: (diagnostic) => this.note(diagnostic),
    };
    this.binding = bindPhone(this.cti, line.phone, this.bindOptions);
    line.phone.listen((event) => this.hear(event));
    if (!options.autoLogin) this.binding.logOut();
    this.binding.subscribe(() => this.draw());
    this.cti.on("callsChanged", () => this.draw());
    this.cti.on("resumed", () => {
      if (before?.isHeld === true) this.binding.hold(true, before.callId);
      if (before !== undefined) this.binding.mute(before.isMuted, before.callId);
    });
    this.draw();
    window.addEventListener("pagehide", () => this.storeFacts());
    setInterval(() => void this.measure(), 1000);
  }

  logIn(name: string, password = ""): void {
    this.notify(this.line.logIn === undefined ? "" : "Registering …");
    void Promise.resolve(this.line.logIn?.(name, password) ?? "").then((refusal) => {
      this.notify(refusal);
      if (refusal !== "") return;
      this.store.set({ screen: "idle", name, available: true });
      this.line.setAvailable(true);
    });
  }

  logOut(): void {
    this.saveOpenForms();
    this.line.setAvailable(false);
    this.binding.logOut();
    this.store.set({ screen: "loggedOut", available: false, notice: "" });
  }

  setAvailable(available: boolean): void {
    this.store.set({ available });
    this.line.setAvailable(available);
  }

  dial(number: string): void {
    if (number === "") {
      this.notify("Enter a number first.");
      return;
    }
    this.saveOpenForms();
    this.binding.dial(number);
  }

  receive(): void {
    this.notify("This line is real: call from the customer's phone.");
  }

  answer(): void {
    const [caller] = this.store.value.call?.callers ?? [];
    this.binding.answer();
    if (caller !== undefined) this.openRecord(caller);
  }

  decline(): void {
    this.binding.decline();
  }

  hangUp(): void {
    this.binding.hangUp();
  }

  setMuted(muted: boolean): void {
    this.binding.mute(muted);
  }

  setHeld(isHeld: boolean): void {
    this.binding.hold(isHeld);
  }

  sendDigit(digit: string): void {
    this.binding.sendDigits(digit);
  }

  /** Hidden here: nobody else could take the call. */
  transfer(): void {}

  openRecord(caller: Caller): void {
    const engagementId = this.store.value.call?.engagementId;
    this.cti.navigateToRecord({
      ...(engagementId === undefined ? {} : { engagementId }),
      objectCoordinates: caller.coordinates,
    });
  }

  save(wrapUp: WrapUp): void {
    const { call } = this.store.value;
    if (call !== undefined) this.forms.get(call.externalCallId)?.(wrapUp);
  }

  saveAsIs(keepOpen: boolean): void {
    const { call } = this.store.value;
    if (call !== undefined) this.save({ ...defaultWrapUp(call), keepOpen });
  }

  popOut(): void {
    this.notify("A real call stays in its page.");
  }

  notify(notice: string): void {
    this.store.set({ notice });
  }

  /** Resumes a call of the previous page: a muted user is not heard until the host has the call again. */
  private goOn(before: Facts): void {
    this.facts.set(before.callId, before);
    const { phone } = this.line;
    if (phone.has?.(before.callId) !== true) return;
    void phone.mute(before.callId, before.isMuted || before.isHeld);
  }

  /** Handles the phone's own events, for the display beside the calls. */
  private hear(event: PhoneEvent): void {
    if (event.type === "ringing") {
      this.ringing = event.callId;
    } else if (event.type === "registered" || event.type === "unregistered") {
      this.setLive({ isOnline: event.type === "registered" });
    } else if (event.type === "ended" && event.cause === "noAnswer") {
      this.notify(this.line.kind === "customer" ? "The customer's phone did not answer. Is it open?" : "");
    }
    this.draw();
  }

  private note({ code }: PhoneDiagnostic): void {
    if (code === "PHONE_MICROPHONE_DENIED") {
      this.notify("There is no microphone for this call: allow this page to use it, or go back to the simulation.");
    } else if (code === "PHONE_MICROPHONE_LOST") {
      this.notify("The microphone is gone: the other side hears nothing.");
    } else if (code === "PHONE_BAD_NUMBER") {
      this.notify("That is no number to call.");
    }
  }

  /** The user's notes after a call; the call is completed with them. */
  private async properties(bound: BoundCall): Promise<Record<string, string>> {
    const { id } = bound;
    const form = new Promise<WrapUp>((resolve) => this.forms.set(id, resolve));
    if (this.options.autoSave) this.forms.get(id)?.(defaultWrapUp(this.shown(bound)));
    const wrapUp = await form;
    this.forms.delete(id);
    this.bindOptions.hideWidget = !wrapUp.keepOpen;
    const { engagementId } = this.shown(bound);
    // After the call is completed.
    if (wrapUp.publish && engagementId !== undefined) {
      setTimeout(() => this.cti.finalizeEngagement({ externalCallId: id, engagementId }));
    }
    return {
      hs_call_title: wrapUp.title,
      hs_call_body: wrapUp.notes,
      hs_call_status: wrapUp.status,
      ...(wrapUp.disposition === "" ? {} : { hs_call_disposition: wrapUp.disposition }),
    };
  }

  /** Completes calls that were never saved, so that none is lost. */
  private saveOpenForms(): void {
    for (const bound of this.binding.calls) {
      this.forms.get(bound.id)?.({ ...defaultWrapUp(this.shown(bound)), keepOpen: true });
    }
  }

  /** Assigns the callers that the CRM knows to the incoming call. */
  private meet(callers: readonly Caller[]): void {
    const { call } = this.store.value;
    if (call === undefined) return;
    this.factsOf(call.externalCallId).callers = callers;
    this.draw();
  }

  private draw(): void {
    const { screen, recent, call } = this.store.value;
    if (screen === "loggedOut") return;
    const bound = [...this.binding.calls].reverse().find(({ state }) => state !== "closed" && state !== "none");
    if (bound === undefined) {
      if (call !== undefined) this.over();
      return;
    }
    const next = screenOf(bound, bound.id === this.ringing);
    const shown = this.shown(bound);
    if (call?.externalCallId !== bound.id) {
      this.saveOpenForms();
      this.store.set({ notice: "" });
      this.setLive({ quality: "" });
    }
    this.tones.play(toneOf(bound, next));
    if (bound.status !== undefined && !this.remembered.has(bound.id)) {
      this.remembered.add(bound.id);
      const entry = { direction: shown.direction, number: farNumber(shown), name: shown.callers[0]?.name ?? "", at: shown.startedAt, result: WORDS[bound.status] };
      this.store.set({ recent: [entry, ...recent].slice(0, 8) });
    }
    this.setLive({ isHeld: bound.isHeld, isReconnecting: bound.state === "reconnecting" });
    this.store.set({ call: shown, screen: next, muted: bound.isMuted, ...(bound.direction === "outbound" && shown.toNumber !== "" ? { number: shown.toNumber } : {}) });
  }

  private over(): void {
    this.tones.play(undefined);
    this.store.set({ screen: "completed", call: undefined, number: "", muted: false });
  }

  /** A call of the binding, with its display data. */
  private shown(bound: BoundCall): PhoneCall {
    const { callers, number, firstSeenAt } = this.factsOf(bound.id, bound.number);
    const engagementId = this.cti.calls.find(({ externalCallId }) => externalCallId === bound.id)?.engagementId;
    const isOurs = bound.direction === "outbound";
    return {
      externalCallId: bound.id,
      direction: isOurs ? "OUTBOUND" : "INBOUND",
      fromNumber: isOurs ? NUMBERS.ownLine : number,
      toNumber: isOurs ? number : NUMBERS.ownLine,
      startedAt: bound.startedAt ?? firstSeenAt,
      callers,
      ...(bound.answeredAt === undefined ? {} : { answeredAt: bound.answeredAt }),
      ...(bound.endedAt === undefined ? {} : { endedAt: bound.endedAt }),
      ...(bound.status === undefined ? {} : { endStatus: bound.status }),
      ...(typeof engagementId === "number" ? { engagementId } : {}),
    };
  }

  private factsOf(callId: string, number = ""): Facts {
    const known = this.facts.get(callId) ?? { callId, number, callers: [], firstSeenAt: Date.now(), isMuted: false, isHeld: false };
    this.facts.set(callId, known);
    return known;
  }

  private async measure(): Promise<void> {
    const connection = this.line.connection();
    if (this.store.value.screen !== "connected" || connection === undefined) return;
    this.setLive({ quality: qualityWords(await qualityOf(connection)) });
  }

  private setLive(patch: Partial<NonNullable<PhoneState["live"]>>): void {
    const { live } = this.store.value;
    if (live === undefined) return;
    const isChanged = (Object.keys(patch) as (keyof typeof patch)[]).some((name) => patch[name] !== live[name]);
    if (isChanged) this.store.set({ live: { ...live, ...patch } });
  }

  /** Stores display data for the next page. */
  private storeFacts(): void {
    const { call, muted, live } = this.store.value;
    const facts = call === undefined ? undefined : this.facts.get(call.externalCallId);
    try {
      if (facts !== undefined) sessionStorage.setItem(KEY, JSON.stringify({ ...facts, isMuted: muted, isHeld: live?.isHeld === true }));
    } catch {
      // Blocked: the next page shows the call without its number.
    }
  }
}

/** A call's data beside the binding's, which a reload would lose. */
interface Facts {
  readonly callId: string;
  readonly number: string;
  callers: readonly Caller[];
  readonly firstSeenAt: number;
  readonly isMuted: boolean;
  readonly isHeld: boolean;
}

function storedFacts(): Facts | undefined {
  try {
    const text = sessionStorage.getItem(KEY);
    sessionStorage.removeItem(KEY);
    return text === null ? undefined : (JSON.parse(text) as Facts);
  } catch {
    return undefined;
  }
}

const KEY = "demo-softphone:facts";

function screenOf({ state, direction }: BoundCall, isRinging: boolean): Screen {
  if (["connected", "reconnecting", "hangingUp"].includes(state)) return "connected";
  if (state === "ended") return "ended";
  if (direction === "inbound") return "incoming";
  return isRinging ? "ringing" : "dialing";
}

function toneOf({ state, status }: BoundCall, screen: Screen): Tone | undefined {
  if (state === "ringing") return "ring";
  if (screen === "ringing" && state === "dialing") return "ringback";
  return screen === "ended" && status === "BUSY" ? "busy" : undefined;
}
