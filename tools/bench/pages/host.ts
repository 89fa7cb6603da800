// The page around a widget: it collects every figure, and reports to the runner.
import {
  fail,
  REFUSED_TYPE,
  type Counts,
  type Figures,
  type Plan,
  type Refused,
  type Report,
} from "../protocol.ts";
import { dial } from "./call.ts";
import { ask, inner, widgetPort, wholeCall, Wire } from "./wire.ts";

/** Open calls beside the timed one. */
const OTHERS = 63;

async function main(): Promise<void> {
  const plan = (await (await fetch("/plan")).json()) as Plan;
  const report: Report = { figures: await measure(plan), browser: navigator.userAgent };
  await fetch("/report", { method: "POST", body: JSON.stringify(report) });
}

async function measure({ counts, variant, widgetOrigin }: Plan): Promise<Figures> {
  const frame = document.createElement("iframe");
  const control = widgetPort(widgetOrigin);
  frame.allow = "cross-origin-isolated";
  frame.src = `${widgetOrigin}/pages/${variant}`;
  document.body.append(frame);
  const port = await control;
  const wire = new Wire(inner(frame), widgetOrigin);
  if (variant !== "bare") await wire.shakeHands();
  const first = await dials(wire, port, { ...counts, warmUp: 0, dials: counts.firstDials });
  await dials(wire, port, { ...counts, warmUp: counts.settling, dials: 0 });
  const one = await dials(wire, port, counts);
  await ask(port, { order: "open", count: OTHERS });
  const among64 = await dials(wire, port, counts);
  await ask(port, { order: "close", count: OTHERS });
  const call = await meanOf(() => wholeCall(wire), { ...counts, times: counts.calls });
  const { figure: send } = await ask(port, { order: "send", count: counts.sends });
  const counted = ask(port, { order: "count", count: counts.incoming });
  for (let count = 0; count < counts.incoming; count++) wire.post("DIAL_NUMBER", dial());
  const { figure: incoming } = await counted;
  // The published package has no limits of this kind.
  const refused = variant === "published" ? {} : await refusals(wire, port, counts);
  const { figure: memory } = await ask(port, { order: "memory" });
  return {
    firstDial: mean(first),
    dial: mean(one),
    slowDial: slowest(one),
    dialAmong64: mean(among64),
    call,
    ...(send === undefined ? {} : { send }),
    ...(incoming === undefined ? {} : { incoming }),
    ...refused,
    ...(memory === undefined ? {} : { memory }),
  };
}

/** The times of answered dials, in microseconds; each call is over before the next dial. */
async function dials(wire: Wire, port: MessagePort, { warmUp, dials }: Counts): Promise<readonly number[]> {
  const times: number[] = [];
  for (let count = -warmUp; count < dials; count++) {
    const started = wire.next("OUTGOING_CALL_STARTED");
    const begin = performance.now();
    wire.post("DIAL_NUMBER", dial());
    await started;
    if (count >= 0) times.push((performance.now() - begin) * 1000);
    const completed = wire.next("CALL_COMPLETED");
    await ask(port, { order: "close", count: 1 });
    await completed;
  }
  return times;
}

function mean(times: readonly number[]): number {
  return times.reduce((all, time) => all + time, 0) / times.length;
}

/** The 99th percentile. */
function slowest(times: readonly number[]): number {
  const sorted = times.toSorted((one, other) => one - other);
  return at(sorted, Math.floor(sorted.length * 0.99));
}

async function refusals(wire: Wire, port: MessagePort, { refused }: Counts): Promise<Figures> {
  const figures: Partial<Record<Refused, number>> = {};
  for (const [name, make] of Object.entries(REFUSED) as [Refused, () => object][]) {
    const data = make();
    const timed = ask(port, { order: "listen", count: refused[name] });
    for (let count = 0; count < refused[name]; count++) wire.post(REFUSED_TYPE, data);
    const { figure } = await timed;
    if (figure !== undefined) figures[name] = figure;
  }
  return figures;
}

/** The content of each refused message. */
const REFUSED: Record<Refused, () => object> = {
  refusedSmall: () => {
    let data = {};
    for (let depth = 0; depth < 40; depth++) data = { data };
    return data;
  },
  refusedText: () => ({ text: "x".repeat(1024 * 1024) }),
  refusedLongText: () => ({ text: "x".repeat(10 * 1024 * 1024) }),
  refusedKeys: () => Object.fromEntries(Array.from({ length: 100_000 }, (_, index) => [`key${index}`, index])),
};

async function meanOf(step: () => Promise<unknown>, { warmUp, times }: { warmUp: number; times: number }): Promise<number> {
  for (let count = 0; count < warmUp; count++) await step();
  const begin = performance.now();
  for (let count = 0; count < times; count++) await step();
  return ((performance.now() - begin) * 1000) / times;
}

function at<T>(list: readonly T[], index: number): T {
  const value = list[index];
  if (value === undefined) throw new Error(`no entry ${index}`);
  return value;
}

main().catch(fail);
