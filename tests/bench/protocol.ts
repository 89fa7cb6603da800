// What the bench's two pages and its runner say to each other, beside the wire
// that is measured.

/** The implementations that are compared. */
export const VARIANTS = ["ours", "published", "bare", "penpal"] as const;

/** One of the implementations. */
export type Variant = (typeof VARIANTS)[number];

/** How often each thing is done in one repeat. */
export type Counts = {
  /** Trips before the first that is timed. */
  readonly warmUp: number;
  /** Trips there and back, one after the other. */
  readonly trips: number;
  /** Messages the widget posts in a row. */
  readonly sends: number;
  /** Messages the host posts in a row. */
  readonly incoming: number;
};

/** What the host page needs to know. */
export type Plan = {
  readonly counts: Counts;
  readonly repeats: number;
  readonly widgetOrigin: string;
};

/** Means of one repeat of one implementation, in microseconds. */
export type Figures = {
  /** From the host's post to the host's receipt of the handler's answer. */
  readonly trip: number;
  /** One call of the widget's, until it returns; absent where it has no such call. */
  readonly send?: number;
  /** One message of many in a row, from the first handler to the last. */
  readonly incoming?: number;
  /** The first construction in a new page. */
  readonly construct?: number;
  /** The WebAssembly memory after all of it, in KiB; absent where there is none. */
  readonly memory?: number;
};

/** What the host page posts to the runner. */
export type Report = {
  readonly repeats: readonly Readonly<Record<Variant, Figures>>[];
  readonly browser: string;
};

/** Orders of the host page to the widget page, over a port of their own. */
export type Order = { readonly order: "send"; readonly count: number } | { readonly order: "count"; readonly count: number } | { readonly order: "tell" };

/** Answers to them. */
export type Answer = {
  /** Microseconds for one of the things asked for, or the construction's. */
  readonly each: number;
  /** The WebAssembly memory, in KiB. */
  readonly memory?: number;
};

/** The message that the trips and the floods are made of. */
export const PING = "VISIBILITY_CHANGED";

/** What the widget's handler answers. */
export const PONG = "LOGGED_IN";

/** Ends the run, with what went wrong in a page. */
export function fail(error: unknown): void {
  void fetch("/failure", { method: "POST", body: String(error) });
}
