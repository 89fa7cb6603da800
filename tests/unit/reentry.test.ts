import assert from "node:assert/strict";
import { test } from "node:test";

import CallingExtensions, { type OnDialNumberInput } from "calling-widget-sdk";

test("a getter of a handler may call the SDK", () => {
  let dials = 0;
  const cti: CallingExtensions = new CallingExtensions({
    eventHandlers: {
      get onDialNumber() {
        try {
          cti.userAvailable();
        } catch {
          // The error is caught, to go on.
        }
        return (): void => {
          dials += 1;
        };
      },
    },
  });

  cti.onMessageHandler({ type: "DIAL_NUMBER", data: {} });
  cti.onMessageHandler({ type: "DIAL_NUMBER", data: {} });

  assert.equal(dials, 2);
  assert.equal(cti.state, "notEmbedded");
  cti.destroy();
});

test("a getter of a payload may call the SDK", () => {
  const cti = new CallingExtensions({ debugMode: true, logger: null, eventHandlers: {} });
  const dialingContext: OnDialNumberInput = {
    get phoneNumber() {
      try {
        cti.userAvailable();
      } catch {
        // The error is caught, to go on.
      }
      return "+15550100";
    },
  };

  cti.outgoingCall({ externalCallId: "c-1", fromNumber: "+15550199", dialingContext });

  assert.deepEqual(
    cti.calls.map(({ externalCallId, state }) => ({ externalCallId, state })),
    [{ externalCallId: "c-1", state: "dialing" }],
  );
  cti.destroy();
});

test("a getter that answers only once is refused", () => {
  const events: string[] = [];
  const cti = new CallingExtensions({ logger: null, eventHandlers: {}, onDiagnostic: ({ code }) => events.push(code) });
  let reads = 0;
  const data = {
    get note() {
      reads += 1;
      if (reads > 1) {
        throw new Error("no");
      }
      return 1;
    },
  };

  cti.sendMessage({ type: "CALL_DATA", data });

  assert.deepEqual(events, ["NOT_CLONEABLE"]);
  cti.destroy();
});

test("a getter that throws as a message is sent throws at the app", () => {
  const events: string[] = [];
  const cti = new CallingExtensions({ logger: null, eventHandlers: {}, onDiagnostic: ({ code }) => events.push(code) });
  let reads = 0;
  const data = {
    externalCallId: "c-1",
    get fromNumber() {
      reads += 1;
      // Behind the walk that looks for what cannot be posted.
      if (reads === 2) {
        throw new RangeError("the app's");
      }
      return "+15550199";
    },
  };

  cti.iFrameManager.onMessage({ data: { type: "SYNC", messageId: "h_1", portalId: 5 }, origin: "https://crm.example" });
  cti.initialized({ isLoggedIn: true });
  assert.throws(() => {
    cti.incomingCall(data);
  }, /the app's/);
  cti.outgoingCall({ externalCallId: "c-2", toNumber: "+15550100" });

  assert.equal(events.includes("CORE_LOST"), false);
  assert.ok(cti.calls.some(({ externalCallId }) => externalCallId === "c-2"));
  cti.destroy();
});

test("a received payload reaches its handler as the same object", () => {
  const data = { phoneNumber: "+15550100", own: { deep: [1] } };
  const heard: unknown[] = [];
  const cti = new CallingExtensions({
    eventHandlers: {
      onDialNumber: (given, message) => heard.push(given === message.data, (given as unknown as typeof data).own),
    },
  });

  cti.onMessageHandler({ type: "DIAL_NUMBER", data });

  assert.deepEqual(heard, [true, { deep: [1] }]);
  assert.equal(heard[1], data.own);
  cti.destroy();
});
