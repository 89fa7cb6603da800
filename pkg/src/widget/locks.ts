/**
 * Requests the Web Lock of a name. `settled` is called, always later, once the lock is granted, or it
 * is known that it is not: the browser refuses it, as in a frame whose storage it blocks, or the time
 * is over. The returned function releases the lock or cancels the request; after that nothing is called.
 *
 * Where the page has no Web Locks, as on plain http, every request is granted.
 *
 * @param waitMs the longest wait for other pages; 0 not to wait.
 */
export function requestLock(name: string, settled: (isGranted: boolean) => void, waitMs: number): () => void {
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
    timer = waitMs < Infinity ? setTimeout(release, waitMs) : undefined;
    await locks.request(name, waitMs > 0 ? { signal: controller.signal } : { ifAvailable: true }, (lock) => {
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

/** The page's Web Locks; undefined on plain http, or without a page. */
export function lockManager(): LockManager | undefined {
  return (globalThis as { navigator?: { locks?: LockManager } }).navigator?.locks;
}

/** A page that is gone releases its locks at once; a busy browser may take a while. */
export const WAIT_MS = 3000;
