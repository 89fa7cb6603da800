// The rules of the demo's workbench: the contents of its panels, without a page.
import assert from "node:assert/strict";
import { test } from "node:test";

import { hashOf, recordOf } from "../../www/host/address.ts";
import { Faults } from "../../www/host/bench/faults.ts";
import { LIMIT, Messages } from "../../www/host/bench/messages.ts";
import { withOverride } from "../../www/host/override.ts";
import type { LogEntry } from "../../www/host/state/log-entry.ts";

const message = (type: string, data: object = {}, more: Partial<LogEntry> = {}): LogEntry => ({ direction: "toHost", type, data, message: { type, data }, at: 0, ...more });

test("a repeated SYNC is one entry until another message comes", () => {
  const messages = new Messages();
  for (const fate of [undefined, undefined, "dropped"]) messages.add(message("SYNC", {}, { direction: "toWidget", fate }));
  messages.add(message("SYNC_ACK"));
  messages.add(message("SYNC", {}, { direction: "toWidget" }));

  assert.deepEqual(messages.visible.map(({ type, times }) => [type, times]), [["SYNC", 2], ["SYNC", 1], ["SYNC_ACK", 1], ["SYNC", 1]]);
});

test("the filter reads type, call and payload; a pause counts on", () => {
  const messages = new Messages();
  messages.add(message("CALL_ANSWERED", { externalCallId: "demo-7" }, { call: 1 }));
  messages.add(message("LOGGED_IN"));
  for (const [filter, visible] of [["demo-7", 1], ["  logged ", 1], ["", 2], ["nothing", 0]] as const) {
    messages.filter = filter;
    assert.equal(messages.counts.visible, visible, filter);
  }
  messages.filter = "";

  messages.paused = true;
  messages.add(message("LOGGED_OUT"));
  assert.deepEqual(messages.counts, { total: 2, visible: 2, missed: 1 });
  messages.paused = false;
  messages.add(message("LOGGED_IN"));

  assert.deepEqual(messages.visible.map(({ number }) => number), [1, 2, 4]);
  messages.clear();
  assert.deepEqual(messages.counts, { total: 0, visible: 0, missed: 0 });
});

test("the last messages are listed, and views hear of each", () => {
  const messages = new Messages();
  let dropped = 0;
  let resets = 0;
  messages.attach({ added: (_, old) => (dropped += old.length), repeated: () => undefined, reset: () => (resets += 1) });

  for (let sent = 0; sent < LIMIT + 3; sent += 1) messages.add(message("USER_AVAILABLE"));

  assert.deepEqual([messages.visible.length, messages.visible[0]?.number, dropped, resets], [LIMIT, 4, 3, 1]);
});

test("messages are sorted by the host's call and by their ids", () => {
  const messages = new Messages();
  const call = (...args: Parameters<typeof message>): string => {
    const number = messages.add(message(...args));
    const group = messages.find(number)?.call;
    return group === undefined ? "none" : `${group.number} ${group.name}`;
  };

  assert.equal(call("DIAL_NUMBER", { phoneNumber: "+12025550143" }, { call: 1 }), "1 ");
  assert.equal(call("OUTGOING_CALL_STARTED", { externalCallId: "a" }, { call: 1 }), "1 a");
  assert.equal(call("CREATE_ENGAGEMENT_SUCCEEDED", { externalCallId: "a", engagementId: 9 }), "1 a");
  assert.equal(call("CALL_ENDED", { engagementId: 9 }), "1 a");
  assert.equal(call("USER_AVAILABLE"), "none");
  // The host of the next session restarts its counter.
  messages.begin();
  assert.equal(call("INCOMING_CALL", { externalCallId: "b" }, { call: 1 }), "2 b");
});

test("the address has the faults that are on", () => {
  const text = "toWidget:400,toHost:300,silent,gone,callers:several,delayed:CALL_ENDED:700,dropped:DIAL_NUMBER,refuse:completeEngagement,hang";
  const faults = new Faults(() => undefined);
  faults.read(text);
  assert.equal(faults.text, text);
  assert.equal(faults.count, 9);
  faults.clear();
  assert.deepEqual([faults.text, faults.count], ["", 0]);

  faults.read("toWidget:x,dropped:NO_SUCH,refuse:toString,callers:many,constructor,,delayed:CALL_ENDED:-5,toHost:1e9");
  assert.equal(faults.text, "toHost:60000,delayed:CALL_ENDED:0");
});

test("the address names a record", () => {
  const record = recordOf("#/record/0-1/1001");
  assert.ok(record !== undefined);
  assert.deepEqual([record.name, hashOf(record)], ["Maria Okafor", "#/record/0-1/1001"]);
  for (const hash of ["", "#/record/0-1/9", "#/record/0-1/1001/x"]) assert.equal(recordOf(hash), undefined, hash);
});

test("an override changes the settings only where it is applied", () => {
  const settings = { name: "Own", url: "https://own.example/", width: 400, height: 650, isReady: true, supportsCustomObjects: true };
  const own = { name: "Other", url: "https://other.example/", isReady: false };

  assert.deepEqual(withOverride(settings, { status: "applied", settings: own }), { ...settings, ...own });
  for (const override of [{ status: "absent" }, { status: "invalid", code: "NOT_JSON", message: "" }, { status: "blocked", message: "" }] as const) {
    assert.equal(withOverride(settings, override), settings);
  }
});
