import CallingExtensions from "calling-widget-sdk";

import { NUMBERS } from "../shared/numbers";
import { Store } from "../shared/store";
import { handlersOf } from "./crm";
import { Exchange, type ExchangeEvent } from "./exchange";
import { Line, type EndStatus } from "./line";
import { failureOf, type PhoneOptions } from "./options";
import { WORDS, defaultWrapUp, type WrapUp } from "./outcome";
import { farNumber, initialState, isBusy, talkTimeMs, type Caller, type PhoneCall, type PhoneState, type Screen } from "./state";

/** The softphone: its state, its simulated line, and its messages to the CRM. */
export class Phone {
  readonly store: Store<PhoneState>;
  private readonly cti: CallingExtensions;
  private readonly exchange: Exchange | undefined;
  private readonly line = new Line({
    ringing: () => this.store.set({ screen: "ringing" }),
    answered: () => this.connected(),
    ended: (status) => this.end(status),
  });

  constructor(private readonly options: PhoneOptions) {
    this.store = new Store<PhoneState>(initialState(options));
    this.cti = new CallingExtensions({
      debugMode: true,
      shareCalls: options.shareCalls,
      eventHandlers: {
        ...handlersOf(this.store, (callers) => this.updateCall({ callers })),
        onReady: ({ iframeLocation }) => {
          this.store.set({ place: iframeLocation });
          this.cti.initialized({ isLoggedIn: this.isLoggedIn, isAvailable: this.store.value.available });
        },
        onDialNumber: (data) => this.dial(data.phoneNumber, data),
        onEndCall: () => this.hangUp(),
        onCreateEngagementSucceeded: ({ engagementId }) => this.updateCall({ engagementId }),
      },
    });
    this.store.set({ embedded: this.cti.state !== "notEmbedded" });
    if (!options.shareCalls) return;
    this.exchange = new Exchange((event) => this.follow(event));
    this.store.set({ role: this.cti.role });
    this.cti.on("roleChanged", (role) => this.store.set({ role }));
    this.cti.on("callsChanged", () => this.lookAtCalls());
  }

  /** Logs the user in; any name will do. */
  logIn(name: string): void {
    this.store.set({ screen: "idle", name, available: true, notice: "" });
    this.cti.userLoggedIn();
    this.cti.userAvailable();
  }

  /** Logs the user out, outside a call. */
  logOut(): void {
    this.store.set({ screen: "loggedOut", available: false, notice: "" });
    this.cti.userLoggedOut();
  }

  /** Sets whether the user takes calls. */
  setAvailable(available: boolean): void {
    this.store.set({ available });
    if (available) this.cti.userAvailable();
    else this.cti.userUnavailable();
  }

  /** Calls a number; a dial from the CRM passes its whole context on. */
  dial(number: string, dialingContext?: object): void {
    if (number === "") this.notify("Enter a number first.");
    if (number === "" || !this.makeRoom()) return;
    const call = newCall("OUTBOUND", NUMBERS.ownLine, number);
    this.exchange?.report({ event: "dialed", call });
    this.begin(call, "dialing");
    this.store.set({ number });
    // Always with the CRM's engagement: calls from custom objects must have it.
    this.cti.outgoingCall({
      externalCallId: call.externalCallId,
      toNumber: number,
      fromNumber: NUMBERS.ownLine,
      callStartTime: call.startedAt,
      createEngagement: true,
      ...(dialingContext === undefined ? {} : { dialingContext }),
    });
    this.line.dial({ ...this.options, farEnd: failureOf(number) ?? this.store.value.farEnd });
  }

  /** Lets the phone ring. */
  receive(fromNumber: string): void {
    if (!this.makeRoom()) return;
    const call = newCall("INBOUND", fromNumber, NUMBERS.ownLine);
    this.exchange?.report({ event: "ring", call });
    this.ring(call);
  }

  /** Answers the incoming call and opens the caller's record. */
  answer(): void {
    const [caller] = this.store.value.call?.callers ?? [];
    this.connected();
    if (caller !== undefined) this.openRecord(caller);
  }

