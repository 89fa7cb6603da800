/**
 * Polls: the platform's data may change at any time, without an event. A hidden page does not
 * poll; one that is shown again polls at once.
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
