import { attempt } from "../shared/attempt.js";
import { randomId } from "../shared/random-id.js";
import { find } from "../wasm/orders.js";
import type { WidgetDriver } from "./delivery.js";
import { framePath } from "./environment.js";
import { lockManager, requestLock, WAIT_MS } from "./locks.js";
import { openStorage } from "./storage.js";

/**
 * Writes the record of the open calls, and finds the one that the previous page left in this
 * frame.
 *
 * A page holds the Web Lock of its record. Duplicated tabs get a copy of the session
 * storage: a record whose lock another page holds is such a copy, and is removed.
 */
export class SnapshotStore {
  private readonly storage = openStorage();
  private id = randomId();
  private whereabouts: readonly string[] = [];
  private written: { name: string; text: string } | undefined;
  private unlock: (() => void) | undefined;
  private stopClaim: (() => void) | undefined;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private hasFailed = false;
  private isStopped = false;
  private isLeaving = false;

  /** @param scope distinguishes the sessions of a page; empty for the one with the parent page. */
  constructor(
    private readonly driver: WidgetDriver,
    private readonly scope: string,
  ) {
    this.find();
    this.write();
    this.listen("addEventListener");
  }

  /** Writes at the page's lifecycle events. */
  handleEvent({ type, persisted }: PageTransitionEvent): void {
    if (type === "pagehide") {
      this.isLeaving = true;
      this.leave();
    } else if (type === "visibilitychange") {
      this.write();
    } else if (persisted) {
      this.isLeaving = false;
      this.comeBack();
    }
  }

  /** Nobody uses the session any more: leaves the record to the next page, as if this one had gone. */
  stop(): void {
    this.isStopped = true;
    this.leave();
    this.listen("removeEventListener");
  }

  /** The session is used again, as if the page had come back. */
  restart(): void {
    if (this.isStopped) {
      this.isStopped = false;
      this.comeBack();
      this.listen("addEventListener");
    }
  }

  /** The storage of the record; `"none"` if the browser blocks it. */
  get place(): "sessionStorage" | "none" {
    return this.storage.works ? "sessionStorage" : "none";
  }

  /** The record changed: writes it at once, or batched with the next changes. */
  changed(): void {
    if (this.isStopped) {
      return;
    }
    // A hidden page gets few timers, and may end without an event.
    if (this.isLeaving || attempt(() => document.hidden) === true) {
      this.write();
    } else {
      this.timer ??= setTimeout(() => {
        this.write();
      }, WRITE_AFTER_MS);
    }
  }

  private listen(change: "addEventListener" | "removeEventListener"): void {
    document[change]("visibilitychange", this);
    for (const turn of ["pagehide", "pageshow"]) {
      window[change](turn, this);
    }
  }

  /** Sweeps the storage, and claims the record of this frame. */
  private find(): void {
    const { frame } = this;
    const own = this.named(nameOf(frame, ""));
    const others = this.storage.names().filter((name) => name.startsWith(PREFIX) && !own.includes(name));
    for (const name of others) {
      // Another frame's record: useless once it has expired.
      if (this.resume(frame, name) === "useless") {
        this.storage.write(name, undefined);
      }
    }
    if (own.length > 0) {
      this.claim(own, true);
    } else if (lockManager() !== undefined) {
      // The frames around this one may have changed; those of this app claim their own by then.
      const timer = setTimeout(() => {
        this.stopClaim = undefined;
        this.claim(this.named(`${PREFIX}${appOf(frame)}`), false);
      }, WAIT_MS);
      this.stopClaim = () => {
        clearTimeout(timer);
      };
    }
  }

  /** The records whose names begin like this, the latest first. */
  private named(start: string): string[] {
    const at = (name: string): number => Number((this.read(name) as { at?: unknown } | undefined)?.at);
    const names = this.storage.names().filter((name) => name.startsWith(start) && name !== this.written?.name);
    return names.sort((one, two) => at(two) - at(one));
  }

