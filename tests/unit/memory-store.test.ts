import assert from "node:assert/strict";
import { test } from "node:test";

import { InMemoryRecordStore } from "../../pkg/src/host/memory-store.js";
import type { Company, Contact, EngagementInput } from "../../pkg/src/host/records.js";

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

test("an engagement is on its records' timelines once it is completed", () => {
  const store = new InMemoryRecordStore({ firstEngagementId: 7 });
  const to = contact.objectCoordinates;

  const { id } = store.createEngagement(input);
  store.associateEngagement(id, [to]);
  const before = store.engagementsOf(to).length;
  store.completeEngagement(String(id), { endedAt: 2_000, callEndStatus: "COMPLETED" });
  store.associateEngagement(id, [to, company.objectCoordinates]);
  store.updateEngagement(id, { hs_call_title: "Hello" });
  store.updateEngagement(id, { hs_call_body: "Notes" });

  const [completed] = store.engagementsOf(to);
  assert.ok(completed);
  assert.equal(before, 0);
  assert.equal(id, 7);
  assert.equal(completed.callEndStatus, "COMPLETED");
  assert.deepEqual(completed.properties, { hs_call_title: "Hello", hs_call_body: "Notes" });
  assert.deepEqual(completed.associations, [to, company.objectCoordinates]);
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
  assert.deepEqual(types(""), []);
  assert.deepEqual(types("anonymous"), []);
});

test("an engagement of the app's own is taken over once, under its own id", () => {
  const store = new InMemoryRecordStore();

  const first = store.adoptEngagement("90210", input);
  const again = store.adoptEngagement(90_210, input);
  const next = store.createEngagement(input);

  assert.equal(first.owner, "app");
  assert.equal(again, first);
  assert.equal(next.id, 90_211);
  assert.throws(() => store.adoptEngagement("x-1", input), /whole number/);
});

test("records read earlier stay as they were", () => {
  const store = new InMemoryRecordStore();
  const created = store.createEngagement(input);
  const list = store.engagements;

  store.completeEngagement(created.id);

  assert.equal(created.onTimeline, false);
  assert.equal(list[0], created);
  assert.equal(store.readEngagement(created.id)?.onTimeline, true);
});

test("a fault strikes once, and an unknown engagement is named", () => {
  const store = new InMemoryRecordStore();
  store.failNext("createEngagement", "no room");

  assert.throws(() => store.createEngagement(input), { message: "no room" });
  assert.equal(store.createEngagement(input).id, 1001);
  assert.throws(() => store.updateEngagement(5, {}), { message: "there is no engagement 5" });
});

test("listeners hear of each change until they are removed", () => {
  const store = new InMemoryRecordStore();
  let heard = 0;
  const off = store.subscribe(() => {
    heard += 1;
  });

  const { id } = store.createEngagement(input);
  store.publishEngagement(id, "c-1");
  off();
  store.completeEngagement(id);

  assert.equal(heard, 2);
});

test("a number that is withheld matches nobody", () => {
  const store = new InMemoryRecordStore({ contacts: [contact], companies: [company] });

  for (const number of ["", "0000000", "000000000000", "anonymous", "000123"]) {
    assert.deepEqual(store.matchCallerId(number), [], number);
  }
});
