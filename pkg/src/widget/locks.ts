/**
 * Requests the Web Lock of a name. `settled` is called, always later, once the lock is
 * granted, or after three seconds without it; with `ifAvailable`, without waiting for other
 * pages. The returned function releases the lock or cancels the request; after that nothing is called.
 *
 * Where the page has no Web Locks, as on plain http, every request is granted.
 */
export function requestLock(name: string, settled: (isGranted: boolean) => void, ifAvailable = false): () => void {
  const locks = lockManager();
  let isOver = false;
  const settle = (isGranted: boolean): void => {
    clearTimeout(timer);
    if (!isOver) {
      settled(isGranted);
    }
  };
  let release = (): void => undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const request = async (): Promise<void> => {
    if (locks === undefined) {
      await Promise.resolve();
      settle(true);
      return;
    }
    const controller = new AbortController();
    release = () => {
      controller.abort();
    };
    timer = setTimeout(release, WAIT_MS);
    await locks.request(name, ifAvailable ? { ifAvailable } : { signal: controller.signal }, (lock) => {
      if (lock === null || isOver) {
        settle(false);
        return undefined;
      }
      const end = new Promise<void>((resolve) => {
        release = resolve;
      });
      settle(true);
      return end;
    });
  };
  request().catch(() => {
    settle(false);
  });
  return () => {
    isOver = true;
    clearTimeout(timer);
    release();
  };
}

/**
 * Holds a Web Lock from `granted` on until `signal` is aborted.
 *
 * @param denied called if the browser refuses, as in a frame whose storage it blocks.
 */
export function holdLock(name: string, signal: AbortSignal, granted: () => void, denied?: () => void): void {
  const ended = new Promise<void>((resolve) => {
    signal.addEventListener("abort", () => {
      resolve();
    });
  });
  const take = (): Promise<void> | undefined => {
    if (signal.aborted) {
      return undefined;
    }
    granted();
    return ended;
  };
  lockManager()
    ?.request(name, { signal }, take)
    .catch(() => {
      if (!signal.aborted) {
        denied?.();
      }
    });
}

/** The page's Web Locks; undefined on plain http, or without a page. */
export function lockManager(): LockManager | undefined {
  return (globalThis as { navigator?: { locks?: LockManager } }).navigator?.locks;
}

/** A page that is gone releases its locks at once; a busy browser may take a while. */
export const WAIT_MS = 3000;
