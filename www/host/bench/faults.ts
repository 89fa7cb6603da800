import type { CallerIdMatch, StoreMethod } from "calling-widget-sdk/host";
import { FaultyFrame, StoreFaults, type FrameFault, type MessageType } from "calling-widget-sdk/testing";

import { RECORDS, coordinatesOf } from "../records";
import type { DemoRecords } from "../emulator-records";
import type { LogEntry } from "../state/log-entry";
import { Store } from "../../shared/store";

/** Faults for the next message of a type. */
export const FATES = ["dropped", "delayed", "doubled", "reordered"] as const;

/** One fault, pending until its message comes. */
export interface Armed {
  readonly type: MessageType;
  readonly fate: (typeof FATES)[number];
  /** The delay, in ms. */
  readonly ms: number;
}

/** The number of records found for a caller; `records` for the real ones. */
export type Callers = "records" | "none" | "one" | "several";

/** Every fault that is on. */
export interface FaultState {
  toWidgetMs: number;
  toHostMs: number;
  isSilent: boolean;
  isGone: boolean;
  callers: Callers;
  armed: readonly Armed[];
  /** Methods of the record store that fail once. */
  refused: readonly StoreMethod[];
  /** The next engagement will hang, or one hangs. */
  hang: "off" | "armed" | "hanging";
}

const NONE: FaultState = { toWidgetMs: 0, toHostMs: 0, isSilent: false, isGone: false, callers: "records", armed: [], refused: [], hang: "off" };

/** Faults between the page and the calling app, and in the record store. */
export class Faults {
  readonly store = new Store<FaultState>(NONE);
  private readonly inStore = new StoreFaults((method) => this.happenedInStore(method));
  private readonly fates = new Map<unknown, string>();
  private frame: FaultyFrame | undefined;
  private endSilence: (() => void) | undefined;
  private endHang: (() => void) | undefined;

  /** @param log receives a message that no host reports. */
  constructor(private readonly log: (entry: LogEntry) => void) {}

  /** The number of active faults. */
  get count(): number {
    const { toWidgetMs, toHostMs, isSilent, isGone, callers, armed, refused, hang } = this.store.value;
    return [toWidgetMs > 0, toHostMs > 0, isSilent, isGone, callers !== "records", hang !== "off"].filter(Boolean).length + armed.length + refused.length;
  }

  /** The record store with its faults. */
  over<Records extends DemoRecords>(records: Records): Records {
    return this.inStore.over(records);
  }

  /**
   * Wraps a frame for a host; active faults apply to it too. `Frame` is the class of the
   * window that the frame is in.
   */
  attach(frame: HTMLIFrameElement, Frame: typeof FaultyFrame): HTMLIFrameElement {
    this.frame = new Frame(frame, (fault) => this.happened(fault));
    this.apply();
    return this.frame.element;
  }

  /** The fault of a message that the host reports. */
  fateOf(message: unknown): string | undefined {
    return this.fates.get(idOf(message));
  }

  /** Arms a fault for the next message of a type. */
  arm(fault: Armed): void {
    this.store.set({ armed: [...this.store.value.armed, fault] });
    if (this.frame !== undefined) arm(this.frame, fault);
  }

  /** Changes lasting faults. */
  set(patch: Partial<Pick<FaultState, "toWidgetMs" | "toHostMs" | "isSilent" | "isGone" | "callers">>): void {
    this.store.set(patch);
    const { value } = this.store;
    this.frame?.setLatency(value);
    if (patch.isSilent !== undefined) this.silence(value.isSilent);
    if (patch.isGone === true) this.frame?.hostGone();
    if (patch.isGone === false) this.frame?.hostBack();
    if (patch.callers !== undefined) this.inStore.answer("matchCallerId", value.callers === "records" ? undefined : () => callers(value.callers));
  }

