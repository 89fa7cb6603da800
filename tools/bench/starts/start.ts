// Times the first use of an entry in its page.
import { noteMemory } from "../pages/memory.ts";
import { fail, PARTS, type Start, type StartPart } from "../protocol.ts";

declare global {
  interface Window {
    /** What the first use took, once it is over; its parts where the page is asked for them. */
    start?: Start;
  }
}

const parts: Partial<Record<StartPart, number>> = {};
let memory: () => number | undefined = () => undefined;
const { Instance, Module } = WebAssembly;

function timedAs<Result>(part: StartPart, run: () => Result): Result {
  const begin = performance.now();
  try {
    return run();
  } finally {
    parts[part] = (parts[part] ?? 0) + performance.now() - begin;
  }
}

// Measuring the parts takes time of its own, so the whole is timed in another page.
if (location.search === PARTS) {
  WebAssembly.Module = new Proxy(Module, {
    construct: (target, args: ConstructorParameters<typeof Module>) => timedAs("compile", () => new target(...args)),
  });
  WebAssembly.Instance = new Proxy(Instance, {
    construct: (target, args: ConstructorParameters<typeof Instance>) => {
      const instance = timedAs("instantiate", () => new target(...args));
      const { exports } = instance;
      if (!("decode" in exports || "process" in exports)) return instance;
      const measured = Object.entries(exports).map(([name, value]): [string, unknown] => {
        const part = name === "decode" || name === "process" ? name : undefined;
        return part === undefined ? [name, value] : [name, (...given: unknown[]) => timedAs(part, () => (value as (...given: unknown[]) => unknown)(...given))];
      });
      return { exports: Object.fromEntries(measured) };
    },
  });
  memory = noteMemory();
}

/** Runs it, and notes its time for the runner. */
export function start(first: () => unknown): void {
  timed(first).catch(fail);
}

async function timed(first: () => unknown): Promise<void> {
  const begin = performance.now();
  await first();
  const time = performance.now() - begin;
  const used = memory();
  window.start = { time, parts, ...(used === undefined ? {} : { memory: used }) };
}
