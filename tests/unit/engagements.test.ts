// The host's calls of a record store: a page's own code, which may fail anywhere.
import assert from "node:assert/strict";
import { test } from "node:test";
import { inspect } from "node:util";

import { createHost } from "calling-widget-sdk/testing";

import { Engagements } from "../../pkg/src/host/engagements.js";
import { InMemoryRecordStore } from "../../pkg/src/host/memory-store.js";
import type { CompletedCall, EngagementInput, EngagementRecord, StoreRequest } from "../../pkg/src/host/records.js";
import { app } from "../support/app.ts";

const call: EngagementInput = { owner: "service", direction: "OUTBOUND", startedAt: 1_000 };
const completed: CompletedCall = { ...call, associations: [], properties: {} };

test("the records that the store answers with are reported", () => {
  const reports: (readonly EngagementRecord[])[] = [];
  const engagements = new Engagements(new InMemoryRecordStore(), (all) => reports.push(all));
  const { id } = engagements.ask("createEngagement", [call]) as EngagementRecord;

  engagements.ask("publishEngagement", [id, call]);
  engagements.ask("matchCallerId", ["+15550100"]);

  assert.deepEqual(reports.map((all) => all.map((record) => record.published)), [[false], [true]]);
});

test("each request is put to authorize before the store", async () => {
  const store = new InMemoryRecordStore();
  const requests: StoreRequest[] = [];
  const engagements = new Engagements(store, () => undefined, (request) => {
    requests.push(request);
    return Promise.resolve(true);
  });

  const { id } = (await engagements.ask("createEngagement", [call])) as EngagementRecord;
  await engagements.ask("completeEngagement", [id, completed]);
  await engagements.ask("publishEngagement", [id, call]);
  await engagements.ask("matchCallerId", ["+15550100"]);

  assert.deepEqual(requests, [
    { method: "createEngagement", call },
    { method: "completeEngagement", engagementId: id, call: completed },
    { method: "publishEngagement", engagementId: id, call },
    { method: "matchCallerId", phoneNumber: "+15550100" },
  ]);
  assert.equal(store.engagements[0]?.published, true);
});

test("properties are stored as texts, whatever the app sends", () => {
  for (const [value, text] of [
    ["x", "x"],
    ["", ""],
    [null, ""],
    [1200, "1200"],
    [new Number(1200), "1200"],
    [10n ** 20n, "100000000000000000000"],
    [true, "true"],
    [new Date("2026-01-02T03:04:05Z"), "2026-01-02T03:04:05.000Z"],
    [["a", NaN], '["a",null]'],
    [{ a: 1n, b: undefined }, '{"a":"1"}'],
    // What JSON lacks is left out, and the earlier value stays.
    ...[undefined, NaN, Infinity, -Infinity, new Number(NaN), new Date(NaN), new Map([["a", 1]]), new Set(["a"]), new Uint8Array(2), new ArrayBuffer(2), /a/, new Error("a")].map((value) => [value, "before"] as const),
  ] as const) {
    const store = new InMemoryRecordStore();
    const engagements = new Engagements(store, () => undefined);
    const { id } = engagements.ask("createEngagement", [call]) as EngagementRecord;
    engagements.ask("completeEngagement", [id, { ...completed, properties: { hs_call_title: "before" } }]);

    engagements.ask("completeEngagement", [String(id), { ...completed, properties: { hs_call_title: value, other: "y" } }]);

    assert.deepEqual(store.engagements[0]?.properties, { hs_call_title: text, other: "y" }, inspect(value));
  }
});

test("numbers of phones reach the store as texts", () => {
  const asked: unknown[] = [];
  const engagements = new Engagements(new InMemoryRecordStore(), () => undefined, (request) => {
    asked.push(request);
    return false;
  });

  assert.throws(() => engagements.ask("createEngagement", [{ ...call, fromNumber: 12025550123 }]));
  assert.throws(() => engagements.ask("matchCallerId", [12025550123]));

  assert.deepEqual(asked, [
    { method: "createEngagement", call: { ...call, fromNumber: "12025550123" } },
    { method: "matchCallerId", phoneNumber: "12025550123" },
  ]);
});