  /** Makes the next request of a method fail. */
  refuse(method: StoreMethod): void {
    this.inStore.refuse(method, "refused by the demo's fault switch");
    this.store.set({ refused: [...this.store.value.refused, method] });
  }

  /** Makes the next engagement hang; answers one that hangs. */
  hang(): void {
    if (this.store.value.hang === "off") {
      this.endHang = this.inStore.hang("createEngagement");
      this.store.set({ hang: "armed" });
    } else if (this.store.value.hang === "hanging") {
      this.endHang?.();
      this.store.set({ hang: "off" });
    }
  }

  /** Repeats the last SYNC; returns the reason if it cannot. */
  syncAgain(): string {
    try {
      const message = this.frame?.syncAgain();
      this.log({ direction: "toWidget", type: "SYNC", data: undefined, message, at: Date.now(), fate: "sent again" });
      return "";
    } catch (error) {
      return error instanceof Error ? error.message : String(error);
    }
  }

  /** Reports to the host that the app's user logged out, without the app. */
  logOut(): void {
    const messageId = `bench_${Date.now()}`;
    this.remember(messageId, "by the workbench");
    this.frame?.say({ type: "LOGGED_OUT", messageId });
  }

  /** Switches every fault off. */
  clear(): void {
    this.silence(false);
    this.endHang?.();
    this.frame?.clear();
    this.inStore.clear();
    this.store.set(NONE);
  }

  /** The faults in the address' format; empty without any. */
  get text(): string {
    const { toWidgetMs, toHostMs, isSilent, isGone, callers: found, armed, refused, hang } = this.store.value;
    return [
      ...(toWidgetMs > 0 ? [`toWidget:${toWidgetMs}`] : []),
      ...(toHostMs > 0 ? [`toHost:${toHostMs}`] : []),
      ...(isSilent ? ["silent"] : []),
      ...(isGone ? ["gone"] : []),
      ...(found === "records" ? [] : [`callers:${found}`]),
      ...armed.map(({ type, fate, ms }) => `${fate}:${type}${fate === "delayed" ? `:${ms}` : ""}`),
      ...refused.map((method) => `refuse:${method}`),
      ...(hang === "off" ? [] : ["hang"]),
    ].join(",");
  }

  /** Switches on the faults of an address; misspelled ones are ignored. */
  read(text: string): void {
    for (const word of text.split(",")) {
      const [name = "", detail = "", more = ""] = word.split(":");
      const fate = FATES.find((other) => other === name);
      const method = REFUSABLE.find((other) => other === detail);
      const found = CALLERS.find((other) => other === detail);
      const type = TYPES.find((other) => other === detail);
      if (name === "toWidget") this.set({ toWidgetMs: milliseconds(detail) });
      else if (name === "toHost") this.set({ toHostMs: milliseconds(detail) });
      else if (name === "silent") this.set({ isSilent: true });
      else if (name === "gone") this.set({ isGone: true });
      else if (name === "hang") this.hang();
      else if (name === "callers" && found !== undefined) this.set({ callers: found });
      else if (name === "refuse" && method !== undefined) this.refuse(method);
      else if (fate !== undefined && type !== undefined) this.arm({ type, fate, ms: milliseconds(more) });
    }
  }

  private apply(): void {
    const { frame } = this;
    const { value } = this.store;
    if (frame === undefined) return;
    frame.setLatency(value);
    for (const fault of value.armed) arm(frame, fault);
    if (value.isGone) frame.hostGone();
    this.endSilence = undefined;
    if (value.isSilent) this.silence(true);
  }

  private silence(isSilent: boolean): void {
    this.endSilence?.();
    this.endSilence = isSilent ? this.frame?.silence() : undefined;
  }

