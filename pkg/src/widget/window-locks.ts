/** What the locks of the user's windows show. */
export type LockEvents = {
  /** The others may hear of this window; whether it has a lock, by which they see that it is there. */
  ready: (hasLock: boolean) => void;
  /** Another window is gone. */
  gone: (window: string) => void;
};

/**
 * The Web Locks of the user's windows.
 *
 * A window has one of its own, which another one is granted once that window is gone. Where
 * a page may not use locks, as in a frame whose storage the browser blocks, who answers is
 * there: messages reach a page in the background at once, though its timers may be slow.
 */
export class WindowLocks {
  /** Those whose lock tells when they are gone. */
  private readonly watched = new Set<string>();
  private readonly unlock = new AbortController();
  private canLock = false;

  constructor(
    private readonly group: string,
    id: string,
    private readonly events: LockEvents,
  ) {
    const { signal } = this.unlock;
    const locks = lockManager();
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

  /** Has it seen when a window is gone, by the lock that it has. */
  watch(window: string): void {
    if (!this.canLock || this.watched.has(window)) {
      return;
    }
    this.watched.add(window);
    const { signal } = this.unlock;
    lockManager()
      ?.request(`${this.group}:${window}`, { signal }, () => {
        if (!signal.aborted) {
          this.watched.delete(window);
          this.events.gone(window);
        }
      })
      .catch(() => undefined);
  }

  /** This window leaves. */
  stop(): void {
    this.unlock.abort();
  }
}

/** The page's Web Locks; none on plain http, nor where there is no page. */
export function lockManager(): LockManager | undefined {
  return (globalThis as { navigator?: { locks?: LockManager } }).navigator?.locks;
}
