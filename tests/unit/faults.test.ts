// Faults between a host and a widget, and in a record store, without either.
import assert from "node:assert/strict";
import { test } from "node:test";

import { InMemoryRecordStore } from "calling-widget-sdk/host";
import { StoreFaults } from "calling-widget-sdk/testing";

import { FaultyWire, type Side } from "../../pkg/src/testing/faulty-wire.js";
import type { MessageType } from "../../pkg/src/testing/types.js";

/** A wire with a clock that is moved by hand. */
class Line {
  readonly arrived: string[] = [];
  readonly fates: (string | undefined)[] = [];
  private readonly timers: { due: number; run: () => void }[] = [];
  private now = 0;
  readonly wire = new FaultyWire<string>(
    (from, packet) => this.arrived.push(`${from}:${packet}`),
    (run, ms) => {
      if (ms === 0) {
        run();
      } else {
        this.timers.push({ due: this.now + ms, run });
      }
    },
  );

  post(packet: string, type: MessageType = "VISIBILITY_CHANGED", from: Side = "host"): void {
    this.wire.post(from, type, packet, (fate) => this.fates.push(fate));
  }

  advance(ms: number): void {
    this.now += ms;
    for (const timer of this.timers.splice(0).sort((one, other) => one.due - other.due)) {
      if (timer.due <= this.now) {
        timer.run();
      } else {
        this.timers.push(timer);
      }
    }
  }
}

test("a fault affects the next message of its type alone", () => {
  const line = new Line();
  line.wire.add("END_CALL", "dropped");
  line.wire.add("DIAL_NUMBER", "doubled");

  line.post("1");
  line.post("2", "END_CALL");
  line.post("3", "END_CALL");
  line.post("4", "DIAL_NUMBER");

  assert.deepEqual(line.arrived, ["host:1", "host:3", "host:4", "host:4"]);
  assert.deepEqual(line.fates, [undefined, "dropped", undefined, "doubled"]);
});

test("reordered and delayed messages arrive later", () => {
  const line = new Line();
  line.wire.add("CALL_ENDED", "reordered");
  line.wire.add("CALL_ANSWERED", "delayed", { ms: 50 });

  line.post("ended", "CALL_ENDED", "widget");
  line.post("host's");
  line.post("answered", "CALL_ANSWERED", "widget");
  line.post("next", "CALL_COMPLETED", "widget");
  line.advance(50);

  assert.deepEqual(line.arrived, ["host:host's", "widget:next", "widget:ended", "widget:answered"]);
});

test("a message that waits for the next one arrives once the faults are cleared", () => {
  const line = new Line();
  line.wire.add("CALL_ENDED", "reordered");
  line.post("ended", "CALL_ENDED", "widget");

  line.wire.clear();
  line.post("next", "CALL_COMPLETED", "widget");

  assert.deepEqual(line.arrived, ["widget:ended", "widget:next"]);
});

test("latency is each side's own, and keeps the order", () => {
  const line = new Line();
  line.wire.latencyMs.host = 100;

  line.post("slow");
  line.wire.latencyMs.host = 10;
  line.post("quick");
  line.post("other way", "VISIBILITY_CHANGED", "widget");
  line.advance(10);
  assert.deepEqual(line.arrived, ["widget:other way"]);
  line.advance(90);

  assert.deepEqual(line.arrived, ["widget:other way", "host:slow", "host:quick"]);
});

test("held messages arrive in order once they are let go", () => {
  const line = new Line();
  const letGo = line.wire.hold();

  line.post("1");
  line.post("2", "VISIBILITY_CHANGED", "widget");
  assert.deepEqual(line.arrived, []);
  letGo();
  letGo();

  assert.deepEqual(line.arrived, ["host:1", "widget:2"]);
});

test("a store refuses or hangs once, or answers otherwise", async () => {
  const happened: string[] = [];
  const faults = new StoreFaults((method) => happened.push(method));
  const store = faults.over(new InMemoryRecordStore());
  const input = { direction: "OUTBOUND", startedAt: 1, owner: "service" } as const;

  faults.refuse("createEngagement", "closed");
  assert.throws(() => store.createEngagement(input), /^Error: closed$/);
  const answer = faults.hang("createEngagement");
  const hanging = Promise.resolve(store.createEngagement(input));
  assert.equal(store.engagements.length, 0);
  answer();
  assert.equal((await hanging).id, 1001);
  faults.answer("matchCallerId", () => []);
  assert.deepEqual(store.matchCallerId("+12025550143"), []);
  faults.answer("matchCallerId");

  assert.deepEqual(happened, ["createEngagement", "createEngagement"]);
  assert.equal(store.createEngagement(input).id, 1002);
});
