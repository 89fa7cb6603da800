// Times the first use of an entry in its page.
import { noteMemory } from "../pages/memory.ts";
import { fail, type Start } from "../protocol.ts";

declare global {
  interface Window {
    /** The time of the first use, once it is over. */
    start?: Start;
  }
}

const memory = noteMemory();

/** Runs it, and notes its time for the runner. */
export function start(first: () => unknown): void {
  timed(first).catch(fail);
}

async function timed(first: () => unknown): Promise<void> {
  const begin = performance.now();
  await first();
  const time = performance.now() - begin;
  const used = memory();
  window.start = { time, ...(used === undefined ? {} : { memory: used }) };
}