  /** Asks the CRM for a caller's record. */
  openRecord(caller: Caller): void {
    const engagementId = this.store.value.call?.engagementId;
    this.cti.navigateToRecord({
      ...(engagementId === undefined ? {} : { engagementId }),
      objectCoordinates: caller.coordinates,
    });
  }

  /** Declines the incoming call. */
  decline(): void {
    this.end("REJECTED");
  }

  /** Ends the call from this side, for the user or the CRM. */
  hangUp(): void {
    const { screen } = this.store.value;
    if (screen === "connected") this.end("COMPLETED");
    else if (screen === "incoming") this.end("REJECTED");
    else if (isBusy(screen)) this.end("CANCELED");
  }

  /** Mutes the microphone, which a simulation only shows. */
  setMuted(muted: boolean): void {
    this.store.set({ muted });
  }

  /** Holds the call, which a simulation only shows. */
  setHeld(held: boolean): void {
    this.store.set({ held });
  }

  /** Transfers the call to a colleague; it leaves this phone. */
  transfer(): void {
    const { call } = this.store.value;
    if (call === undefined) return;
    this.exchange?.report({ event: "transferred", call });
    this.transferred(call);
  }

  /** Saves the call; the CRM puts it on the timeline. */
  save(wrapUp: WrapUp): void {
    const { call } = this.store.value;
    if (call === undefined) return;
    this.exchange?.report({ event: "saved", call, wrapUp });
    this.saved(call, wrapUp);
    if (wrapUp.publish && call.engagementId !== undefined) {
      this.cti.finalizeEngagement({ externalCallId: call.externalCallId, engagementId: call.engagementId });
    }
  }

  /** Opens the phone in a separate window, which has no host and shares the calls of this one. */
  popOut(): void {
    const address = new URL(location.href);
    for (const [name, value] of Object.entries({ login: "auto", share: "on" })) address.searchParams.set(name, value);
    const opened = window.open(address, "demo-softphone", "popup,width=340,height=560");
    this.notify(opened === null ? "The browser blocked the window. Press the button that opens the phone in its own window, or allow pop-ups." : "");
  }

  /** Shows a remark until the next one. */
  notify(notice: string): void {
    this.store.set({ notice });
  }

  /** Handles the exchange's report of another softphone. */
  private follow(event: ExchangeEvent): void {
    const { call } = this.store.value;
    if (event.event === "ring" || event.event === "dialed") {
      // Busy, or logged out: this phone takes no part.
      if (!this.store.value.available || !this.makeRoom()) return;
      if (event.event === "ring") this.ring(event.call);
      else this.begin(event.call, "dialing");
      return;
    }
    if (call?.externalCallId !== event.call.externalCallId) return;
    // The host's answers are in the call's own window.
    const next = { ...event.call, callers: call.callers, ...(call.engagementId === undefined ? {} : { engagementId: call.engagementId }) };
    if (event.event === "saved") this.saved(next, event.wrapUp);
    else if (event.event === "answered") this.talk(next);
    else if (event.event === "ended") this.ended(next);
    else this.transferred(next);
  }

  /** Updates a call's window and engagement from the package's report. */
  private lookAtCalls(): void {
    const { call } = this.store.value;
    const known = this.cti.calls.find(({ externalCallId }) => externalCallId === call?.externalCallId);
    if (known === undefined) return;
    this.store.set({ isElsewhere: known.owner !== undefined });
    if (call?.engagementId === undefined && typeof known.engagementId === "number") this.updateCall({ engagementId: known.engagementId });
  }

  private ring(call: PhoneCall): void {
    this.begin(call, "incoming");
    this.cti.incomingCall({
      externalCallId: call.externalCallId,
      fromNumber: call.fromNumber,
      toNumber: call.toNumber,
      callStartTime: call.startedAt,
      createEngagement: true,
    });
    this.line.ring(this.options);
  }

