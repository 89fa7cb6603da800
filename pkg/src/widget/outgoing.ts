import type { WidgetOrders } from "../../build/widget.js";
import { frozenCopy, unpostable } from "../shared/plain.js";
import { find } from "../wasm/orders.js";
import type { WidgetDriver } from "./delivery.js";
import type { Message, SendOutcome } from "./member.js";

type Queued = Parameters<WidgetOrders["queued"]>;

/** The messages that the app sends, and those that are queued. */
export class Outgoing {
  /** The messages in the engine's queue, by its numbers. */
  private readonly waiting = new Map<number, Queued>();
  /** Messages for a fresh engine to queue. */
  private kept: Queued[] = [];

  constructor(private readonly driver: WidgetDriver) {}

  /**
   * Sends a message of an instance.
   *
   * @param isOpen true if the message is posted at once, unless it is refused. Any other is
   *   copied: the app may change the object before it is posted.
   */
  send(instance: number, message: Message, messageId: string, isOpen: boolean): SendOutcome {
    const path = unpostable(message);
    if (path !== undefined) {
      return this.refuse(path);
    }
    let sent = message;
    if (!isOpen) {
      try {
        sent = frozenCopy(message);
      } catch {
        return this.refuse("the message");
      }
    }
    // The published SDK posts the fields of any value, those of a text too.
    return find(this.driver.enter("send", instance, Object(sent) as object, messageId), "sent")?.[1] ?? "refused";
  }

  /** Reports a message that cannot be posted. */
  refuse(path: string): "refused" {
    const detail = `${path} cannot be posted; take functions, symbols and live objects out`;
    this.driver.enter("note", "NOT_CLONEABLE", detail);
    return "refused";
  }

  /** The engine queued a message, or has now found its call. */
  queued(queued: Queued): void {
    this.waiting.set(queued[0], queued);
  }

  /** These messages are queued no longer. */
  unqueued(numbers: readonly number[]): void {
    for (const number of numbers) {
      this.waiting.delete(number);
    }
  }

  /** Retains the queue of an engine that is gone for the next. */
  keep(): void {
    this.kept = [...this.waiting.values()];
  }

  /** Makes a fresh engine queue the retained messages, under its own numbers. */
  requeue(): void {
    this.waiting.clear();
    for (const [, ...fields] of this.kept) {
      this.driver.enter("requeue", ...fields);
    }
    this.kept = [];
  }
}
