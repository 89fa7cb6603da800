// The page around the widgets: it asks for every figure, and tells the runner.
import { connect, WindowMessenger } from "penpal";

import { fail, PING, PONG, VARIANTS, type Answer, type Counts, type Figures, type Order, type Plan, type Report, type Variant } from "../protocol.ts";

type Message = { type: string; messageId: string; data?: unknown };

async function main(): Promise<void> {
  const plan = (await (await fetch("/plan")).json()) as Plan;
  const repeats: Record<Variant, Figures>[] = [];
  for (let repeat = 0; repeat < plan.repeats; repeat++) {
    const figures = {} as Record<Variant, Figures>;
    // None is always the first, and none always follows the same one.
    for (const index of VARIANTS.keys()) {
      const variant = at(VARIANTS, (index + repeat) % VARIANTS.length);
      figures[variant] = await measure(variant, plan);
    }
    repeats.push(figures);
  }
  const report: Report = { repeats, browser: navigator.userAgent };
  await fetch("/report", { method: "POST", body: JSON.stringify(report) });
}

async function measure(variant: Variant, plan: Plan): Promise<Figures> {
  const frame = document.createElement("iframe");
  const control = widgetPort(plan.widgetOrigin);
  frame.src = `${plan.widgetOrigin}/${variant}`;
  document.body.append(frame);
  const port = await control;
  try {
    const constructed = await ask(port, { order: "tell" });
    if (variant === "penpal") return { trip: await penpalTrips(frame, plan) };
    const wire = new Wire(frame, plan.widgetOrigin);
    if (variant !== "bare") await wire.shakeHands();
    const trip = await trips(wire, plan.counts);
    const send = await ask(port, { order: "send", count: plan.counts.sends });
    const counted = ask(port, { order: "count", count: plan.counts.incoming });
    for (let count = 0; count < plan.counts.incoming; count++) wire.post(PING, { isHidden: false });
    const incoming = (await counted).each;
    const { memory } = await ask(port, { order: "tell" });
    wire.close();
    return {
      trip,
      send: send.each,
      incoming,
      ...(variant === "bare" ? {} : { construct: constructed.each }),
      ...(memory === undefined ? {} : { memory }),
    };
  } finally {
    port.close();
    frame.remove();
  }
}

async function trips(wire: Wire, counts: Counts): Promise<number> {
  const trip = async (): Promise<void> => {
    const answer = wire.next(PONG);
    wire.post(PING, { isHidden: false });
    await answer;
  };
  return mean(trip, counts);
}

async function penpalTrips(frame: HTMLIFrameElement, plan: Plan): Promise<number> {
  const messenger = new WindowMessenger({ remoteWindow: inner(frame), allowedOrigins: [plan.widgetOrigin] });
  const connection = connect<{ ping(data: { isHidden: boolean }): Promise<void> }>({ messenger });
  const remote = await connection.promise;
  const trip = await mean(() => remote.ping({ isHidden: false }), plan.counts);
  connection.destroy();
  return trip;
}

async function mean(step: () => Promise<void>, { warmUp, trips }: Counts): Promise<number> {
  for (let count = 0; count < warmUp; count++) await step();
  const start = performance.now();
  for (let count = 0; count < trips; count++) await step();
  return ((performance.now() - start) * 1000) / trips;
}

/** The host's end, as thin as it can be: the same for every implementation. */
class Wire {
  readonly #frame: Window;
  readonly #origin: string;
  readonly #waiting = new Map<string, () => void>();
  #id = 0;

  constructor(frame: HTMLIFrameElement, origin: string) {
    this.#frame = inner(frame);
    this.#origin = origin;
    addEventListener("message", this.#listen);
  }

  async shakeHands(): Promise<void> {
    const acknowledged = this.next("SYNC_ACK");
    const initialized = this.next("INITIALIZED");
    this.post("SYNC", undefined, { hostUrl: location.origin, portalId: 1, userId: 2, iframeLocation: "widget", usesCallingWindow: false });
    await acknowledged;
    await initialized;
  }

  post(type: string, data?: unknown, more: object = {}): void {
    const message: Message = { type, messageId: `host-${this.#id++}`, ...(data === undefined ? {} : { data }), ...more };
    this.#frame.postMessage(message, this.#origin);
  }

  next(type: string): Promise<void> {
    return new Promise((resolve) => this.#waiting.set(type, resolve));
  }

  close(): void {
    removeEventListener("message", this.#listen);
  }

  readonly #listen = ({ source, origin, data }: MessageEvent<Message>): void => {
    if (source !== this.#frame || origin !== this.#origin) return;
    const resolve = this.#waiting.get(data.type);
    this.#waiting.delete(data.type);
    resolve?.();
  };
}

/** The port that the next widget page opens. */
function widgetPort(origin: string): Promise<MessagePort> {
  return new Promise((resolve) => {
    const listen = (event: MessageEvent<unknown>): void => {
      const port = event.ports[0];
      if (event.origin !== origin || event.data !== "bench" || port === undefined) return;
      removeEventListener("message", listen);
      resolve(port);
    };
    addEventListener("message", listen);
  });
}

function ask(port: MessagePort, order: Order): Promise<Answer> {
  return new Promise((resolve) => {
    port.onmessage = ({ data }: MessageEvent<Answer>) => resolve(data);
    port.postMessage(order);
  });
}

function inner(frame: HTMLIFrameElement): Window {
  if (frame.contentWindow === null) throw new Error("the widget's frame is gone");
  return frame.contentWindow;
}

function at<T>(list: readonly T[], index: number): T {
  const value = list[index];
  if (value === undefined) throw new Error(`no entry ${index}`);
  return value;
}

main().catch(fail);
