import type { MessageFate, MessageType, TranscriptEntry } from "./types.js";

/** The sender of a message. */
export type Side = TranscriptEntry["from"];

/** The effect of a fault on a message. */
export type WireFate = Exclude<MessageFate, "undeliverable">;

type Rule = { readonly type: string; readonly fate: WireFate; readonly ms: number; left: number };

/** A packet, and the load of the widget's page that it is from or for. */
type Sent<Packet> = { readonly packet: Packet; readonly load: number };

/**
 * The faults of the messages between two pages: lost, late, repeated or out of order, with the
 * time that each takes.
 *
 * It has no clock or timer and knows nothing of pages: a packet is whatever its user
 * delivers. So one wire serves a test's process and a browser's page.
 */
export class FaultyWire<Packet> {
  /** The latency of each side's messages, in ms; their order stays. */
  readonly latencyMs: Record<Side, number> = { host: 0, widget: 0 };
  /** The widget's page, counted by its loads: nothing arrives that is from or for an earlier one. */
  load = 0;
  /** True if nothing arrives any more. */
  isCut = false;

  private rules: Rule[] = [];
  private readonly aside: Record<Side, Sent<Packet> | undefined> = { host: undefined, widget: undefined };
  private readonly travelling: Record<Side, { readonly sent: Sent<Packet>; isDue: boolean }[]> = { host: [], widget: [] };
  private waiting: [from: Side, sent: Sent<Packet>][] | undefined;

  /**
   * @param deliver hands a packet to the other side.
   * @param later runs something after so many ms; with 0 at once, or as soon as a message
   *   arrives where there is no page between.
   */
  constructor(
    private readonly deliver: (from: Side, packet: Packet) => void,
    private readonly later: (run: () => void, ms: number) => void,
  ) {}

  /** Adds a fault for the next messages of a type. */
  add(type: MessageType, fate: WireFate, { times = 1, ms = 0 } = {}): void {
    this.rules.push({ type, fate, ms, left: times });
  }

  /** Clears pending faults; messages under way arrive. */
  clear(): void {
    this.rules = [];
    for (const from of ["host", "widget"] as const) {
      this.latencyMs[from] = 0;
      this.sendAside(from);
    }
  }

  /** Holds all messages; the returned function lets them arrive. */
  hold(): () => void {
    const waiting = (this.waiting ??= []);
    return () => {
      if (this.waiting === waiting) {
        this.waiting = undefined;
        for (const [from, sent] of waiting) {
          this.send(from, sent);
        }
      }
    };
  }

  /**
   * Handles a posted message.
   *
   * @param decided is called with its fate, before anything arrives.
   */
  post(from: Side, type: string, packet: Packet, decided: (fate: WireFate | undefined) => void): void {
    const sent = { packet, load: this.load };
    const rule = this.ruleFor(type);
    const fate = rule?.fate;
    decided(fate);
    switch (fate) {
      case "dropped":
        return;
      case "reordered":
        if (this.aside[from] === undefined) {
          this.aside[from] = sent;
          return;
        }
        break;
      case "delayed":
        this.later(() => {
          this.send(from, sent);
        }, rule?.ms ?? 0);
        return;
      case "doubled":
        this.send(from, sent);
    }
    this.send(from, sent);
    this.sendAside(from);
  }

  /** Sends the message that waits for the next one. */
  private sendAside(from: Side): void {
    const { [from]: behind } = this.aside;
    if (behind !== undefined) {
      this.aside[from] = undefined;
      this.send(from, behind);
    }
  }

  private ruleFor(type: string): Rule | undefined {
    const rule = this.rules.find((other) => other.type === type);
    if (rule !== undefined) {
      rule.left -= 1;
      this.rules = this.rules.filter(({ left }) => left > 0);
    }
    return rule;
  }

  /** Sends a packet; later ones do not overtake it. */
  private send(from: Side, sent: Sent<Packet>): void {
    const { [from]: road } = this.travelling;
    const traveller = { sent, isDue: false };
    road.push(traveller);
    this.later(() => {
      traveller.isDue = true;
      for (let first; (first = road[0]) !== undefined && first.isDue; ) {
        road.shift();
        this.arrive(from, first.sent);
      }
    }, this.latencyMs[from]);
  }

  private arrive(from: Side, sent: Sent<Packet>): void {
    if (this.waiting !== undefined) {
      this.waiting.push([from, sent]);
    } else if (!this.isCut && sent.load === this.load) {
      this.deliver(from, sent.packet);
    }
  }
}
