// Code of an app around its messages: handlers and loggers that throw, overridden methods, hooks.
import assert from "node:assert/strict";
import { afterEach, beforeEach, test } from "node:test";

import CallingExtensions, { type OptionsInput } from "calling-widget-sdk";
import { createHost, type TestHost } from "calling-widget-sdk/testing";

let host: TestHost;
let thrown: string[];

beforeEach(() => {
  thrown = [];
  Object.assign(globalThis, { reportError: ({ message }: Error) => thrown.push(message) });
  host = createHost({ withinMs: 200 }).install();
});

afterEach(() => {
  host.uninstall();
  Reflect.deleteProperty(globalThis, "reportError");
});

function fail(text: string): () => never {
  return () => {
    throw new Error(text);
  };
}

/** An instance in the host's frame, ready. */
async function ready(options: Partial<OptionsInput>): Promise<CallingExtensions> {
  const { onReady, ...handlers } = (options.eventHandlers ?? {}) as { onReady?: () => void };
  const eventHandlers = {
    ...handlers,
    onReady: () => {
      cti.initialized({ isLoggedIn: true });
      onReady?.();
    },
  };
  const cti: CallingExtensions = new CallingExtensions({ logger: null, ...options, eventHandlers });
  await host.ready();
  return cti;
}

/** The types of the host's messages after the acknowledgement and INITIALIZED. */
function said(): string[] {
  return host.received.map(({ type }) => type).slice(2);
}

test("a handler that throws stops nothing else and is reported", async () => {
  const handled: string[] = [];
  const cti = await ready({
    eventHandlers: {
      onReady: fail("by onReady"),
      onDialNumber: fail("by onDialNumber"),
      FAILED: fail("by FAILED"),
      onCreateEngagementFailed: () => handled.push("failed"),
      onVisibilityChanged: () => handled.push("visibility"),
    },
  });

  host.dial("+12025550123");
  host.page.sendMessage({ type: "CREATE_ENGAGEMENT_FAILED", data: { error: { message: "no" } } });
  host.page.setVisibility({ isMinimized: true });
  await host.clock.advance(1);

  assert.deepEqual(handled, ["failed", "visibility"]);
  assert.deepEqual(thrown, ["by onReady", "by onDialNumber", "by FAILED"]);
  assert.equal(cti.diagnostics().counts.HANDLER_THREW, 3);
});

test("a logger that throws is reported and stops nothing", async () => {
  const log = fail("by the logger");
  const cti = await ready({ debugMode: true, logger: { log, debug: log, warn: log, error: log } });

  cti.userAvailable();
  await host.clock.advance(1);

  assert.deepEqual(said(), ["USER_AVAILABLE"]);
  assert.deepEqual([...new Set(thrown)], ["by the logger"]);
});

test("a callback may send, construct and destroy", async () => {
  const late: string[] = [];
  const others: CallingExtensions[] = [];
  const cti: CallingExtensions = await ready({
    eventHandlers: {
      onDialNumber: () => {
        cti.outgoingCall({ externalCallId: "c-1", toNumber: "+1" });
        others.push(new CallingExtensions({ logger: null, eventHandlers: { onReady: () => late.push("onReady") } }));
        cti.callEnded({ externalCallId: "c-1" });
        cti.destroy();
      },
      onVisibilityChanged: () => late.push("onVisibilityChanged"),
    },
  });

  host.dial("+1");
  host.page.setVisibility({ isMinimized: true });
  await host.clock.advance(1);

  assert.deepEqual(said(), ["OUTGOING_CALL_STARTED", "CALL_ENDED"]);
  assert.deepEqual(late, ["onReady"]);
  assert.deepEqual([others.length, thrown], [1, []]);
});

test("beforeSend alters a copy, replaces, drops or throws", async () => {
  const reports: string[] = [];
  const cti = await ready({
    onDiagnostic: ({ code, detail }) => reports.push(`${code} ${detail}`),
    beforeSend: (message) => {
      switch (message.type) {
        case "CALL_DATA":
          (message.data as { note: string }).note = "altered";
          return undefined;
        case "USER_AVAILABLE":
          return { type: "USER_UNAVAILABLE" };
        case "LOGGED_OUT":
          return null;
        case "CALL_ANSWERED":
          return { data: 1 };
        case "ERROR":
          throw new Error("hook");
        default:
          return undefined;
      }
    },
  });
  const own = { note: "own" };

  cti.callData(own);
  cti.userAvailable();
  cti.userLoggedOut();
  cti.callAnswered({ externalCallId: "c-1" });
  cti.sendError({ message: "m" });
  await host.clock.advance(1);

  const sent = host.received.slice(2) as { type: string; data?: unknown }[];
  assert.deepEqual(sent.map(({ type, data }) => [type, data]), [
    ["CALL_DATA", { note: "altered" }],
    ["USER_UNAVAILABLE", undefined],
    ["CALL_ANSWERED", { externalCallId: "c-1" }],
    ["ERROR", { message: "m" }],
  ]);
  assert.deepEqual(own, { note: "own" });
  for (const report of ["DROPPED_BY_HOOK LOGGED_OUT", "HOOK_RESULT_IGNORED CALL_ANSWERED", "HANDLER_THREW "]) {
    assert.ok(reports.includes(report), report);
  }
  assert.deepEqual(thrown, ["hook"]);
});

test("afterReceive sees a copy before the handlers", async () => {
  const order: string[] = [];
  await ready({
    eventHandlers: { onDialNumber: ({ phoneNumber }) => order.push(`handler ${phoneNumber}`) },
    afterReceive: (message, data) => {
      order.push(`hook ${message.type}`);
      if (message.type === "DIAL_NUMBER") {
        (data as { phoneNumber: string }).phoneNumber = "altered";
        throw new Error("hook");
      }
    },
  });

  host.dial("+12025550123");
  await host.clock.advance(1);

  assert.deepEqual(order, ["hook READY", "hook DIAL_NUMBER", "handler +12025550123"]);
  assert.deepEqual(thrown, ["hook"]);
});

test("a host destroyed by a listener says so last", async () => {
  await ready({});
  const events: string[] = [];
  host.page.on("message", () => {
    events.push("first");
    host.page.destroy();
  });
  host.page.on("message", () => events.push("second"));
  host.page.on("stateChanged", (state) => events.push(state));

  host.page.endCall();
  host.page.sendMessage({ type: "TOO_LATE" });

  assert.deepEqual(events, ["first", "second", "destroyed"]);
});

test("what a host's store was to get comes although a listener destroys the host", async () => {
  const cti = await ready({});
  host.page.on("outgoingCall", () => {
    host.page.destroy();
  });

  cti.outgoingCall({ externalCallId: "c-1", toNumber: "+12025550123", createEngagement: true });
  await host.clock.advance(1);

  assert.equal(host.store.engagements.length, 1);
});
