import { CallingHost } from "calling-widget-sdk/host";
import { FaultyFrame } from "calling-widget-sdk/testing";
import { recorder } from "calling-widget-sdk/trace";

import type { Faults } from "../bench/faults";
import type { DemoRecords } from "../emulator-records";
import { PORTAL_ID } from "../records";
import type { LogEntry } from "./log-entry";
import type { FrameLocation, PageSettings, PageState } from "./page";
import type { Store } from "../../shared/store";

/** The page's user. */
const USER = { userId: 7001, ownerId: "8101" } as const;

const NO_CALLS: CallingHost["calls"] = [];

type HostOptions = ConstructorParameters<typeof CallingHost>[0];
type Navigate = NonNullable<HostOptions["navigate"]>;

/** The plan of a host. */
export interface HostPlan {
  options: HostOptions;
  /** Shows the frame in its place, once the host is made. */
  place: () => void;
}

/** Listeners of the page, besides the state. */
export interface ConnectionListeners {
  /** Another host begins a session. */
  opened(): void;
  log(entry: LogEntry): void;
  alert(message: string, source: "widget" | "host"): void;
  resized(width: number | string, height: number | string): void;
  ready(): void;
  note(text: string): void;
}

/** Holds the current `CallingHost` and mirrors its reports into the page's state. */
export class Connection {
  /** The page's host; absent while no frame exists. */
  host: CallingHost | undefined;
  private detach: (() => void)[] = [];
  private isHiding = false;

  constructor(
    private readonly store: Store<PageState>,
    private readonly records: DemoRecords,
    private readonly navigate: Navigate,
    private readonly faults: Faults,
    private readonly listeners: ConnectionListeners,
  ) {
    records.subscribe(() => this.refresh());
  }

  /** The plan of a host; the call window asks for it too. Never throws; the constructor does. */
  plan(container: HTMLElement, settings: PageSettings, location: FrameLocation, Frame = FaultyFrame): HostPlan {
    const frame = container.ownerDocument.createElement("iframe");
    const options = this.options(this.faults.attach(frame, Frame), settings, location);
    return { options, place: () => container.append(frame) };
  }

  private options(frame: HTMLIFrameElement, settings: PageSettings, location: FrameLocation): HostOptions {
    return {
      url: settings.url,
      frame,
      width: settings.width,
      height: settings.height,
      title: settings.name,
      context: { portalId: PORTAL_ID, ...USER, iframeLocation: location, usesCallingWindow: location === "window" },
      settings: {
        name: settings.name,
        isReady: settings.isReady,
        supportsCustomObjects: settings.supportsCustomObjects,
        supportsInboundCalling: true,
      },
      inCallTask: this.host?.inCallTask ?? false,
      store: this.faults.over(this.records),
      navigate: this.navigate,
      trace: recorder(),
    };
  }

  /** Makes `host` the current one and ends the previous one. */
  adopt(host: CallingHost, settings: PageSettings, location: FrameLocation): void {
    this.close();
    this.host = host;
    this.listeners.opened();
    this.detach = [
      host.on("stateChanged", (state) => {
        this.refresh();
        if (state === "initialized") this.listeners.ready();
      }),
      host.on("callsChanged", () => this.refresh()),
      host.on("engagementsChanged", () => this.refresh()),
      host.on("visibilityChanged", ({ isHidden }) => {
        this.store.set({ isHiddenByCall: isHidden && !this.isHiding });
        this.refresh();
      }),
      host.on("userLoggedIn", () => this.refresh()),
      host.on("userLoggedOut", () => this.refresh()),
      host.on("userAvailable", () => this.refresh()),
      host.on("userUnavailable", () => this.refresh()),
      host.on("failed", ({ message }) => this.store.set({ failure: message })),
      host.on("alert", ({ message, source }) => this.listeners.alert(message, source)),
      host.on("resized", ({ width, height }) => this.listeners.resized(width, height)),
      host.on("diagnostic", ({ code, message }) => this.listeners.note(`${code}: ${message}`)),
      host.on("message", (entry) => this.record(entry)),
    ];
    this.store.set({ settings, location, failure: "", heldNumber: "" });
    this.refresh();
  }

  /** Ends the current host, if any. */
  close(): void {
    for (const off of this.detach) off();
    this.detach = [];
    this.host?.destroy();
    this.host = undefined;
    this.store.set({ heldNumber: "" });
    this.refresh();
  }

  /** Hides the phone for the user. */
  hide(): void {
    this.isHiding = true;
    this.host?.setVisibility({ isHidden: true });
    this.isHiding = false;
  }

  /** Drops the queued number. */
  cancelDial(): void {
    this.host?.cancelDial();
    this.store.set({ heldNumber: "" });
  }

  private record(entry: LogEntry): void {
    if (entry.direction === "toWidget" && entry.type === "DIAL_NUMBER") this.store.set({ heldNumber: "" });
    this.listeners.log({ ...entry, fate: this.faults.fateOf(entry.message) });
    this.refresh();
  }

  private refresh(): void {
    const { host } = this;
    const { failure, revision } = this.store.value;
    this.store.set({
      hostState: host?.state ?? "closed",
      failure: host?.state === "failed" ? failure : "",
      isLoggedIn: host?.widget.isLoggedIn ?? false,
      isTest: host?.widget.isTest ?? false,
      isMinimized: host?.visibility.isMinimized ?? false,
      isHidden: host?.visibility.isHidden ?? false,
      hasActiveCall: host?.hasActiveCall ?? false,
      calls: host?.calls ?? NO_CALLS,
      revision: revision + 1,
    });
  }
}
