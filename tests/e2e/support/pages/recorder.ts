// Records a page's events. Loaded before everything else.
import type {} from "../globals.ts";
import type { Seen } from "../globals.ts";

const seen: Seen = { messages: [], calls: [], console: [], errors: [], posts: [] };
window.seen = seen;

/** Marks a barrier's message, which is neither recorded nor meant for any SDK. */
const BARRIER = "e2eBarrier";

window.addEventListener("message", (event: MessageEvent<unknown>) => {
  const { data } = event;
  if (typeof data === "object" && data !== null && BARRIER in data) {
    const barrier = data as { [BARRIER]: number; isBack?: boolean };
    if (barrier.isBack === true) {
      waiting.get(barrier[BARRIER])?.();
    } else {
      (event.source as Window | null)?.postMessage({ ...barrier, isBack: true }, event.origin);
    }
    return;
  }
  seen.messages.push({ data, origin: event.origin, isFromParent: event.source === window.parent });
});

const waiting = new Map<number, () => void>();
let lastBarrier = 0;

/** Messages between two windows stay in order, so the answer comes last. */
window.settled = async () => {
  const frame = document.querySelector("iframe");
  if (frame?.contentWindow === null || frame === null) {
    throw new Error("this page has no frame");
  }
  const { origin } = new URL(frame.src);
  // The second round includes the page's answers to the first.
  for (let round = 0; round < 2; round++) {
    await new Promise<void>((resolve) => {
      lastBarrier += 1;
      waiting.set(lastBarrier, resolve);
      frame.contentWindow?.postMessage({ [BARRIER]: lastBarrier }, origin);
    });
  }
};

window.recorded = (handler) => (...args) => {
  seen.calls.push({ handler, args });
};

for (const level of ["warn", "error"] as const) {
  const original = console[level].bind(console);
  console[level] = (...line: unknown[]) => {
    seen.console.push({ level, text: line.map(String).join(" ") });
    original(...line);
  };
}

window.addEventListener("error", (event) => {
  seen.errors.push(event.message);
});
window.addEventListener("unhandledrejection", (event) => {
  seen.errors.push(String(event.reason));
});