  private happened({ from, message, fate }: FrameFault): void {
    const { type = "", data } = message as { type?: string; data?: unknown };
    this.remember(idOf(message), fate);
    const at = this.store.value.armed.findIndex((armed) => armed.type === type && armed.fate === fate);
    if (at >= 0) this.store.set({ armed: this.store.value.armed.filter((_, other) => other !== at) });
    // The host reports its own posts, and never receives this one.
    if (from === "widget" && fate === "dropped") this.log({ direction: "toHost", type, data, message, at: Date.now(), fate });
  }

  private happenedInStore(method: StoreMethod): void {
    const { refused, hang } = this.store.value;
    const at = refused.indexOf(method);
    if (at >= 0) this.store.set({ refused: refused.filter((_, other) => other !== at) });
    else if (hang === "armed") this.store.set({ hang: "hanging" });
  }

  private remember(id: unknown, fate: string): void {
    this.fates.set(id, fate);
    const [oldest] = this.fates.keys();
    if (this.fates.size > MOST_FATES) this.fates.delete(oldest);
  }
}

/** The messages that a fault can apply to, the widget's first. */
export const WIDGET_TYPES = [
  "SYNC_ACK", "INITIALIZED", "LOGGED_IN", "LOGGED_OUT", "USER_AVAILABLE", "USER_UNAVAILABLE",
  "OUTGOING_CALL_STARTED", "INCOMING_CALL", "CALL_ANSWERED", "CALL_ENDED", "CALL_COMPLETED",
  "CALL_TRANSFERRED", "FINALIZE_ENGAGEMENT", "NAVIGATE_TO_RECORD", "RESIZE_WIDGET", "ERROR",
] as const satisfies readonly MessageType[];

/** The host's messages. */
export const HOST_TYPES = [
  "SYNC", "DIAL_NUMBER", "END_CALL", "CREATE_ENGAGEMENT_SUCCEEDED", "CREATE_ENGAGEMENT_FAILED",
  "ENGAGEMENT_CREATED", "UPDATE_ENGAGEMENT_SUCCEEDED", "UPDATE_ENGAGEMENT_FAILED",
  "CALLER_ID_MATCH_SUCCEEDED", "CALLER_ID_MATCH_FAILED", "FINALIZE_ENGAGEMENT_SUCCEEDED",
  "FINALIZE_ENGAGEMENT_FAILED", "NAVIGATE_TO_RECORD_FAILED", "VISIBILITY_CHANGED",
] as const satisfies readonly MessageType[];

const TYPES: readonly MessageType[] = [...WIDGET_TYPES, ...HOST_TYPES];
const CALLERS: readonly Callers[] = ["records", "none", "one", "several"];
const REFUSABLE: readonly StoreMethod[] = ["createEngagement", "completeEngagement", "publishEngagement", "matchCallerId"];
const MOST_FATES = 500;
/** Longer than any protocol waits. */
const LONGEST_MS = 60_000;

/** A number of milliseconds from a text; 0 if invalid. */
export function milliseconds(text: string): number {
  const value = Math.round(Number(text));
  return Number.isFinite(value) ? Math.max(0, Math.min(value, LONGEST_MS)) : 0;
}

function arm(frame: FaultyFrame, { type, fate, ms }: Armed): void {
  if (fate === "dropped") frame.drop(type);
  else if (fate === "delayed") frame.delay(type, ms);
  else if (fate === "doubled") frame.double(type);
  else frame.reorder(type);
}

function idOf(message: unknown): unknown {
  return typeof message === "object" && message !== null ? (message as { messageId?: unknown }).messageId : undefined;
}

/** Contacts found for a caller, whatever the number. */
function callers(count: Callers): CallerIdMatch[] {
  const contacts = RECORDS.filter(({ objectTypeId }) => objectTypeId === "0-1").slice(0, count === "none" ? 0 : count === "one" ? 1 : undefined);
  return contacts.map((record) => {
    const [firstName = "", lastName = ""] = record.name.split(" ");
    return { callerIdType: "CONTACT", objectCoordinates: coordinatesOf(record), firstName, lastName, email: "" };
  });
}
