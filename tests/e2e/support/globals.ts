import type CallingExtensions from "calling-widget-sdk";
import type * as Sdk from "calling-widget-sdk";
import type * as HostSdk from "calling-widget-sdk/host";
import type * as RestSdk from "calling-widget-sdk/rest";
import type * as SlimSdk from "calling-widget-sdk/slim";

import type { Leak, WatchedPost } from "./watch.ts";

/** One message event of a page. */
export type SeenMessage = { readonly data: unknown; readonly origin: string; readonly isFromParent: boolean };

/** One handler's call. */
export type SeenCall = { readonly handler: string; readonly args: readonly unknown[] };

/** A page's records, in order. */
export type Seen = {
  /** Every message event. */
  readonly messages: SeenMessage[];
  /** Every call of a handler that was made by {@link Window.recorded}. */
  readonly calls: SeenCall[];
  /** `console.warn` and `console.error`. */
  readonly console: { readonly level: string; readonly text: string }[];
  /** Uncaught errors, `reportError` included. */
  readonly errors: string[];
  /** Every postMessage of the page; filled by the spy only. */
  readonly posts: { readonly targetOrigin: unknown; readonly data: unknown }[];
};

declare global {
  interface Window {
    /** The REST entry. */
    restSdk: typeof RestSdk;
    /** Records a post of the page; absent if nobody reads them. */
    keepPost?: (post: Seen["posts"][number]) => void;
    /** Reports a post of the page to the test; absent if nobody watches. */
    reportPost?: (post: WatchedPost) => void;
    /** Reports forbidden personal data to the test. */
    reportLeak?: (leak: Leak) => void;
    /** Personal data in the page's storage and diagnostics. */
    personalDataKept?: () => Leak[];
    /** The package, ours or a published one. */
    sdk: typeof Sdk;
    /** A second copy of the package. */
    sdkAgain: typeof Sdk;
    hostSdk: typeof HostSdk;
    slim: typeof SlimSdk;
    /** The global of the package's script for a tag. */
    CallingWidgetSdk: typeof Sdk & { CallingExtensions: typeof CallingExtensions; version: string };
    seen: Seen;
    /** A handler that records its call. */
    recorded(handler: string): (...args: unknown[]) => void;
    /** Resolves once all messages to the frame, and its answers, have arrived. */
    settled(): Promise<void>;
    cti: CallingExtensions;
    relay: Sdk.IFrameManager;
    host: HostSdk.CallingHost;
    store: HostSdk.InMemoryRecordStore;
    /** Starts the host of `record-page.ts`, in `#phone`. */
    startHost(options: HostSettings): void;
    /** Starts the calling app of `app.ts`. */
    startApp(settings: AppSettings): void;
    /** Rings the calling app. */
    ring(fromNumber: string): void;
  }
}

/** Settings of the host. */
export type HostSettings = Pick<HostSdk.HostOptions, "url"> & {
  context?: HostSdk.HostContext;
  /** Its record store; a new one in memory by default. */
  store?: HostSdk.InMemoryRecordStore;
  /** The host's rule for requests. */
  authorize?: HostSdk.HostOptions["authorize"];
};

/** Settings of the calling app. */
export type AppSettings = {
  /** The origin that may be the host; ignored by published versions. */
  hostOrigin?: string;
  isLoggedIn?: boolean;
  /** Constructs the instance, from a package that was loaded in another way than as `sdk`. */
  construct?: (options: Sdk.OptionsInput) => CallingExtensions;
};
