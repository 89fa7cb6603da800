// The part that the pages of all widgets share.
import { fail, type Answer, type Order } from "../protocol.ts";
import { noteMemory } from "./memory.ts";

/** The origin of the page around this one. */
export const HOST_ORIGIN = new URL(document.referrer).origin;

/** A widget's functions to measure. */
export type Measured = {
  /** Begins an unrequested call. */
  readonly open: () => void;
  /** Ends and completes the call that began last. */
  readonly close: () => void;
  /** Posts one message. */
  readonly send: () => void;
};

addEventListener("error", ({ message }) => fail(message));

const memory = noteMemory();

let expected = 0;
let count = 0;
let first = 0;
let listens = 0;
let listened = 0;
let entered = 0;
let spent = 0;
let done: (answer: Answer) => void = () => undefined;

// The first listener of the page. It leaves the event's data to the timed ones.
addEventListener("message", () => {
  if (listens > 0) entered = performance.now();
});

/** Notes that a dial has reached its handler; true if it needs an answer. */
export function heard(): boolean {
  if (expected === 0) return true;
  if (count === 0) first = performance.now();
  count++;
  if (count === expected) {
    expected = 0;
    done({ figure: mean(performance.now() - first, count - 1) });
  }
  return false;
}

/** Opens the port to the page around, once the widget is there. */
export function serve(measured: Measured): void {
  // The last listener of the page.
  addEventListener("message", () => {
    if (listens === 0) return;
    spent += performance.now() - entered;
    listens--;
    if (listens === 0) done({ figure: mean(spent, listened) });
  });
  const { port1, port2 } = new MessageChannel();
  const answer = (value: Answer): void => port1.postMessage(value);
  port1.onmessage = ({ data: order }: MessageEvent<Order>) => {
    if (order.order === "memory") {
      const figure = memory();
      answer(figure === undefined ? {} : { figure });
    } else if (order.order === "count") {
      expected = order.count;
      count = 0;
      done = answer;
    } else if (order.order === "listen") {
      listens = listened = order.count;
      spent = 0;
      done = answer;
    } else {
      const begin = performance.now();
      for (let times = 0; times < order.count; times++) measured[order.order]();
      answer({ figure: mean(performance.now() - begin, order.count) });
    }
  };
  parent.postMessage("bench", HOST_ORIGIN, [port2]);
}

/** The mean, in microseconds. */
function mean(total: number, of: number): number {
  return (total * 1000) / of;
}
