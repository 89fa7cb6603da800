import assert from "node:assert/strict";
import { test } from "node:test";

import { InMemoryRecordStore } from "../../pkg/src/host/memory-store.js";
import type { Company, CompletedCall, Contact, EngagementInput } from "../../pkg/src/host/records.js";

const contact: Contact = {
  objectCoordinates: { portalId: 1, objectId: 51, objectTypeId: "0-1" },
  firstName: "Ada",
  lastName: "Berg",
  email: "ada@example.com",
  phoneNumbers: ["+1 (555) 010-0123"],
};
const company: Company = {
  objectCoordinates: { portalId: 1, objectId: 61, objectTypeId: "0-2" },
  name: "Berg & Sons",
  phoneNumbers: ["+44 1632 960123", "+1 555 010 0123"],
};
const input: EngagementInput = {
  owner: "service",
  direction: "OUTBOUND",
  externalCallId: "c-1",
  startedAt: 1_000,
};
const completed: CompletedCall = { ...input, associations: [], properties: {} };

test("an engagement is on its records' timelines once completed", () => {
  const store = new InMemoryRecordStore({ firstEngagementId: 7 });
  const to = contact.objectCoordinates;

  const { id } = store.createEngagement(input);
  const before = store.engagementsOf(to).length;
  store.completeEngagement(String(id), { ...completed, endedAt: 2_000, callEndStatus: "COMPLETED", associations: [to], properties: { hs_call_title: "Hello" } });
  store.completeEngagement(id, { ...completed, direction: "INBOUND", associations: [to, company.objectCoordinates], properties: { hs_call_body: "Notes" } });

  const [record] = store.engagementsOf(to);
  assert.ok(record);
  assert.equal(before, 0);
  assert.equal(id, 7);
  assert.equal(record.callEndStatus, "COMPLETED");
  assert.equal(record.direction, "INBOUND");
  assert.deepEqual(record.properties, { hs_call_title: "Hello", hs_call_body: "Notes" });
  assert.deepEqual(record.associations, [to, company.objectCoordinates]);
});

test("a caller is matched by the number, however it is written", () => {
  const store = new InMemoryRecordStore({ contacts: [contact], companies: [company] });
  const types = (number: string): string[] =>
    store.matchCallerId(number).map(({ callerIdType }) => callerIdType);

  assert.deepEqual(types("+15550100123"), ["CONTACT", "COMPANY"]);
  assert.deepEqual(types("555 010 0123"), ["CONTACT", "COMPANY"]);
  assert.deepEqual(types("01632 960123"), ["COMPANY"]);
  assert.deepEqual(types("sip:01632960123@pbx.example"), ["COMPANY"]);
  assert.deepEqual(types("+4915550100123"), []);
  assert.deepEqual(types("0123"), []);
  for (const withheld of ["", "0000000", "anonymous", "000123"]) {
    assert.deepEqual(types(withheld), [], withheld);
  }
});

test("an app's own engagement is added once, under its own id", () => {
  const store = new InMemoryRecordStore();
  const own = { ...completed, owner: "app" } as const;

  const first = store.publishEngagement("90210", own);
  const again = store.completeEngagement(90_210, own);
  const next = store.createEngagement(input);

  assert.deepEqual([first.owner, first.published, first.onTimeline], ["app", true, false]);
  assert.deepEqual([again.id, again.published, again.onTimeline], [90_210, true, true]);
  assert.equal(next.id, 90_211);
  assert.throws(() => store.publishEngagement("x-1", own), /whole number/);
});

test("records read earlier stay as they were", () => {
  const store = new InMemoryRecordStore();
  const created = store.createEngagement(input);
  const list = store.engagements;

  store.completeEngagement(created.id, completed);

  assert.equal(created.onTimeline, false);
  assert.equal(list[0], created);
  assert.equal(store.engagements[0]?.onTimeline, true);
});

test("a fault strikes once, and an unknown engagement is named", () => {
  const store = new InMemoryRecordStore();
  store.failNext("createEngagement", "no room");

  assert.throws(() => store.createEngagement(input), { message: "no room" });
  assert.equal(store.createEngagement(input).id, 1001);
  assert.throws(() => store.completeEngagement(5, completed), { message: "there is no engagement 5" });
});

test("listeners hear of each change until they are removed", () => {
  const store = new InMemoryRecordStore();
  let heard = 0;
  const off = store.subscribe(() => {
    heard += 1;
  });

  const { id } = store.createEngagement(input);
  store.publishEngagement(id, input);
  off();
  store.completeEngagement(id, completed);

  assert.equal(heard, 2);
});
