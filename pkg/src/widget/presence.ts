/** What is found out about the user's windows. */
export type PresenceEvents = {
  /** The others may hear of this window; whether it has a lock, by which they see that it is there. */
  ready: (hasLock: boolean) => void;
  /** This window leads, or another one does. */
  role: (role: "leader" | "follower") => void;
  /** Another window is gone. */
  gone: (window: string) => void;
  /** Asks the others whether they are there. */
  ask: () => void;
};

/**
 * Finds out which of the user's windows are there, and which one of them leads.
 *
 * A window has a Web Lock of its own, which another one is granted once that window is
 * gone. Where a page may not use locks, as in a frame whose storage the browser blocks, who
 * answers is there: messages reach a page in the background at once, though its timers may
 * be slow.
 *
 * The window leads that says so first. Of several the one with the smallest name does; so
 * it is where the leader is gone.
 */
export class Presence {
  /** The others, and when each was heard last. */
  private readonly others = new Map<string, number>();
  /** Those whose lock tells when they are gone. */
  private readonly watched = new Set<string>();
  private readonly unlock = new AbortController();
  private readonly timer: ReturnType<typeof setInterval>;
  private first: ReturnType<typeof setTimeout> | undefined;
  private canLock = false;
  private isElecting = false;
  private leader: string | undefined;
  private askedAt = Date.now();

  constructor(
    private readonly group: string,
    private readonly id: string,
    private readonly events: PresenceEvents,
  ) {
    this.timer = setInterval(() => {
      this.check();
    }, ASK_EVERY_MS);
    const { signal } = this.unlock;
    const { locks } = navigator as { locks?: LockManager };
    const ended = new Promise<void>((resolve) => {
      signal.addEventListener("abort", () => {
        resolve();
      });
    });
    const granted = locks?.request(`${group}:${id}`, { signal }, () => {
      // Whoever hears of this window may ask for its lock, so it has to have it by then.
      this.canLock = true;
      events.ready(true);
      return ended;
    });
    (granted ?? Promise.reject(new Error("there are no locks"))).catch(() => {
      if (!signal.aborted) {
        events.ready(false);
      }
    });
  }

  /** Another window spoke: whether it has a lock, and what it said about leading. */
  heard(window: string, hasLock: boolean, isLeader: boolean | undefined): void {
    this.others.set(window, Date.now());
    if (hasLock && this.canLock && !this.watched.has(window)) {
      this.watched.add(window);
      this.watch(window);
    }
    if (isLeader === false && this.leader === window) {
      this.leader = undefined;
      this.settle();
    }
    if (isLeader !== true || !this.isElecting || this.leader === window) {
      return;
    }
    if (this.leader === this.id && this.id < window) {
      // The other one yields, once it hears this.
      this.events.role("leader");
      return;
    }
    this.leader = window;
    this.events.role("follower");
  }

  /** Has one of the windows lead: this one, unless another says that it does. */
  elect(): void {
    clearTimeout(this.first);
    this.isElecting = true;
    this.first = setTimeout(() => {
      this.settle();
    }, FIRST_ANSWER_MS);
  }

  /** Leaves it to the app which one leads. */
  rest(): void {
    clearTimeout(this.first);
    this.isElecting = false;
    this.leader = undefined;
  }

  /** This window leaves. */
  stop(): void {
    clearInterval(this.timer);
    clearTimeout(this.first);
    this.unlock.abort();
  }

  private watch(window: string): void {
    const { signal } = this.unlock;
    navigator.locks
      .request(`${this.group}:${window}`, { signal }, () => {
        if (!signal.aborted) {
          this.lose(window);
          this.settle();
        }
      })
      .catch(() => undefined);
  }

  private check(): void {
    const now = Date.now();
    const wasAsleep = now - this.askedAt > 2 * ASK_EVERY_MS;
    this.askedAt = now;
    for (const [window, at] of this.others) {
      if (this.watched.has(window)) {
        continue;
      }
      if (wasAsleep) {
        // It heard nobody, and nobody is gone for that.
        this.others.set(window, now);
      } else if (now - at > GONE_AFTER_MS) {
        this.lose(window);
      }
    }
    this.settle();
    this.events.ask();
  }

  private lose(window: string): void {
    this.others.delete(window);
    this.watched.delete(window);
    this.leader = this.leader === window ? undefined : this.leader;
    this.events.gone(window);
  }

  private settle(): void {
    if (!this.isElecting || this.leader !== undefined) {
      return;
    }
    const [first] = [this.id, ...this.others.keys()].sort();
    this.leader = first;
    this.events.role(first === this.id ? "leader" : "follower");
  }
}

/** How often each window asks who is there. */
const ASK_EVERY_MS = 2000;
/** A page may be busy for a while; one that is busy for longer is taken for gone. */
const GONE_AFTER_MS = 7000;
/** How long a window that comes waits for the one that leads. */
const FIRST_ANSWER_MS = 300;
