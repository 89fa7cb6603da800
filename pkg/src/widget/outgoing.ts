import { VALUE_TABLES, type WidgetInputs, type WidgetOutput } from "../generated/door.js";
import { frozenCopy, unpostable } from "../shared/plain.js";
import type { Viewed } from "../wasm/crossing.js";
import { find } from "../wasm/door.js";
import type { WidgetDriver } from "./dialect.js";
import type { Message, SendOutcome } from "./member.js";

type QueuedOutput = Extract<WidgetOutput, readonly ["queued", ...unknown[]]>;

/** The messages that the app sends, and those that are queued. */
export class Outgoing {
  /** What the engine queued last, by its numbers. */
  private readonly waiting = new Map<number, QueuedOutput>();
  /** What a fresh engine is to queue. */
  private kept: WidgetInputs["requeue"][] = [];

  constructor(private readonly driver: WidgetDriver) {}

  /**
   * Sends a message of an instance's.
   *
   * @param isOpen whether the host is initialized and the instance ready: most messages are posted at once then.
   */
  send(instance: number, message: Message, messageId: string, isOpen: boolean): SendOutcome {
    const path = unpostable(message);
    if (path !== undefined) {
      return this.refuse(path);
    }
    const viewed: Viewed = { value: message };
    // What waits is copied: the app may change the object before it is posted.
    if (!isOpen) {
      try {
        viewed.value = frozenCopy(message);
      } catch {
        return this.refuse("the message");
      }
    }
    // Code of the app's may run before `enter` returns, and trap the engine.
    const { door } = this.driver;
    const outcome = find(this.driver.enter("send", instance, viewed, messageId), "sent")?.[1] ?? "refused";
    if (outcome === "queued" && viewed.handle !== undefined && viewed.value === message) {
      door.replace(viewed.handle, frozenCopy(message));
    }
    return outcome;
  }

  /** Reports what cannot be posted. */
  refuse(path: string): "refused" {
    const detail = `${path} cannot be posted; take functions, symbols and live objects out`;
    this.driver.enter("note", "NOT_CLONEABLE", detail);
    return "refused";
  }

  /** The engine queued a message, or knows its call by now. */
  queued(output: QueuedOutput): void {
    this.waiting.set(output[1], output);
  }

  /** These messages are queued no longer. */
  unqueued(numbers: readonly number[]): void {
    for (const number of numbers) {
      this.waiting.delete(number);
    }
  }

  /** The engine is gone: keeps what it had queued for the next. */
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

  /** Has a fresh engine queue what {@link keep} kept; it gives its own numbers. */
  requeue(): void {
    this.waiting.clear();
    for (const fields of this.kept) {
      this.driver.enter("requeue", ...fields);
    }
    this.kept = [];
  }
}
