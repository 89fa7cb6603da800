import { lockManager } from "./window-locks.js";

/**
 * Requests the Web Lock of a name. `settled` is called, always later, once the lock is
 * granted or after three seconds without it. The returned function releases the lock or
 * cancels the request; after that nothing is called.
 *
 * Where the page has no Web Locks, as on plain http, every request is granted.
 */
export function requestLock(name: string, settled: (isGranted: boolean) => void): () => void {
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
    await locks.request(name, { signal: controller.signal }, () => {
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

/** A page that is gone releases its locks at once; a busy browser may take a while. */
const WAIT_MS = 3000;
