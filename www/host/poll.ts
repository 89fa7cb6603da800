/**
 * Asks again and again: what the platform has may change at any time, and nothing says so.
 * A page that nobody sees does not ask; one that is looked at again asks at once.
 */
export function poll(ask: () => Promise<void>): void {
  const askWhereSeen = (): void => {
    if (document.visibilityState !== "hidden") void ask();
  };
  document.addEventListener("visibilitychange", askWhereSeen);
  window.addEventListener("focus", askWhereSeen);
  setInterval(askWhereSeen, EVERY_MS);
}

const EVERY_MS = 10_000;
