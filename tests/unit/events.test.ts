// Events for an app's listeners while one of them changes the state.
import assert from "node:assert/strict";
import { test } from "node:test";

import CallingExtensions from "calling-widget-sdk";

import { ready, receive } from "../support/app.ts";

test("a class with static handlers handles events", () => {
  const ports: unknown[] = [];
  class Handlers {
    static onReady({ portalId }: { portalId?: unknown }): void {
      ports.push(portalId);
    }
  }

  ready({ eventHandlers: Handlers }).destroy();

  assert.deepEqual(ports, [5]);
});

test("a listener's own change reaches every listener in order", () => {
  const cti = ready();
  cti.outgoingCall({ externalCallId: "c-1", toNumber: "+12025550123" });
  const seen: string[][] = [[], []];
  for (const events of seen) {
    cti.on("callsChanged", ([call]) => {
      events.push(String(call?.state));
      if (call?.state === "connected" && events === seen[0]) {
        cti.callEnded({ externalCallId: "c-1", callEndStatus: "COMPLETED" });
      }
    });
  }
  const snapshots: unknown[] = [];
  cti.subscribe(() => snapshots.push(cti.getSnapshot().calls[0]?.state));

  cti.callAnswered({ externalCallId: "c-1" });

  assert.deepEqual(seen, [
    ["connected", "ended"],
    ["connected", "ended"],
  ]);
  assert.equal(snapshots.at(-1), "ended");
  cti.destroy();
});

test("an instance destroyed by a listener says so last", () => {
  const cti = new CallingExtensions({ logger: null, eventHandlers: {} });
  const events: string[][] = [[], [], []];
  const [first = [], second = [], subscriber = []] = events;
  cti.on("stateChanged", (state) => {
    first.push(state);
    if (state === "ready") {
      cti.outgoingCall({ externalCallId: "c-1", toNumber: "+12025550123" });
      cti.destroy();
    }
  });
  cti.on("stateChanged", (state) => second.push(state));
  cti.subscribe(() => subscriber.push(cti.getSnapshot().state));
  let lateCalls = 0;
  cti.on("callsChanged", () => {
    lateCalls += Number(second.includes("destroyed"));
  });

  receive(cti, { type: "SYNC", messageId: "h_1", portalId: 5 });
  const length = subscriber.length;
  cti.destroy();

  assert.deepEqual(first, ["ready", "destroyed"]);
  assert.deepEqual(second, ["ready", "destroyed"]);
  assert.equal(subscriber.at(-1), "destroyed");
  assert.equal(subscriber.length, length);
  assert.equal(lateCalls, 0);
});

test("a listener that another one removes hears nothing more", () => {
  const cti = ready();
  let heard = 0;
  const stops = [cti.on("callsChanged", () => stops[1]?.()), cti.on("callsChanged", () => (heard += 1))];

  cti.outgoingCall({ externalCallId: "c-1", toNumber: "+12025550123" });

  assert.equal(heard, 0);
  cti.destroy();
});

test("a listener that throws stops no other", () => {
  const errors: unknown[] = [];
  globalThis.reportError = (error: unknown) => errors.push(error);
  const cti = ready();
  const events: string[] = [];
  cti.on("callsChanged", () => {
    throw new Error("not mine to handle");
  });
  cti.on("callsChanged", ([call]) => events.push(String(call?.state)));

  cti.outgoingCall({ externalCallId: "c-1", toNumber: "+12025550123" });
  cti.callAnswered({ externalCallId: "c-1" });

  assert.deepEqual(events, ["dialing", "connected"]);
  assert.equal(errors.length, 2);
  cti.destroy();
});
