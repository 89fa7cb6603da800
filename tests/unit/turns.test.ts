// The turns of an app's or a page's code, in both halves: one piece after another, and none
// inside another.
import assert from "node:assert/strict";
import { test } from "node:test";

import { EngineDriver } from "../../pkg/src/wasm/driver.js";
import type { Engine } from "../../pkg/src/wasm/glue.js";

/** Each input comes back as an order; `trap` traps, and `threw` is the app's error. */
type Echo = { say(now: number, text: string): void; trap(now: number): void; threw(now: number, error: Error): void };
type EchoOrders = { said(text: string): void; threw(error: Error): void };

/** A driver with an app that acts on its orders. */
class Driver extends EngineDriver<Echo, EchoOrders> {
  readonly log: string[] = [];
  protected override readonly executor: Partial<EchoOrders> = {
    said: (text) => {
      this.log.push(`at once ${text}`);
      this.inTurn(() => {
        this.log.push(`begin ${text}`);
        this.app(this, text);
        this.log.push(`end ${text}`);
      });
    },
  };

  constructor(private readonly app: (driver: Driver, text: string) => void) {
    super("a build", (orders): Engine<Echo> => {
      const core: Echo = {
        say: (_, text) => {
          orders.said(text);
        },
        trap: () => {
          throw new WebAssembly.RuntimeError("unreachable");
        },
        threw: (_, error) => {
          orders.threw(error);
        },
      };
      return { core };
    });
  }

  override hold(run: () => void): void {
    super.hold(run);
  }

  protected override lost(detail: string): void {
    this.log.push(`lost ${detail}`);
  }

  protected override standIn(orders: EchoOrders): Partial<Echo> {
    return {
      say: () => {
        orders.said("nothing");
      },
    };
  }
}

test("a nested input's orders run at once and its events later", () => {
  const driver = new Driver((driver, text) => {
    if (text === "one") {
      driver.enter("say", "two");
    }
  });

  driver.enter("say", "one");

  assert.deepEqual(driver.log, ["at once one", "begin one", "at once two", "end one", "begin two", "end two"]);
});

for (const [how, reportError] of [
  ["", undefined],
  [", and with it the page's own reportError", () => assert.fail("the page's")],
] as const) {
  test(`a turn that throws${how} ends no other`, (context) => {
    const reported: unknown[] = [];
    context.mock.method(globalThis, "setTimeout", (run: () => void) => reported.push(run));
    Object.assign(globalThis, { reportError });
    const driver = new Driver((_, text) => {
      if (text === "one") {
        throw new Error("the app's");
      }
    });

    driver.enter("say", "one");
    driver.enter("say", "two");

    assert.deepEqual(driver.log.slice(-2), ["begin two", "end two"]);
    assert.equal(reported.length, 1);
    Reflect.deleteProperty(globalThis, "reportError");
  });
}

test("an error of the app's is thrown to it, and the engine stays", () => {
  const driver = new Driver(() => undefined);

  // Also where it looks like a trap.
  for (const error of [new RangeError("the app's"), new RangeError("Maximum call stack size exceeded")]) {
    assert.throws(() => driver.enter("threw", error), error);
  }
  driver.enter("say", "one");

  assert.equal(driver.log[0], "at once one");
});

test("turns that are held are taken in a task of their own", async () => {
  const driver = new Driver(() => undefined);

  driver.hold(() => driver.enter("say", "one"));
  assert.deepEqual(driver.log, ["at once one"]);
  await new Promise((resolve) => setTimeout(resolve));

  assert.deepEqual(driver.log, ["at once one", "begin one", "end one"]);
});

test("turns without end leave the page time for others", (context) => {
  const tasks: (() => void)[] = [];
  context.mock.method(globalThis, "setTimeout", (run: () => void) => tasks.push(run));
  let count = 0;
  const driver = new Driver((driver) => {
    count += 1;
    driver.enter("say", "again");
  });

  driver.enter("say", "one");

  assert.equal(count, 10_000);
  assert.throws(() => tasks[0]?.(), RangeError);
});

test("an engine that trapped is replaced by what is left, which answers", () => {
  const driver = new Driver(() => undefined);

  driver.enter("trap");
  driver.enter("say", "one");

  assert.deepEqual(driver.log, ["lost unreachable build:a build", "at once nothing", "begin nothing", "end nothing"]);
});
