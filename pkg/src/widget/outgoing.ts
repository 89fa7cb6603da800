import { frozenCopy, unpostable } from "../shared/plain.js";
import type { Viewed } from "../wasm/crossing.js";
import { find } from "../wasm/door.js";
import type { WidgetDriver } from "./dialect.js";
import type { Message, SendOutcome } from "./member.js";

/** The messages that the app sends, and those that are queued. */
export class Outgoing {
  /** Those that wait, by the handles of their messages. */
  private readonly queued = new Map<number, { instance: number; messageId: string }>();

  constructor(private readonly driver: WidgetDriver) {}

  /**
   * Sends a message of an instance's.
   *
   * @param isReady whether READY was delivered to the instance: most messages are posted at once then.
   */
  send(instance: number, message: Message, messageId: string, isReady: boolean): SendOutcome {
    const path = unpostable(message);
    if (path !== undefined) {
      return this.refuse(path);
    }
    const viewed: Viewed = { value: message };
    // What waits is copied: the app may change the object before it is posted.
    if (!isReady) {
      try {
        viewed.value = frozenCopy(message);
      } catch {
        return this.refuse("the message");
      }
    }
    const outcome = find(this.driver.enter("send", instance, viewed, messageId), "sent")?.[1] ?? "refused";
    if (outcome === "queued" && viewed.handle !== undefined) {
      if (viewed.value === message) {
        this.driver.door.replace(viewed.handle, frozenCopy(message));
      }
      this.queued.set(viewed.handle, { instance, messageId });
    }
    return outcome;
  }

  /** Reports what cannot be posted. */
  refuse(path: string): "refused" {
    const detail = `${path} cannot be posted; take functions, symbols and live objects out`;
    this.driver.enter("note", "NOT_CLONEABLE", detail);
    return "refused";
  }

  /** A message waits no longer. */
  forget(handle: number | undefined): void {
    this.queued.delete(handle ?? 0);
  }

  /** The engine that queued them is gone: returns what sends those that wait once more. */
  lose(): () => void {
    const waiting = [...this.queued].map(([handle, sent]) => ({ ...sent, message: this.driver.door.payload(handle) }));
    this.queued.clear();
    return () => {
      for (const { instance, message, messageId } of waiting) {
        this.send(instance, message as Message, messageId, false);
      }
    };
  }
}
