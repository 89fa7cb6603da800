import { frozenCopy } from "../shared/plain.js";
import { FaultyWire, type Side } from "./faulty-wire.js";
import type { FromHost, FromWidget, MessageFate, TranscriptEntry } from "./types.js";

export type { Side } from "./faulty-wire.js";

/** What is known of a message: the rest is for types. */
export type Message = { readonly type: string; readonly messageId: string | number; readonly data?: unknown };

/** A message on its way, and the load of the widget's page it is from or for. */
type Packet = { readonly message: Message; readonly load: number };

/** An entry with one more thing that the host reported about it. */
export function withReport(entry: TranscriptEntry, text: string): TranscriptEntry {
  return { ...entry, reports: [...(entry.reports ?? []), text] };
}

/** Everything that two pages post to each other; messages arrive in microtasks, in order. */
export class Wire {
  /** What was posted. */
  readonly entries: TranscriptEntry[] = [];
  /** What goes wrong. */
  readonly faults: FaultyWire<Packet>;
  /** The widget's page, counted by its loads. */
  load = 0;
  /** Nothing arrives any more. */
  isCut = false;

  /**
   * @param time milliseconds since the test began.
   * @param deliver hands a message to the other side.
   */
  constructor(
    private readonly time: () => number,
    deliver: (from: Side, message: Message) => void,
  ) {
    this.faults = new FaultyWire(
      (from, { message, load }) => {
        if (!this.isCut && load === this.load) {
          // As in a browser, each receiver gets a copy of its own.
          deliver(from, frozenCopy(message));
        }
      },
      (run, ms) => {
        if (ms === 0) {
          void Promise.resolve().then(run);
        } else {
          setTimeout(run, ms);
        }
      },
    );
  }

  /** Notes what the host reports about a message of the widget's. */
  report(messageId: string | number, text: string): void {
    const at = this.entries.map(({ from, message }) => (from === "widget" ? message.messageId : undefined)).lastIndexOf(messageId);
    const entry = this.entries[at];
    if (entry !== undefined) {
      this.entries[at] = withReport(entry, text);
    }
  }

  /**
   * Takes what a page posts.
   *
   * @param isMeant whether the message is for the origin of the other page.
   * @param load the load of the widget's page that it is from or for.
   */
  post(from: Side, posted: unknown, isMeant: boolean, load: number): void {
    const message = frozenCopy(posted) as Message;
    const note = (fate: MessageFate | undefined): void => {
      this.entries.push({
        at: this.time(),
        from,
        message: message as FromHost & FromWidget,
        ...(fate === undefined ? {} : { fate }),
      });
    };
    if (isMeant && !this.isCut && load === this.load) {
      this.faults.post(from, message.type, { message, load }, note);
    } else {
      note("undeliverable");
    }
  }
}
