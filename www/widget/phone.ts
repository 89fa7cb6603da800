import CallingExtensions from "calling-widget-sdk";

import { NUMBERS } from "../shared/numbers";
import { Store } from "../shared/store";
import { Line, type EndStatus } from "./line";
import type { PhoneOptions } from "./options";
import { WORDS, defaultWrapUp, type WrapUp } from "./outcome";
import { farNumber, isBusy, talkTimeMs, type Caller, type PhoneCall, type PhoneState } from "./state";

/** The softphone: its state, its simulated line, and what it tells the CRM. */
export class Phone {
  readonly store: Store<PhoneState>;
  private readonly cti: CallingExtensions;
  private readonly line = new Line({
    ringing: () => this.store.set({ screen: "ringing" }),
    answered: () => this.connected(),
    ended: (status) => this.end(status),
  });

  constructor(private readonly options: PhoneOptions) {
    this.store = new Store<PhoneState>({
      screen: options.autoLogin ? "idle" : "loggedOut",
      name: options.autoLogin ? "Demo user" : "",
      available: options.autoLogin,
      number: "",
      call: undefined,
      recent: [],
      notice: "",
      farEnd: options.farEnd,
      muted: false,
      place: "",
      visibility: "",
      embedded: true,
    });
    this.cti = new CallingExtensions({
      debugMode: true,
      eventHandlers: {
        onReady: ({ iframeLocation }) => {
          this.store.set({ place: iframeLocation });
          this.cti.initialized({ isLoggedIn: this.isLoggedIn, isAvailable: this.store.value.available });
        },
        onDialNumber: (data) => this.dial(data.phoneNumber, data),
        onEndCall: () => this.hangUp(),
        onCreateEngagementSucceeded: ({ engagementId }) => this.updateCall({ engagementId }),
        onCreateEngagementFailed: (data) => this.notify(`The CRM could not create the call: ${reason(data)}`),
        onUpdateEngagementSucceeded: () => this.notify("Saved in the CRM."),
        onUpdateEngagementFailed: (data) => this.notify(`The CRM could not save the details: ${reason(data)}`),
        onCallerIdMatchSucceeded: ({ callerIdMatches }) => this.updateCall({ callers: callerIdMatches.map(callerOf) }),
        onCallerIdMatchFailed: (data) => this.notify(`The caller could not be looked up: ${reason(data)}`),
        onNavigateToRecordFailed: () => this.notify("The CRM could not open the record."),
        onFinalizeEngagementSucceeded: () => this.notify("Published to the channel."),
        onFinalizeEngagementFailed: () => this.notify("The call could not be published to the channel."),
        onVisibilityChanged: ({ isMinimized, isHidden }) =>
          this.store.set({ visibility: isHidden ? "hidden" : isMinimized ? "minimised" : "shown" }),
        defaultEventHandler: () => undefined,
      },
    });
    this.store.set({ embedded: this.cti.state !== "notEmbedded" });
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

  /** Takes calls or not. */
  setAvailable(available: boolean): void {
    this.store.set({ available });
    if (available) this.cti.userAvailable();
    else this.cti.userUnavailable();
  }

  /** Calls a number; a dial from the CRM hands its whole context over. */
  dial(number: string, dialingContext?: object): void {
    if (number === "") this.notify("Enter a number first.");
    if (number === "" || !this.makeRoom()) return;
    const call = this.begin("OUTBOUND", NUMBERS.ownLine, number);
    this.store.set({ screen: "dialing", number });
    // Always by the CRM's engagement: calls from custom objects must have it.
    this.cti.outgoingCall({
      externalCallId: call.externalCallId,
      toNumber: number,
      fromNumber: NUMBERS.ownLine,
      callStartTime: call.startedAt,
      createEngagement: true,
      ...(dialingContext === undefined ? {} : { dialingContext }),
    });
    this.line.dial({ ...this.options, farEnd: this.store.value.farEnd });
  }

  /** Lets the phone ring. */
  receive(fromNumber: string): void {
    if (!this.makeRoom()) return;
    const call = this.begin("INBOUND", fromNumber, NUMBERS.ownLine);
    this.store.set({ screen: "incoming" });
    this.cti.incomingCall({
      externalCallId: call.externalCallId,
      fromNumber,
      toNumber: NUMBERS.ownLine,
      callStartTime: call.startedAt,
      createEngagement: true,
    });
    this.line.ring(this.options);
  }

  /** Takes the incoming call and opens the caller's record. */
  answer(): void {
    const [caller] = this.store.value.call?.callers ?? [];
    this.line.release();
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

  /** Refuses the incoming call. */
  decline(): void {
    this.end("REJECTED");
  }

  /** Ends the call from this side, at the user's or the CRM's wish. */
  hangUp(): void {
    const { screen } = this.store.value;
    if (screen === "connected") this.end("COMPLETED");
    else if (screen === "incoming") this.end("REJECTED");
    else if (isBusy(screen)) this.end("CANCELED");
  }

  /** Mutes the microphone, which in a simulation is a matter of looks. */
  setMuted(muted: boolean): void {
    this.store.set({ muted });
  }

  /** Hands the call to a colleague; it leaves this phone. */
  transfer(): void {
    const { call } = this.store.value;
    if (call === undefined) return;
    this.line.release();
    this.cti.callTransferred({ externalCallId: call.externalCallId });
    this.remember(call, "Transferred");
    this.store.set({ screen: "idle", call: undefined, number: "" });
    this.notify("The call was transferred.");
  }

  /** Saves the call; the CRM puts it on the timeline. */
  save(wrapUp: WrapUp): void {
    const { call } = this.store.value;
    if (call === undefined) return;
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
    if (wrapUp.publish && call.engagementId !== undefined) {
      this.cti.finalizeEngagement({ externalCallId: call.externalCallId, engagementId: call.engagementId });
    }
    this.store.set({ screen: "completed", call: undefined, number: "" });
  }

  /** Saves the call with what the form offers. */
  saveAsIs(keepOpen: boolean): void {
    const { call } = this.store.value;
    if (call !== undefined) this.save({ ...defaultWrapUp(call), keepOpen });
  }

  /** Shows a remark until the next one. */
  notify(notice: string): void {
    this.store.set({ notice });
  }

  private get isLoggedIn(): boolean {
    return this.store.value.screen !== "loggedOut";
  }

  /** A call that was never saved is completed as it is, so that none is lost. */
  private makeRoom(): boolean {
    const { screen, call } = this.store.value;
    if (screen === "loggedOut" || isBusy(screen)) {
      this.notify(screen === "loggedOut" ? "Log in to call." : "A call is under way.");
      return false;
    }
    if (call !== undefined) this.save({ ...defaultWrapUp(call), keepOpen: true });
    return true;
  }

  private begin(direction: PhoneCall["direction"], fromNumber: string, toNumber: string): PhoneCall {
    const call: PhoneCall = {
      externalCallId: `demo-${Date.now().toString(36)}-${Math.random().toString(36).slice(2, 8)}`,
      direction,
      fromNumber,
      toNumber,
      startedAt: Date.now(),
      callers: [],
    };
    this.store.set({ call, notice: "", muted: false });
    return call;
  }

  private connected(): void {
    const { call } = this.store.value;
    if (call === undefined) return;
    this.updateCall({ answeredAt: Date.now() });
    this.store.set({ screen: "connected" });
    this.cti.callAnswered({ externalCallId: call.externalCallId });
  }

  private end(endStatus: EndStatus): void {
    const { call } = this.store.value;
    if (call === undefined) return;
    this.line.release();
    this.updateCall({ endedAt: Date.now(), endStatus });
    this.remember(call, WORDS[endStatus]);
    this.store.set({ screen: "ended" });
    this.cti.callEnded({
      externalCallId: call.externalCallId,
      ...(call.engagementId === undefined ? {} : { engagementId: call.engagementId }),
      callEndStatus: endStatus,
    });
    if (endStatus === "FAILED") this.cti.sendError({ message: "The call could not be placed: the number cannot be reached." });
    if (this.options.autoSave) this.save(defaultWrapUp({ ...call, endStatus }));
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

function reason(data: { error?: { message?: string | undefined } | undefined } | undefined): string {
  return data?.error?.message ?? "no reason was given";
}

type Match = { objectCoordinates: Caller["coordinates"] } & (
  | { callerIdType: "CONTACT"; firstName?: string; lastName?: string }
  | { callerIdType: "COMPANY"; name?: string }
);

function callerOf(match: Match): Caller {
  const name = match.callerIdType === "COMPANY" ? match.name : `${match.firstName ?? ""} ${match.lastName ?? ""}`.trim();
  return { name: name === undefined || name === "" ? "Unnamed record" : name, coordinates: match.objectCoordinates };
}
