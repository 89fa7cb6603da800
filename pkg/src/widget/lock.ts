import { lockManager } from "./window-locks.js";

/**
 * Asks for the Web Lock of a name. Once it is granted, or was not within three
 * seconds, `settled` is called, always later; what this returns gives the lock or the
 * request up, and then nothing is called any more.
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

/** A page that is gone gives its locks up at once; a busy browser may take a while. */
const WAIT_MS = 3000;