  /** Takes over the first record that no other page uses; of this frame's own, removes the others. */
  private claim([name, ...others]: string[], areOwn: boolean): void {
    if (name === undefined) {
      return;
    }
    const [frame = "", id = ""] = name.slice(PREFIX.length).split(":");
    const settled = (isGranted: boolean): void => {
      this.stopClaim = undefined;
      if (this.driver.isLost) {
        unlock();
        return;
      }
      const isTaken = isGranted && this.resume(frame, name) === "taken";
      if (areOwn) {
        for (const useless of isTaken ? others : [name]) {
          this.storage.write(useless, undefined);
        }
      }
      if (isTaken) {
        if (this.written !== undefined) {
          this.storage.write(this.written.name, undefined);
        }
        this.giveUpLock();
        this.unlock = unlock;
        this.id = id;
        this.written = { name, text: "" };
        this.write();
        return;
      }
      if (!isGranted && areOwn) {
        this.driver.enter("note", "JOURNAL_IN_USE", "");
      }
      unlock();
      this.claim(others, areOwn);
    };
    const unlock = requestLock(lockOf(id), settled, areOwn ? WAIT_MS : 0);
    this.stopClaim = unlock;
  }

  /** Passes a record on to the engine, and returns the verdict. A record that causes a trap is useless: each page would trap. */
  private resume(frame: string, name: string): "taken" | "leftAlone" | "useless" {
    const { isLost } = this.driver;
    const orders = this.driver.enter("resume", frame, Object(this.read(name)) as object);
    return find(orders, "resumable")?.[1] ?? (isLost ? "leftAlone" : "useless");
  }

  private read(name: string): unknown {
    return attempt(() => JSON.parse(this.storage.read(name) ?? "") as unknown);
  }

  private write(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    const { frame } = this;
    const answer = find(this.driver.enter("journal", frame), "journal");
    if (answer === undefined) {
      // The engine trapped: the last record stays.
      return;
    }
    const [, journal] = answer;
    const name = nameOf(frame, this.id);
    // Without `toJSON`: that of an old library turns each list into a text.
    const text = attempt(() => JSON.stringify(journal, function (this: Record<string, unknown>, name) { return this[name]; }));
    const isWritten = text !== undefined && this.storage.write(name, text);
    if (this.written !== undefined && (this.written.name !== name || !isWritten)) {
      this.storage.write(this.written.name, undefined);
    }
    this.written = isWritten ? { name, text } : undefined;
    if (!isWritten) {
      this.giveUpLock();
    } else if (!this.isLeaving && !this.isStopped) {
      this.unlock ??= requestLock(lockOf(this.id), () => undefined, WAIT_MS);
    }
    if (!isWritten && journal !== undefined && this.storage.works && !this.hasFailed) {
      this.hasFailed = true;
      this.driver.enter("note", "NOT_KEPT", "");
    }
  }

  /** The next page of this frame may take the record from here on. */
  private leave(): void {
    this.stopClaim?.();
    this.stopClaim = undefined;
    this.write();
    this.giveUpLock();
  }

  /** The page was in the back/forward cache, and is shown again. */
  private comeBack(): void {
    const { written } = this;
    if (written !== undefined && this.storage.read(written.name) !== written.text) {
      this.id = randomId();
      this.written = undefined;
      this.driver.enter("loseJournal");
    }
    this.write();
  }

  private giveUpLock(): void {
    this.unlock?.();
    this.unlock = undefined;
  }

  /**
   * A hash of the depth, the name and the page's address by now, which a router may change; and
   * one of the position among the frames.
   */
  private get frame(): string {
    // While pages go, the frames around this one change places.
    const path = this.isLeaving ? this.whereabouts[0] : undefined;
    this.whereabouts = attempt(() => [path ?? framePath(), window.name, window.location.pathname]) ?? this.whereabouts;
    const [position = "", ...page] = this.whereabouts;
    return `${hash([position.replace(/\d+/g, "n"), ...page, this.scope].join("\n"))}.${hash(position)}`;
  }
}

function nameOf(frame: string, id: string): string {
  return `${PREFIX}${frame}:${id}`;
}

/** The part of a frame's hash that its position does not change. */
function appOf(frame: string): string {
  return frame.slice(0, frame.indexOf(".") + 1);
}

function lockOf(id: string): string {
  return `${PREFIX}${id}`;
}

function hash(text: string): string {
  let hash = 7;
  for (let at = 0; at < text.length; at += 1) {
    hash = (hash * 31 + text.charCodeAt(at)) % PRIME;
  }
  return hash.toString(36);
}

const PREFIX = "calling-widget-sdk:journal:";
const WRITE_AFTER_MS = 250;

/** Below 2^48, so that 31 times as much is still exact. */
const PRIME = 281474976710597;
