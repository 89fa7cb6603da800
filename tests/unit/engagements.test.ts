// The record store as the host asks it: a page's own code, that may fail anywhere.
import assert from "node:assert/strict";
import { test } from "node:test";

import { Engagements } from "../../pkg/src/host/engagements.js";
import { InMemoryRecordStore } from "../../pkg/src/host/memory-store.js";
import type { EngagementInput, EngagementRecord } from "../../pkg/src/host/records.js";

const input: EngagementInput = { owner: "service", direction: "OUTBOUND", startedAt: 1_000 };

for (const [how, readEngagement] of [
  ["throws", (): never => { throw new Error("no such column"); }],
  ["rejects", (): Promise<never> => Promise.reject(new Error("no such column"))],
] as const) {
  test(`a publication stands although reading it again ${how}`, async () => {
    const store = new InMemoryRecordStore();
    const told: (readonly EngagementRecord[])[] = [];
    const engagements = new Engagements(store, (all) => told.push(all));
    const { id } = engagements.ask("createEngagement", [input]) as EngagementRecord;
    Object.assign(store, { readEngagement });

    const answer: unknown = engagements.ask("publishEngagement", [id]);
    await Promise.resolve();

    assert.equal(answer, undefined);
    assert.equal(store.engagements[0]?.published, true);
    assert.deepEqual(told.map((all) => all.map((record) => record.published)), [[false]]);
  });
}

test("a publication that is read again is told of", () => {
  const told: (readonly EngagementRecord[])[] = [];
  const engagements = new Engagements(new InMemoryRecordStore(), (all) => told.push(all));
  const { id } = engagements.ask("createEngagement", [input]) as EngagementRecord;

  engagements.ask("publishEngagement", [id]);

  assert.deepEqual(told.map((all) => all.map((record) => record.published)), [[false], [true]]);
});
