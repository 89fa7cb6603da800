// Messages between the bench's pages and its runner, beside the measured wire.

/** The compared implementations. */
export const VARIANTS = ["ours", "published", "bare"] as const;

/** One of the implementations. */
export type Variant = (typeof VARIANTS)[number];

/** A measure of an implementation: microseconds for one, the memory in KiB. */
export type Measure =
  /** From the host's dial to the host's receipt of the call's start. */
  | "dial"
  /** The same for the first dials of a page, which mostly run code that is not compiled yet. */
  | "firstDial"
  /** The 99th percentile of the later dials. */
  | "slowDial"
  /** As the first, with 63 other calls open. */
  | "dialAmong64"
  /** From the host's dial to the host's receipt of the completed call. */
  | "call"
  /** One dial of many in a row, from the first handler to the last. */
  | "incoming"
  /** One call of the widget's, until it returns. */
  | "send"
  /** The listeners' time for a refused message, by its content. */
  | Refused
  /** The WebAssembly memory after all of it. */
  | "memory";

/** The messages that are refused. */
export type Refused = "refusedSmall" | "refusedText" | "refusedLongText" | "refusedKeys";

/** Means of one repeat of one implementation, as far as it has them. */
export type Figures = Readonly<Partial<Record<Measure, number>>>;

/** The number of times that each thing is done in one repeat. */
export type Counts = {
  /** Dials of a page that has just begun, each answered. */
  readonly firstDials: number;
  /** Dials before everything else, until the browser has compiled the hot code. */
  readonly settling: number;
  /** Dials or calls before the first that is timed. */
  readonly warmUp: number;
  /** Dials, each answered, one after the other. */
  readonly dials: number;
  /** Whole calls, one after the other. */
  readonly calls: number;
  /** Dials the host posts in a row. */
  readonly incoming: number;
  /** Messages the widget posts in a row. */
  readonly sends: number;
  /** Messages of each kind that are refused. */
  readonly refused: Readonly<Record<Refused, number>>;
};

/** The host page's plan. */
export type Plan = {
  readonly counts: Counts;
  readonly variant: Variant;
  readonly widgetOrigin: string;
};

/** The host page's report to the runner. */
export type Report = {
  readonly figures: Figures;
  readonly browser: string;
};

/** Orders of the host page to the widget page, over a port of their own. */
export type Order =
  /** Begins calls, and leaves them open. */
  | { readonly order: "open"; readonly count: number }
  /** Ends and completes the calls that began last. */
  | { readonly order: "close"; readonly count: number }
  /** Posts messages. */
  | { readonly order: "send"; readonly count: number }
  /** Times dials, and answers none of them. */
  | { readonly order: "count"; readonly count: number }
  /** Times the listeners for messages. */
  | { readonly order: "listen"; readonly count: number }
  /** Reports the WebAssembly memory. */
  | { readonly order: "memory" };

/** The widget page's answer: the requested figure, if any. */
export type Answer = { readonly figure?: number };

/** The entries whose start is measured, and the published package. */
export const ENTRIES = ["index", "slim", "host", "settings", "rest", "published"] as const;

/** One of them. */
export type Entry = (typeof ENTRIES)[number];

/** The cost of an entry's first use in a new page. */
export type Start = {
  /** Milliseconds. */
  readonly time: number;
  /** The WebAssembly memory after it, in KiB; absent where there is none. */
  readonly memory?: number;
};

/** Every start of an entry: at the machine's speed, and at a quarter of it. */
export type Starts = Readonly<Record<Entry, { readonly full: readonly Start[]; readonly quarter: readonly Start[] }>>;

/** The implementations whose memory is measured. */
export const REMEMBERED = ["ours", "published"] as const;

/** One of them. */
export type Remembered = (typeof REMEMBERED)[number];

/** The numbers of calls after which it is measured. */
export const CALLS = [1, 1000] as const;

/** Heap and WebAssembly together after each of these, in KiB. */
export type Memory = readonly number[];

/** Every one that was measured. */
export type Memories = Readonly<Record<Remembered, readonly Memory[]>>;

/** A type that the host sends and that is refused for its content. */
export const REFUSED_TYPE = "VISIBILITY_CHANGED";

/** Ends the run with a page's error. */
export function fail(error: unknown): void {
  void fetch("/failure", { method: "POST", body: String(error) });
}