  private transferred(call: PhoneCall): void {
    this.line.release();
    this.cti.callTransferred({ externalCallId: call.externalCallId });
    this.remember(call, "Transferred");
    this.store.set({ screen: "idle", call: undefined, number: "" });
    this.notify("The call was transferred.");
  }

  private saved(call: PhoneCall, wrapUp: WrapUp): void {
    this.cti.callCompleted({
      externalCallId: call.externalCallId,
      ...(call.engagementId === undefined ? {} : { engagementId: call.engagementId }),
      hideWidget: !wrapUp.keepOpen,
      engagementProperties: {
        hs_timestamp: String(call.startedAt),
        hs_call_title: wrapUp.title,
        hs_call_body: wrapUp.notes,
        hs_call_direction: call.direction,
        hs_call_status: wrapUp.status,
        hs_call_duration: String(Math.round(talkTimeMs(call, Date.now()))),
        hs_call_from_number: call.fromNumber,
        hs_call_to_number: call.toNumber,
        ...(wrapUp.disposition === "" ? {} : { hs_call_disposition: wrapUp.disposition }),
      },
    });
    this.store.set({ screen: "completed", call: undefined, number: "" });
  }

  private get isLoggedIn(): boolean {
    return this.store.value.screen !== "loggedOut";
  }

  /** Completes a call that was never saved, so that none is lost. */
  private makeRoom(): boolean {
    const { screen, call } = this.store.value;
    if (screen === "loggedOut" || isBusy(screen)) {
      this.notify(screen === "loggedOut" ? "Log in to call." : "A call is under way.");
      return false;
    }
    if (call !== undefined) this.save({ ...defaultWrapUp(call), keepOpen: true });
    return true;
  }

  private begin(call: PhoneCall, screen: Screen): void {
    this.store.set({ call, screen, notice: "", muted: false, held: false, isElsewhere: false });
  }

  private connected(): void {
    const { call } = this.store.value;
    if (call === undefined) return;
    const answered = { ...call, answeredAt: Date.now() };
    this.exchange?.report({ event: "answered", call: answered });
    this.talk(answered);
  }

  private talk(call: PhoneCall): void {
    this.line.release();
    this.store.set({ call, screen: "connected" });
    this.cti.callAnswered({ externalCallId: call.externalCallId });
  }

  private end(endStatus: EndStatus): void {
    const { call } = this.store.value;
    if (call === undefined) return;
    const over = { ...call, endedAt: Date.now(), endStatus };
    this.exchange?.report({ event: "ended", call: over });
    this.ended(over);
    if (endStatus === "FAILED") this.cti.sendError({ message: "The call could not be placed: the number cannot be reached." });
    if (this.options.autoSave) this.save(defaultWrapUp(over));
  }

  private ended(call: PhoneCall): void {
    const { endStatus = "COMPLETED" } = call;
    this.line.release();
    this.remember(call, WORDS[endStatus]);
    this.store.set({ call, screen: "ended" });
    this.cti.callEnded({
      externalCallId: call.externalCallId,
      ...(call.engagementId === undefined ? {} : { engagementId: call.engagementId }),
      callEndStatus: endStatus,
    });
  }

  private updateCall(patch: Partial<PhoneCall>): void {
    const { call } = this.store.value;
    if (call !== undefined) this.store.set({ call: { ...call, ...patch } });
  }

  private remember(call: PhoneCall, result: string): void {
    const name = call.callers[0]?.name ?? "";
    const entry = { direction: call.direction, number: farNumber(call), name, at: call.startedAt, result };
    this.store.set({ recent: [entry, ...this.store.value.recent].slice(0, 8) });
  }
}

function newCall(direction: PhoneCall["direction"], fromNumber: string, toNumber: string): PhoneCall {
  return {
    externalCallId: `demo-${Date.now().toString(36)}-${Math.random().toString(36).slice(2, 8)}`,
    direction,
    fromNumber,
    toNumber,
    startedAt: Date.now(),
    callers: [],
  };
}
