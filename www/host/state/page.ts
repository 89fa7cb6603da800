import type { CallingHost } from "calling-widget-sdk/host";

import { RECORDS, type DemoRecord } from "../records";
import { Store } from "../../shared/store";

/** The place of the calling frame. */
export type FrameLocation = "widget" | "remote" | "window";

/** The calling settings the page works with; every field has a value. */
export interface PageSettings {
  name: string;
  url: string;
  width: number;
  height: number;
  isReady: boolean;
  supportsCustomObjects: boolean;
}

/** The page's own state, beside the package's. */
export interface PageState {
  record: DemoRecord;
  location: FrameLocation;
  settings: PageSettings;
  /** `closed` while no frame exists (the call window is shut). */
  hostState: CallingHost["state"] | "closed";
  failure: string;
  isLoggedIn: boolean;
  isTest: boolean;
  isMinimized: boolean;
  isHidden: boolean;
  /** True if the end of a call hid the phone, not the user. */
  isHiddenByCall: boolean;
  hasActiveCall: boolean;
  calls: CallingHost["calls"];
  /** The number queued until the widget or its user is ready. */
  heldNumber: string;
  /** The current task, by id. */
  task: string;
  /** Incremented with each change the package reports, so that views re-read it. */
  revision: number;
}

/** Size of the demo softphone. */
export const DEFAULT_SIZE = { width: 320, height: 520 } as const;

/** The page's state before anything is connected. */
export function createPageStore(settings: PageSettings, location: FrameLocation): Store<PageState> {
  const [record] = RECORDS;
  if (record === undefined) throw new Error("the demo has no records");
  return new Store<PageState>({
    record,
    location,
    settings,
    hostState: "closed",
    failure: "",
    isLoggedIn: false,
    isTest: !settings.isReady,
    isMinimized: false,
    isHidden: false,
    isHiddenByCall: false,
    hasActiveCall: false,
    calls: [],
    heldNumber: "",
    task: "",
    revision: 0,
  });
}
