import { VALUE_TABLES, type WidgetInputs, type WidgetOutput } from "../generated/door.js";
import { frozenCopy, unpostable } from "../shared/plain.js";
import type { Viewed } from "../wasm/crossing.js";
import { find } from "../wasm/door.js";
import type { WidgetDriver } from "./dialect.js";
import type { Message, SendOutcome } from "./member.js";

type QueuedOutput = Extract<WidgetOutput, readonly ["queued", ...unknown[]]>;

/** The messages that the app sends, and those that are queued. */
export class Outgoing {
  /** The messages in the engine's queue, by its numbers. */
  private readonly waiting = new Map<number, QueuedOutput>();
  /** Messages for a fresh engine to queue. */
  private kept: WidgetInputs["requeue"][] = [];

  constructor(private readonly driver: WidgetDriver) {}

  /**
   * Sends a message of an instance.
   *
   * @param isOpen true if the host is initialized and the instance ready: then most are
   *   posted.
   */
  send(instance: number, message: Message, messageId: string, isOpen: boolean): SendOutcome {
    const path = unpostable(message);
    if (path !== undefined) {
      return this.refuse(path);
    }
    const viewed: Viewed = { value: message };
    // Queued messages are copied: the app may change the object before it is posted.
    if (!isOpen) {
      try {
        viewed.value = frozenCopy(message);
      } catch {
        return this.refuse("the message");
      }
    }
    // The app's code may run before `enter` returns, and trap the engine.
    const { door } = this.driver;
    const outcome = find(this.driver.enter("send", instance, viewed, messageId), "sent")?.[1] ?? "refused";
    if (outcome === "queued" && viewed.handle !== undefined && viewed.value === message) {
      door.replace(viewed.handle, frozenCopy(message));
    }
    return outcome;
  }

  /** Reports a message that cannot be posted. */
  refuse(path: string): "refused" {
    const detail = `${path} cannot be posted; take functions, symbols and live objects out`;
    this.driver.enter("note", "NOT_CLONEABLE", detail);
    return "refused";
  }

  /** The engine queued a message, or has now found its call. */
  queued(output: QueuedOutput): void {
    this.waiting.set(output[1], output);
  }

  /** These messages are queued no longer. */
  unqueued(numbers: readonly number[]): void {
    for (const number of numbers) {
      this.waiting.delete(number);
    }
  }

  /** Retains the queue of an engine that is gone for the next. */
  keep(): void {
    const { door } = this.driver;
    this.kept = [...this.waiting.values()].map(([, , instance, message, messageId, since, call, before]) => [
      instance,
      { value: door.resolve(message) },
      messageId,
      since,
      call ?? undefined,
      before === null ? undefined : { value: door.resolve(before), table: VALUE_TABLES.Snapshot },
    ]);
  }

  /** Makes a fresh engine queue the retained messages, under its own numbers. */
  requeue(): void {
    this.waiting.clear();
    for (const fields of this.kept) {
      this.driver.enter("requeue", ...fields);
    }
    this.kept = [];
  }
}
