// Programs in real pages: windows, posts, events and errors are the browser's; time is the program's.
import type { Program } from "../../../compare/program.ts";
import { type Entry, run } from "../../../compare/run.ts";
import { Clock, type Stage } from "../../../compare/stage.ts";

/** A program for a frame, and the options that the page adds. */
type Order = { program: Program; options: object };
/** What the frame has the host post, or tells it at the end. */
type Request = { deliver?: unknown; done?: readonly Entry[] };

const FLUSH = { flush: true };
const listen = window.addEventListener.bind(window);

/** The widget's page: runs the program that the host sends. */
window.runPrograms = () => {
  listen("message", (event: MessageEvent<Order>) => {
    const [port] = event.ports as [MessagePort];
    void runIn(event.data, port, event.origin).then((done) => {
      port.postMessage({ done });
    });
  }, { once: true });
};

async function runIn({ program, options }: Order, port: MessagePort, host: string): Promise<readonly Entry[]> {
  const heard: string[] = [];
  const unlisten = window.removeEventListener.bind(window);
  const turn = setTimeout.bind(window);
  const clock = new Clock((error) => { reportError(error); });
  Object.assign(window, {
    setTimeout: clock.setTimeout,
    clearTimeout: clock.clearTimeout,
    addEventListener: (type: string, ...rest: [EventListener]) => {
      heard.push(type);
      listen(type, ...rest);
    },
    removeEventListener: (type: string, ...rest: [EventListener]) => {
      heard.splice(heard.indexOf(type), 1);
      unlisten(type, ...rest);
    },
  });
  Object.assign(performance, { now: clock.ticks });
  Date.now = clock.now;
  const stage: Stage = {
    posted: () => undefined,
    uncaught: () => undefined,
    rejected: () => undefined,
    turn: () => new Promise((resolve) => { turn(resolve); }),
    deliver: (message) =>
      new Promise((resolve) => {
        // After the package's own listener.
        listen("message", () => { resolve(); }, { once: true });
        try {
          port.postMessage({ deliver: message });
        } catch {
          resolve();
        }
      }),
    frame: () => undefined,
    page: (event) => {
      window.dispatchEvent(event === "hidden" || event === "shown" ? new Event("visibilitychange") : new PageTransitionEvent(event, { persisted: event === "pageshow" }));
    },
    wait: (ms) => clock.wait(ms),
    jump: (ms) => { clock.jump(ms); },
    left: () => ({ listeners: heard.sort(), timers: clock.timers.size }),
    // What was posted arrives before this.
    flush: () =>
      new Promise((resolve) => {
        port.onmessage = ({ data }: MessageEvent<unknown[]>) => {
          data.forEach((message) => { stage.posted(message, host); });
          resolve();
        };
        window.parent.postMessage(FLUSH, host);
      }),
  };
  listen("error", (event) => { stage.uncaught(event.error); });
  listen("unhandledrejection", (event) => {
    event.preventDefault();
    stage.rejected(event.reason);
  });
  const { default: CallingExtensions, IFrameManager } = window.sdk;
  return run(program, { CallingExtensions, IFrameManager }, stage, options);
}

/** The host's page: runs a program in a frame of its own. */
window.runInFrame = (src, program, options) =>
  new Promise((resolve) => {
    const frame = document.createElement("iframe");
    const { port1: port, port2 } = new MessageChannel();
    const { origin } = new URL(src);
    let posted: unknown[] = [];
    const hear = ({ data }: MessageEvent<unknown>): void => {
      if (typeof data === "object" && data !== null && "flush" in data) {
        port.postMessage(posted);
        posted = [];
      } else {
        posted.push(data);
      }
    };
    window.addEventListener("message", hear);
    port.onmessage = ({ data }: MessageEvent<Request>) => {
      if (data.done === undefined) {
        frame.contentWindow?.postMessage(data.deliver, origin);
        return;
      }
      window.removeEventListener("message", hear);
      frame.remove();
      resolve(data.done);
    };
    frame.onload = () => { frame.contentWindow?.postMessage({ program, options }, origin, [port2]); };
    frame.src = src;
    document.body.append(frame);
  });

declare global {
  interface Window {
    runPrograms(): void;
    runInFrame(src: string, program: Program, options: object): Promise<readonly Entry[]>;
  }
}
