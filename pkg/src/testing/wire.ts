import { frozenCopy } from "../shared/plain.js";
import { FaultyWire, type Side } from "./faulty-wire.js";
import type { FromHost, FromWidget, MessageFate, TranscriptEntry } from "./types.js";

export type { Side } from "./faulty-wire.js";

export type Message = { readonly type: string; readonly messageId: string | number; readonly data?: unknown };

/** An entry with one more report of the host about it. */
export function withReport(entry: TranscriptEntry, text: string): TranscriptEntry {
  return { ...entry, reports: [...(entry.reports ?? []), text] };
}

/** The messages between two pages; they arrive in microtasks, in order. */
export class Wire extends FaultyWire<Message> {
  /** The posted messages. */
  readonly entries: TranscriptEntry[] = [];

  /**
   * @param time milliseconds since the test began.
   * @param deliver hands a message to the other side.
   */
  constructor(
    private readonly time: () => number,
    deliver: (from: Side, message: Message) => void,
  ) {
    super(
      (from, message) => {
        // As in a browser, each receiver gets a separate copy.
        deliver(from, frozenCopy(message));
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

  /** Adds a report of the host to a message of the widget. */
  report(messageId: string | number, text: string): void {
    const at = this.entries.map(({ from, message }) => (from === "widget" ? message.messageId : undefined)).lastIndexOf(messageId);
    const entry = this.entries[at];
    if (entry !== undefined) {
      this.entries[at] = withReport(entry, text);
    }
  }

  /**
   * Handles a page's message.
   *
   * @param isMeant true if the message is for the other page's origin.
   * @param load the load of the widget's page that it is from or for.
   */
  carry(from: Side, posted: unknown, isMeant: boolean, load: number): void {
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
      this.post(from, message.type, message, note);
    } else {
      note("undeliverable");
    }
  }
}
