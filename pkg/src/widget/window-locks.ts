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
