import assert from "node:assert/strict";
import { test } from "node:test";

import CallingExtensions from "../../pkg/src/entries/index.js";
import { frozenCopy, post, unpostable } from "../../pkg/src/shared/plain.js";

/**
 * Like Vue's `reactive`: a proxy that returns proxies of the objects behind it, if they are
 * mutable.
 */
function reactive<T extends object>(target: T): T {
  return new Proxy(target, {
    get: (object, key, receiver) => {
      const value: unknown = Reflect.get(object, key, receiver);
      return typeof value === "object" && value !== null && Object.isExtensible(value) ? reactive(value) : value;
    },
  });
}

/** Like Vue's proxy of a map or a set: its methods are called on the object behind it. */
function reactiveCollection<T extends object>(target: T): T {
  return new Proxy(target, {
    get: (object, key) => {
      const value: unknown = Reflect.get(object, key, object);
      return typeof value === "function" ? (value.bind(object) as unknown) : value;
    },
  });
}

test("an instance works behind a proxy that reaches into it", () => {
  const cti = reactive(new CallingExtensions({ eventHandlers: {} }));
  const states: string[] = [];
  const stop = cti.subscribe(() => states.push(cti.state));

  cti.iFrameManager.onMessage({ data: { type: "SYNC", messageId: "h_1", portalId: 5 }, origin: "https://crm.example" });
  cti.initialized(reactive({ isLoggedIn: true }));
  cti.outgoingCall(reactive({ externalCallId: "call-1", toNumber: "+12025550143", createEngagement: true }));

  assert.equal(cti.getSnapshot().ready?.portalId, 5);
  assert.equal(cti.calls[0]?.externalCallId, "call-1");
  assert.ok(states.length > 0);
  assert.equal(typeof cti.diagnostics().advice, "object");
  assert.equal(typeof cti.tracked.outgoingCall, "function");
  stop();
  cti.destroy();
});

test("maps and sets are copied from behind a proxy", () => {
  const value = {
    map: reactiveCollection(new Map<unknown, unknown>([["a", reactive({ b: [1] })], [reactive({ key: 1 }), new Date(5)]])),
    set: reactiveCollection(new Set([reactive({ c: 2 })])),
    within: new Map([["d", reactive([3])]]),
  };
  const expected = {
    map: new Map<unknown, unknown>([["a", { b: [1] }], [{ key: 1 }, new Date(5)]]),
    set: new Set([{ c: 2 }]),
    within: new Map([["d", [3]]]),
  };
  const posted: unknown[] = [];

  const isPosted = post({ postMessage: (message) => posted.push(structuredClone(message)) }, value, "https://crm.example");

  assert.equal(unpostable(value), undefined);
  assert.equal(isPosted, true);
  assert.deepEqual(posted, [expected]);
  assert.deepEqual(frozenCopy(value), expected);
});

test("the part that cannot be posted is named", () => {
  const circle = new Map<string, unknown>();
  circle.set("self", circle);
  const buffer = new ArrayBuffer(8);
  const view = new Uint8Array(buffer);
  structuredClone(buffer, { transfer: [buffer] });
  const unreadable = {
    get note() {
      throw new Error("unreadable");
    },
  };

  for (const [data, path] of [
    [{ nested: { buffer } }, "data.nested.buffer"],
    [{ view }, "data.view"],
    [{ late: Promise.resolve() }, "data.late"],
    [unreadable, "the message"],
  ] as const) {
    assert.equal(unpostable({ data }, "", false), path);
  }
  assert.equal(unpostable({ data: new Map([["a", { b: () => 1 }]]) }), "data");
  assert.equal(unpostable({ data: new Set([Symbol("s")]) }), "data");
  assert.equal(unpostable({ data: circle }), undefined);
  // Nobody can read a map behind a proxy that passes its methods nothing but itself.
  assert.equal(unpostable({ data: new Proxy(new Map([["a", 1]]), {}) }), "data");
});

test("own names in a refused path are shown with redact false", () => {
  for (const redact of [true, false]) {
    const lines: unknown[] = [];
    const details: string[] = [];
    const write = (line: unknown): unknown => lines.push(line);
    const cti = new CallingExtensions({
      debugMode: true,
      redact,
      logger: { log: write, debug: write, warn: write, error: write },
      onDiagnostic: ({ detail }) => details.push(detail),
      eventHandlers: {},
    });

    cti.sendMessage({ type: "CALL_DATA", data: { ada: [{ onSave: () => undefined }] } });

    assert.equal(lines.includes("[calling-widget-sdk] CALL_DATA: data.ada.0.onSave cannot be posted"), !redact);
    assert.deepEqual(details, ["data.***.0.*** cannot be posted; take functions, symbols and live objects out"]);
    cti.destroy();
  }
});