for (const [how, answer] of [
  ["false", () => false],
  ["a promise of false", () => Promise.resolve(false)],
  ["nothing", () => undefined as unknown as boolean],
  ["a rejection", () => Promise.reject(new Error("down"))],
  ["a throw", (): never => { throw new Error("down"); }],
] as const) {
  test(`the store gets no request refused by ${how}`, async () => {
    const store = new InMemoryRecordStore();
    const engagements = new Engagements(store, () => undefined, answer);

    // oxlint-disable-next-line typescript/require-await -- a throw becomes a rejection
    await assert.rejects(async () => engagements.ask("createEngagement", [call]), /does not allow createEngagement|down/);

    assert.deepEqual(store.engagements, []);
  });
}

/** Answers that fail when they are read, and odd errors. */
const odd: readonly [how: string, answer: () => unknown, text: string][] = [
  ["a record whose getter throws", () => ({ id: 5, get owner(): never { throw new Error("detached"); } }), "detached"],
  ["the promise of one", () => Promise.resolve({ get id(): never { throw new Error("lazy"); } }), "lazy"],
  ["a throw of what has no text", () => { throw Object.create(null); }, "the record store failed"],
  // oxlint-disable-next-line typescript/only-throw-error -- what a page throws is its own
  ["a throw of an object with a message", () => { throw { message: "quota", status: 429 }; }, "quota"],
  // oxlint-disable-next-line typescript/prefer-promise-reject-errors -- what a page rejects with is its own
  ["a rejection with nothing", () => Promise.reject(), "the record store failed"],
  ["an error whose text cannot be read", () => Promise.reject(Object.defineProperty(new Error("x"), "message", { get: () => { throw new Error("y"); } })), "the record store failed"],
  ["what throws when it is awaited", () => ({ then: () => { throw new Error("then"); } }), "then"],
];

for (const [how, createEngagement, text] of odd) {
  test(`a store that answers by ${how} has failed, at once`, async () => {
    const store = Object.assign(new InMemoryRecordStore(), { createEngagement });
    const host = createHost({ store }).install();
    const cti = app();
    const codes: string[] = [];
    host.page.on("diagnostic", ({ code }) => codes.push(code));
    await host.ready();

    cti.outgoingCall({ externalCallId: "c-1", fromNumber: "+12025550124", toNumber: "+12025550123", createEngagement: true });
    await host.clock.advance(0);

    const answers = host.sent.flatMap((message) => (message.type === "CREATE_ENGAGEMENT_FAILED" ? [message.data.error?.message] : []));
    assert.deepEqual(answers, [text]);
    assert.deepEqual(codes, ["STORE_FAILED"]);
    host.uninstall();
  });
}

test("a thenable of the store is awaited", async () => {
  const record = { id: 5, onTimeline: false };
  const store = Object.assign(new InMemoryRecordStore(), {
    createEngagement: () => ({ then: (done: (value: unknown) => void) => { done(record); } }),
  });
  const engagements = new Engagements(store, () => undefined);

  assert.equal(await engagements.ask("createEngagement", [call]), record);
});

test("the store in memory protects other calls' timelines", () => {
  const store = new InMemoryRecordStore();
  const own = { ...completed, externalCallId: "c-1" };
  const { id } = store.createEngagement(own);
  const may = (engagementId: number | string, owner: "app" | "service", externalCallId?: string): boolean =>
    store.allows({ method: "completeEngagement", engagementId, call: { ...own, owner, externalCallId: externalCallId as string } });

  assert.deepEqual([may(id, "service"), may(id, "app", "c-2"), may(77, "app"), may(77, "service")], [true, true, true, false]);
  store.completeEngagement(id, own);
  assert.deepEqual([may(String(id), "service"), may(id, "app", "c-1"), may(id, "app", "c-2"), may(id, "app")], [true, true, false, false]);
});
