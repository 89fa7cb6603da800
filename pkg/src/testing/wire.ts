import { frozenCopy } from "../widget/plain.js";
import type { FromHost, FromWidget, MessageFate, MessageType, TranscriptEntry } from "./types.js";

/** Who posts. */
export type Side = TranscriptEntry["from"];

/** What is known of a message: the rest is for types. */
export type Message = { readonly type: string; readonly messageId: string | number; readonly data?: unknown };

/** A message on its way, and the load of the widget's page it is from or for. */
type Packet = { readonly from: Side; readonly message: Message; readonly load: number };

type Rule = { readonly type: MessageType; readonly fate: MessageFate; readonly ms: number; left: number };

/** Everything that two pages post to each other; messages arrive in microtasks, in order. */
export class Wire {
  /** What was posted. */
  readonly entries: TranscriptEntry[] = [];
  /** The widget's page, counted by its loads. */
  load = 0;
  /** Nothing arrives any more. */
  isCut = false;

  private rules: Rule[] = [];
  private readonly aside: Record<Side, Packet | undefined> = { host: undefined, widget: undefined };
  private waiting: Packet[] | undefined;

  /**
   * @param time milliseconds since the test began.
   * @param deliver hands a message to the other side.
   */
  constructor(
    private readonly time: () => number,
    private readonly deliver: (from: Side, message: Message) => void,
  ) {}

  /**
   * Takes what a page posts.
   *
   * @param isMeant whether the message is for the origin of the other page.
   * @param load the load of the widget's page that it is from or for.
   */
  post(from: Side, posted: unknown, isMeant: boolean, load: number): void {
    const message = frozenCopy(posted) as Message;
    const canArrive = isMeant && !this.isCut && load === this.load;
    const rule = canArrive ? this.ruleFor(message.type) : undefined;
    const fate = canArrive ? rule?.fate : "undeliverable";
    this.entries.push({
      at: this.time(),
      from,
      message: message as FromHost & FromWidget,
      ...(fate === undefined ? {} : { fate }),
    });
    const packet = { from, message, load };
    switch (fate) {
      case "undeliverable":
      case "dropped":
        return;
      case "reordered":
        if (this.aside[from] === undefined) {
          this.aside[from] = packet;
          return;
        }
        break;
      case "delayed":
        setTimeout(() => {
          this.send(packet);
        }, rule?.ms);
        return;
      case "doubled":
        this.send(packet);
    }
    this.send(packet);
    const { [from]: behind } = this.aside;
    if (behind !== undefined) {
      this.aside[from] = undefined;
      this.send(behind);
    }
  }

  /** Has a fault happen to the next messages of a type. */
  add(type: MessageType, fate: MessageFate, { times = 1, ms = 0 } = {}): void {
    this.rules.push({ type, fate, ms, left: times });
  }

  /** Holds everything back; what it returns lets it arrive. */
  hold(): () => void {
    const waiting = (this.waiting ??= []);
    return () => {
      if (this.waiting === waiting) {
        this.waiting = undefined;
        for (const packet of waiting) {
          this.send(packet);
        }
      }
    };
  }

  private ruleFor(type: string): Rule | undefined {
    const rule = this.rules.find((other) => other.type === type);
    if (rule !== undefined) {
      rule.left -= 1;
      this.rules = this.rules.filter(({ left }) => left > 0);
    }
    return rule;
  }

  private send(packet: Packet): void {
    void Promise.resolve().then(() => {
      if (this.waiting !== undefined) {
        this.waiting.push(packet);
      } else if (!this.isCut && packet.load === this.load) {
        // As in a browser, each receiver gets a copy of its own.
        this.deliver(packet.from, frozenCopy(packet.message));
      }
    });
  }
}
