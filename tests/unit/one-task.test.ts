// The cost of a delivered message besides its handlers: timers, tasks, copies, calls to wasm.
import assert from "node:assert/strict";
import { afterEach, beforeEach, test } from "node:test";

import type CallingExtensions from "calling-widget-sdk";

import { app } from "../support/app.ts";
import { enter, FakeWindow, leave, WidgetPage } from "./fake-window.js";

/** The counted globals, by name; `process` is the module's. */
const COUNTED = ["setTimeout", "clearTimeout", "setInterval", "requestIdleCallback", "queueMicrotask", "structuredClone"] as const;
type Counted = (typeof COUNTED)[number] | "process";

let page: WidgetPage;
let heard = 0;
let counts: Partial<Record<Counted, number>>;
let restore: (() => void)[];

/** Delivers a message of the host's. */
function receive(type: string, data?: object): void {
  heard += 1;
  page.receive({ type, messageId: `h_${heard}`, ...(type === "SYNC" ? { portalId: 1, userId: 2 } : { data }) });
}

beforeEach(() => {
  page = new WidgetPage();
  counts = {};
  enter({ window: page, self: page, document: Object.assign(new FakeWindow(), { referrer: "" }) });
  // Node has none.
  enter({ requestIdleCallback: (run: () => void) => setTimeout(run) });
  restore = COUNTED.map((name) => {
    const real = Object.getOwnPropertyDescriptor(globalThis, name);
    const call = globalThis[name] as (...args: unknown[]) => unknown;
    const counted = (...args: unknown[]): unknown => {
      counts[name] = (counts[name] ?? 0) + 1;
      return call(...args);
    };
    Object.defineProperty(globalThis, name, { configurable: true, writable: true, value: counted });
    return () => Object.defineProperty(globalThis, name, real ?? { configurable: true, value: undefined });
  });
  const { Instance } = WebAssembly;
  WebAssembly.Instance = new Proxy(Instance, {
    construct: (target, args: ConstructorParameters<typeof Instance>) => {
      const { exports } = new target(...args);
      const inputs = Object.entries(exports).filter(([name]) => name.startsWith("widgetcore_"));
      const counted = inputs.map(([name, input]) => [
        name,
        (...given: unknown[]): unknown => {
          counts.process = (counts.process ?? 0) + 1;
          return (input as (...given: unknown[]) => unknown)(...given);
        },
      ]);
      return { exports: { ...exports, ...(Object.fromEntries(counted) as object) } };
    },
  });
  restore.push(() => (WebAssembly.Instance = Instance));
});

afterEach(() => {
  restore.forEach((back) => {
    back();
  });
  leave();
});

/** A widget that answers each dial, after the handshake. */
function phone(): CallingExtensions {
  const quiet = (): void => undefined;
  let calls = 0;
  const cti = app({
    // Log lines are batched, the default.
    logger: { log: quiet, debug: quiet, warn: quiet, error: quiet },
    eventHandlers: {
      onDialNumber: ({ phoneNumber }) => {
        calls += 1;
        cti.outgoingCall({ externalCallId: `c-${calls}`, toNumber: phoneNumber });
      },
    },
  });
  receive("SYNC");
  return cti;
}

function dial(number: number): void {
  receive("DIAL_NUMBER", { phoneNumber: `+1202555${1000 + number}`, portalId: 1, startTimestamp: 1_700_000_000_000 + number });
}

/** Acts in a session, and the calls into the module that each takes. */
const ACTS: readonly [what: string, act: (cti: CallingExtensions, times: number) => void, crossings: number][] = [
  ["a dial and its answer", (_, times) => { dial(times); }, 3],
  ["a message that asks for no answer", (_, times) => { receive("VISIBILITY_CHANGED", { isMinimized: times % 2 === 0 }); }, 2],
  ["a command", (cti, times) => { cti[times % 2 === 0 ? "userAvailable" : "userUnavailable"](); }, 1],
];

for (const [what, act, crossings] of ACTS) {
  test(`${what} only takes ${String(crossings)} crossings`, () => {
    const cti = phone();
    dial(0);
    counts = {};

    for (let times = 1; times <= 50; times += 1) {
      act(cti, times);
    }

    assert.deepEqual(counts, { process: 50 * crossings });
    cti.destroy();
  });
}

test("a session has one alarm and one log flush", () => {
  const cti = phone();

  for (let number = 0; number < 50; number += 1) {
    dial(number);
  }

  const { setTimeout: timers = 0, clearTimeout: cleared = 0 } = counts;
  assert.ok(timers <= 4, `${timers} timers`);
  assert.ok(cleared <= 4, `${cleared} cleared`);
  assert.equal(counts.requestIdleCallback, undefined);
  cti.destroy();
});
