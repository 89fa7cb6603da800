import assert from "node:assert/strict";
import { afterEach, test } from "node:test";

import type { default as CallingExtensions, Diagnostic } from "calling-widget-sdk";
import { InMemoryRecordStore } from "calling-widget-sdk/host";
import { createHost, type TestHost } from "calling-widget-sdk/testing";

import { MAX_DEPTH, MAX_KEYS, MAX_TEXT } from "../../pkg/src/generated/limits.js";
import { measure } from "../../pkg/src/wasm/measure.js";
import { app } from "../support/app.ts";

let host: TestHost | undefined;

afterEach(() => {
  host?.uninstall();
  host = undefined;
});

/** A widget in session with a host with this store. */
async function session(store = new InMemoryRecordStore()): Promise<[TestHost, CallingExtensions, Diagnostic[]]> {
  const reports: Diagnostic[] = [];
  const opened = (host = createHost({ store }).install());
  const cti = app({ onDiagnostic: (diagnostic) => reports.push(diagnostic), eventHandlers: { onDialNumber: () => undefined, defaultEventHandler: () => undefined } });
  await opened.ready();
  return [opened, cti, reports];
}

/** An object with this depth of nesting. */
function nested(depth: number): unknown {
  let value: unknown = 1;
  for (let at = 0; at < depth; at += 1) {
    value = { in: value };
  }
  return value;
}

test("a value that is no object is no message", () => {
  for (const value of [undefined, null, 1, "SYNC", true, 1n]) {
    assert.equal(measure(value), "MALFORMED");
  }
});

test("depth is bounded, and a circle is too deep", () => {
  const circle: Record<string, unknown> = {};
  circle["self"] = circle;

  assert.equal(measure(nested(MAX_DEPTH)), undefined);
  assert.equal(measure(nested(MAX_DEPTH + 1)), "TOO_DEEP");
  assert.equal(measure(circle), "TOO_DEEP");
});

test("keys and items are bounded in all, whatever holds them", () => {
  const half = Array.from({ length: MAX_KEYS / 2 }, () => 0);
  const named: unknown[] = Object.assign([], Object.fromEntries(Array.from({ length: MAX_KEYS + 1 }, (_, at) => [`k${at}`, 0])));
  const wide = Object.fromEntries(Array.from({ length: MAX_KEYS + 1 }, (_, at) => [`k${at}`, 0]));

  assert.equal(measure({ a: half }), undefined);
  for (const value of [
    { a: half, b: half },
    wide,
    { a: named },
    { a: new Array(2 ** 32 - 1) },
    { a: new Set(Array.from({ length: MAX_KEYS + 1 }, (_, at) => at)) },
    { a: new Map(Array.from({ length: MAX_KEYS }, (_, at) => [at, at])) },
    { a: new Uint8Array(MAX_KEYS + 1) },
    { a: new ArrayBuffer(100_000_000) },
  ]) {
    assert.equal(measure(value), "TOO_MANY_KEYS");
  }
});

test("text is bounded in all, keys and digits included", () => {
  const long = "x".repeat(MAX_TEXT);

  assert.equal(measure({ a: long.slice(1) }), undefined);
  for (const value of [
    { a: long },
    { a: long.slice(0, MAX_TEXT / 2), b: [long.slice(0, MAX_TEXT / 2), "x"] },
    { [`${long}x`]: 1 },
    { a: new Map([[`${long}x`, 1]]) },
    { a: 1n << 8_000_000n },
    { a: -(1n << 40_000n) },
  ]) {
    assert.equal(measure(value), "TOO_MUCH_TEXT");
  }
});

test("plain objects, collections, dates and bytes are data", () => {
  const data = {
    list: [1, "x", null, undefined, true, 10n, NaN],
    bare: Object.create(null) as object,
    map: new Map([["a", { b: 1 }]]),
    set: new Set([1]),
    date: new Date(0),
    bytes: new Uint8Array(3),
    buffer: new ArrayBuffer(3),
    view: new DataView(new ArrayBuffer(3)),
  };

  assert.equal(measure(data), undefined);
  for (const value of [
    new String("x".repeat(8_000_000)),
    new Number(1),
    new Boolean(true),
    Object(1n),
    new Error("x"),
    /x/,
    new Blob([]),
    new MessageChannel().port1,
  ]) {
    assert.equal(measure({ a: { b: [value] } }), "NOT_DATA", Object.prototype.toString.call(value));
    assert.equal(measure(value), "NOT_DATA");
  }
});

