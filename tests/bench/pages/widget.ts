// What the pages of all widgets do, whatever is measured in them.
import { fail, type Answer, type Order } from "../protocol.ts";

/** The origin of the page around this one. */
export const HOST_ORIGIN = new URL(document.referrer).origin;

/** What a widget offers to be measured. */
export type Measured = {
  /** Milliseconds of the first construction. */
  readonly constructed?: number;
  /** Posts one message. */
  readonly send?: () => void;
};

addEventListener("error", ({ message }) => fail(message));

const memories: WebAssembly.Memory[] = [];
const { Instance } = WebAssembly;

// Notes the memory of every core, in case there is one.
WebAssembly.Instance = new Proxy(Instance, {
  construct: (target, args: ConstructorParameters<typeof Instance>) => {
    const instance = new target(...args);
    memories.push(...Object.values(instance.exports).filter((value) => value instanceof WebAssembly.Memory));
    return instance;
  },
});

let expected = 0;
let count = 0;
let first = 0;
let counted: (answer: Answer) => void = () => undefined;

/** Says that a host's message has reached its handler; whether it wants an answer. */
export function heard(): boolean {
  if (expected === 0) return true;
  if (count === 0) first = performance.now();
  count++;
  if (count === expected) {
    expected = 0;
    counted({ each: ((performance.now() - first) * 1000) / (count - 1) });
  }
  return false;
}

/** Times the making of a widget. */
export function construct<T>(make: () => T): [T, number] {
  const start = performance.now();
  const made = make();
  return [made, performance.now() - start];
}

/** Opens the port to the page around, once the widget is there. */
export function serve({ constructed = 0, send }: Measured): void {
  const { port1, port2 } = new MessageChannel();
  const answer = (value: Answer): void => port1.postMessage(value);
  port1.onmessage = ({ data: order }: MessageEvent<Order>) => {
    if (order.order === "tell") {
      const bytes = memories.reduce((sum, memory) => sum + memory.buffer.byteLength, 0);
      answer({ each: constructed * 1000, ...(memories.length === 0 ? {} : { memory: bytes / 1024 }) });
      return;
    }
    if (order.order === "count") {
      expected = order.count;
      count = 0;
      counted = answer;
      return;
    }
    if (send === undefined) throw new Error("this widget sends nothing");
    const start = performance.now();
    for (let sent = 0; sent < order.count; sent++) send();
    answer({ each: ((performance.now() - start) * 1000) / order.count });
  };
  parent.postMessage("bench", HOST_ORIGIN, [port2]);
}
