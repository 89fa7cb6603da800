// The package's commands for recorded sessions, as used on a bug report.
import assert from "node:assert/strict";
import { mkdir, truncate, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";

import { createHost } from "calling-widget-sdk/testing";

import { command } from "../support/running.ts";
import { phone } from "../support/traces.ts";

const FOLDER = join(process.cwd(), "target/tests/traces");

/** The trace of a session with a call that is placed, answered and ended. */
async function recorded(): Promise<string> {
  const host = createHost().install();
  try {
    const cti = phone();
    await host.ready({ userId: 7 });
    host.dial("+12025550123");
    await host.expect("OUTGOING_CALL_STARTED");
    await host.clock.advance(400);
    cti.callAnswered({ externalCallId: "call-1" });
    await host.clock.advance(60_000);
    host.endCall();
    await host.expect("CALL_ENDED");
    return cti.exportTrace();
  } finally {
    host.uninstall();
  }
}

async function file(name: string, text: string): Promise<string> {
  await mkdir(FOLDER, { recursive: true });
  const path = join(FOLDER, name);
  await writeFile(path, text);
  return path;
}

test("a replay prints messages and where the core differs", async () => {
  const text = await recorded();
  const trace = await file("same.jsonl", text);
  const other = await file("other.jsonl", text.replace('["sent","posted"]', '["sent","refused"]'));

  const same = await command(["replay", trace]);
  const differs = await command(["replay", other, "--steps"]);

  assert.deepEqual([same.code, same.err], [0, ""]);
  assert.match(same.out, /^widget, build \w{8}, from 2026-01-01T00:00:00\.000Z: \d+ steps$/m);
  assert.match(same.out, /^ {6}400 ms {2}widget -> host {2}CALL_ANSWERED \{"externalCallId":"\*\*\*/m);
  assert.match(same.out, /^ {4}\d{5} ms {2}host -> widget {2}END_CALL$/m);
  assert.equal(differs.code, 1);
  assert.match(differs.out, /DIFFERENT {7}line \d+, send\n {2}recorded {2}\[\["sent","refused"\]/);
  assert.match(differs.err, /^error DIFFERENT: 1 of \d+ steps give something else than when they were recorded: line \d+$/m);
});

test("other files and arguments are refused", async () => {
  const [empty, long] = [await file("empty.jsonl", ""), await file("long.jsonl", "")];
  // It is not read to its end.
  await truncate(long, 2 ** 30);
  const refused: readonly [args: readonly string[], words: RegExp][] = [
    [["replay", empty], /error USAGE: line 1 of the trace cannot be used: it is no object of JSON/],
    [["replay", long], /error USAGE: .*long\.jsonl has more than 64 MiB/],
    [["replay", join(FOLDER, "none.jsonl")], /error USAGE: .*none\.jsonl cannot be read: name the file of a trace/],
    [["replay", empty, empty], /error USAGE: replay takes one FILE/],
  ];
  for (const [args, words] of refused) {
    const { code, out, err } = await command(args);
    assert.deepEqual([code, out], [2, ""], args.join(" "));
    assert.match(err, words);
  }
  await truncate(long, 0);
});