test("a value in Object.prototype is no part of a message", () => {
  Object.defineProperty(Object.prototype, "added", { value: { by: "a library" }, enumerable: true, configurable: true });
  try {
    assert.equal(measure({ type: "DIAL_NUMBER", data: { phoneNumber: "+1", list: [{}] } }), undefined);
  } finally {
    delete (Object.prototype as { added?: unknown }).added;
  }
});

test("a value that throws when read is no data", () => {
  const throwing = {
    get a(): never {
      throw new Error("no");
    },
  };

  assert.equal(measure(throwing), "NOT_DATA");
});

test("a command beyond the limits is not sent", async () => {
  const [{ page, clock }, , reports] = await session();
  const phoneNumber = "+12025550123";
  const long = "x".repeat(MAX_TEXT);

  const outcomes = [
    page.dialNumber({ phoneNumber, note: long }),
    page.dialNumber({ phoneNumber, deep: nested(MAX_DEPTH - 1) }),
    page.failed({ error: { message: long } }),
    page.sendMessage({ type: "OWN", many: new Array(MAX_KEYS).fill(0) }),
    page.sendMessage({ type: "OWN", error: new Error("x") }),
  ];
  const calls = page.calls.length;
  const fitting = [
    page.dialNumber({ phoneNumber, note: long.slice(200) }),
    page.sendMessage({ type: "OWN", deep: nested(MAX_DEPTH - 1), many: new Array(MAX_KEYS - 50).fill(0) }),
  ];
  await clock.advance(0);

  assert.deepEqual(
    outcomes.map((outcome) => (outcome.sent ? "sent" : outcome.code)),
    ["TOO_MUCH_TEXT", "TOO_DEEP", "TOO_MUCH_TEXT", "TOO_MANY_KEYS", "NOT_DATA"],
  );
  assert.equal(calls, 0);
  assert.ok(fitting.every((outcome) => outcome.sent));
  assert.deepEqual(host?.sent.map(({ type }) => type as string), ["SYNC", "DIAL_NUMBER", "OWN"]);
  assert.deepEqual(reports.filter(({ code }) => /^TOO_|^NOT_DATA/.test(code)), []);
});

test("a context beyond the limits makes no host", () => {
  const context = { note: "x".repeat(MAX_TEXT) };

  assert.throws(() => createHost({ context }).install(), { code: "INVALID_OPTION", message: /TOO_MUCH_TEXT/ });
});

test("an answer of a store beyond the limits is a failure", async () => {
  for (const [matchCallerId, text] of [
    [() => new Array<unknown>(1_200).fill({ callerIdType: "CONTACT", objectCoordinates: { portalId: 1, objectId: 1, objectTypeId: "0-1" }, firstName: "A", lastName: "B", email: "c" }), /^TOO_MANY_KEYS: /],
    [() => Promise.resolve([{ firstName: "x".repeat(MAX_TEXT) }]), /^TOO_MUCH_TEXT: /],
    [() => [{ save: () => undefined }], /^NOT_CLONEABLE: /],
    [() => Promise.reject(new Error("x".repeat(MAX_TEXT))), /^TOO_MUCH_TEXT: /],
  ] as const) {
    const [{ page, clock }, cti] = await session(Object.assign(new InMemoryRecordStore(), { matchCallerId }) as never);
    const codes: string[] = [];
    page.on("diagnostic", ({ code }) => codes.push(code));

    const matches = cti.tracked
      .incomingCall({ externalCallId: "c-1", fromNumber: "+12025550123", toNumber: "+12025550124", createEngagement: false })
      .callerId();
    const refused = assert.rejects(matches, (error: { code: string; data: { error: { message: string } } }) => {
      assert.equal(error.code, "HOST_REFUSED");
      assert.match(error.data.error.message, text);
      return error.data.error.message.length < 100;
    });
    await clock.advance(0);
    await refused;

    assert.deepEqual(codes, ["STORE_FAILED"]);
    host?.uninstall();
  }
});

test("an app's message beyond a limit is posted and reported", async () => {
  const [{ page, clock }, cti, reports] = await session();
  const note = "x".repeat(MAX_TEXT);

  cti.callData({ note });
  cti.callData({ note });
  cti.callData({ deep: nested(MAX_DEPTH) });
  await clock.advance(0);

  assert.deepEqual(
    reports.map(({ code, level, detail }) => [code, level, detail]),
    [["TOO_MUCH_TEXT", "warn", "CALL_DATA"], ["TOO_DEEP", "warn", "CALL_DATA"]],
  );
  const { counts } = page.diagnostics();
  assert.deepEqual([counts["TOO_MUCH_TEXT"], counts["TOO_DEEP"]], [2, 1]);
});
