// The package's command with recorded sessions: what a person who gets a bug report does.
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdir, truncate, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";

import CallingExtensions from "calling-widget-sdk";
import { createHost } from "calling-widget-sdk/testing";

const COMMAND = join(process.cwd(), "pkg/dist/command.js");

/** Below the workspace, so that a written test finds the package. */
const FOLDER = join(process.cwd(), "target/unit/traces");

/** How an app takes calls; the one with the fault forgets to complete them. */
const app = (isFaulty: boolean): string => `
import CallingExtensions from "calling-widget-sdk";

let externalCallId;
let calls = 0;
const cti = new CallingExtensions({
  logger: null,
  trace: true,
  eventHandlers: {
    onReady: () => { cti.initialized({ isLoggedIn: true, isAvailable: true }); },
    onDialNumber: ({ phoneNumber }) => {
      calls += 1;
      externalCallId = "call-" + calls + Math.random();
      cti.outgoingCall({ externalCallId, toNumber: phoneNumber, createEngagement: true });
      setTimeout(() => { cti.callAnswered({ externalCallId }); }, 400);
    },
    onEndCall: () => {
      cti.callEnded({ externalCallId, callEndStatus: "COMPLETED" });
      ${isFaulty ? "" : "cti.callCompleted({ externalCallId, hideWidget: true });"}
    },
  },
});
globalThis.cti = cti;
`;

type Ended = { code: number; out: string; err: string };

function run(args: readonly string[]): Promise<Ended> {
  // The runner of this test has marked the environment for the processes it starts itself.
  const env = { ...process.env };
  delete env["NODE_TEST_CONTEXT"];
  return new Promise((resolve) => {
    execFile(process.execPath, args, { env, maxBuffer: 64 * 1024 * 1024 }, (error, out, err) => {
      resolve({ code: typeof error?.code === "number" ? error.code : 0, out, err });
    });
  });
}

/** The trace of a session with a call that is placed, answered and hung up. */
async function recorded(): Promise<string> {
  await mkdir(FOLDER, { recursive: true });
  const module = join(FOLDER, "app.mjs");
  await writeFile(module, app(false));
  const host = createHost({ trace: true }).install();
  try {
    await import(module);
    await host.ready({ userId: 7 });
    host.faults.refuseEngagement();
    host.dial("+12025550123");
    const { data } = await host.expect("OUTGOING_CALL_STARTED");
    await host.clock.advance(400);
    await host.expect("CALL_ANSWERED");
    host.page.setVisibility({ isMinimized: true });
    host.page.sendMessage({ type: "OF_THE_HOST", data: { note: "one, {two}", "a-b": [1, null] } });
    await host.clock.advance(60_000);
    host.endCall();
    await host.expect("CALL_COMPLETED", { externalCallId: data.externalCallId });
    return (globalThis as unknown as { cti: CallingExtensions }).cti.exportTrace();
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

/** A module is loaded once, so the session is too. */
const session = recorded();

test("a recorded session becomes a test, which an app with a fault fails", async () => {
  const trace = await file("trace.jsonl", await session);
  const written = await run([COMMAND, "trace", "to-test", trace, "--runner", "node", "--app", "./app.mjs"]);
  assert.deepEqual([written.code, written.err], [0, ""]);
  const right = await file("right.test.mjs", written.out);
  await file("faulty.mjs", app(true));
  const faulty = await file("faulty.test.mjs", written.out.replace("./app.mjs", "./faulty.mjs"));

  const passed = await run(["--test", right]);
  const failed = await run(["--test", faulty]);

  assert.equal(passed.code, 0, passed.out);
  assert.match(passed.out, /^# pass 1$/m);
  assert.notEqual(failed.code, 0);
  assert.match(failed.out, /expected the widget to send CALL_COMPLETED with \{[^}]*"hideWidget":true\}; the host did not get it/);
  // What was masked is made up, and what the app chooses in each run is bound to a name.
  assert.doesNotMatch(written.out, /2025550123|\*{3}/);
  assert.match(written.out, /host\.faults\.refuseEngagement\(\);\n {2}host\.dial\("\+1202555\d{4}",/);
  assert.match(written.out, /sends\("CALL_ANSWERED", \{ externalCallId: call1 \}\)/);
  assert.match(written.out, /sendMessage\(\{ "type": "OF_AN_APP", "data": \{ "text \d": "text \d", "text \d": \[\d+, null\] \} \}\)/);
});

test("a replay prints the messages, and says where the core decides otherwise", async () => {
  const text = await session;
  const trace = await file("same.jsonl", text);
  const other = await file("other.jsonl", text.replace('["sent","posted"]', '["sent","refused"]'));

  const same = await run([COMMAND, "replay", trace]);
  const differs = await run([COMMAND, "replay", other, "--steps"]);

  assert.deepEqual([same.code, same.err], [0, ""]);
  assert.match(same.out, /^widget, build \w{8}, from 2026-01-01T00:00:00\.000Z: \d+ steps$/m);
  assert.match(same.out, /^ {6}400 ms {2}widget -> host {2}CALL_ANSWERED \{"externalCallId":"\*\*\*/m);
  assert.match(same.out, /^ {4}\d{5} ms {2}host -> widget {2}END_CALL$/m);
  assert.equal(differs.code, 1);
  assert.match(differs.out, /DIFFERENT {7}line \d+, send\n {2}recorded {2}\[\["sent","refused"\]/);
  assert.match(differs.err, /^error DIFFERENT: 1 of \d+ steps give something else than when they were recorded: line \d+$/m);
});

test("a stranger's trace puts no code into the test, and steers no terminal", async () => {
  const type = "EVIL\n  throw new Error();//\u001b[2J\u2028";
  const text = (await session).replaceAll('"type":"CALL_ANSWERED"', `"type":${JSON.stringify(type)}`);
  const trace = await file("evil.jsonl", text);

  const written = await run([COMMAND, "trace", "to-test", trace]);
  const shown = await run([COMMAND, "replay", trace]);

  assert.equal(written.code, 0, written.err);
  assert.doesNotMatch(written.out, /^ *throw|\u001b|\u2028/m);
  assert.doesNotMatch(shown.out, /^ *throw|\u001b/m);
});

test("any file is replayed or refused by its line", async () => {
  const [header = "", ...lines] = (await session).trimEnd().split("\n");
  const received = lines.findIndex((line) => line.includes('"DIAL_NUMBER"'));
  const line = lines[received] ?? "";
  const changed = (to: string): string => [header, ...lines.slice(0, received), to, ...lines.slice(received + 1)].join("\n");
  const deep = "[".repeat(100_000) + "]".repeat(100_000);
  const wrong = new RegExp(`error USAGE: line ${received + 2} of the trace cannot be used`);
  const texts: readonly [name: string, text: string, code: number, words: RegExp][] = [
    ["no text as type", changed(line.replace('"type":"DIAL_NUMBER"', '"type":{"a":7}')), 2, wrong],
    ["a type that is no value", changed(line.replace('"type":"DIAL_NUMBER"', '"type":{"$":"function"}')), 2, wrong],
    ["what JSON calls", changed(line.replace('"type":"DIAL_NUMBER",', '"type":"DIAL_NUMBER","toJSON":{"$":"function"},')), 0, /^$/],
    ["a shorter text", changed(line.replace('"DIAL_NUMBER"', '{"$":"text","length":-5}')), 1, /error DIFFERENT: /],
    ["fields that are none", changed(line.replace('"DIAL_NUMBER"', '{"$":"object","fields":[null,7,[]]}')), 2, wrong],
    ["an unknown table", changed(line.replace('"message":', '"constructor":')), 0, /^$/],
    ["deep JSON", changed(line.replace('"DIAL_NUMBER"', deep)), 2, wrong],
    ["deep JSON that does not end", changed("[".repeat(1_000_000)), 2, wrong],
    ["a negative time", changed(line.replace(/"at":\d+/, '"at":-1')), 2, wrong],
    ["a time that is no date", changed(line.replace(/"at":\d+/, '"at":1e300')), 2, wrong],
    ["an origin that is no text", changed(line.replace('"https://app.hubspot.com"', "{}")), 2, wrong],
    ["a payload that is null", changed(line.replace(/\{"message".*\}\]/, "null]")), 2, wrong],
    ["escape sequences in the header", [header.replace(/"build":"\w+"/, '"build":"\\u001b[2J"'), ...lines].join("\n"), 2, /error USAGE: line 1 of the trace/],
    ["another header", [header.replace('"isMasked":true', '"isMasked":"\\u009b2J"'), ...lines].join("\n"), 2, /error USAGE: line 1 of the trace/],
  ];
  for (const [name, text, code, words] of texts) {
    const path = await file("any.jsonl", text);
    for (const args of [["replay", path], ["replay", path, "--steps"], ["replay", path, "--json"], ["trace", "to-test", path]]) {
      const ended = await run([COMMAND, ...args]);

      assert.equal(ended.code, args[0] === "trace" && code === 1 ? 0 : code, `${name}: ${ended.err}`);
      assert.doesNotMatch(ended.err, /INTERNAL|^ +at /m, name);
      if (args.length === 2) {
        assert.match(ended.err, words, name);
      }
    }
  }
});

test("a file that is too long is not read to its end", async () => {
  const path = await file("long.jsonl", "");
  await truncate(path, 2 ** 30);

  const { code, out, err } = await run([COMMAND, "replay", path]);

  assert.deepEqual([code, out], [2, ""]);
  assert.match(err, /error USAGE: .*long\.jsonl has more than 64 MiB/);
  await truncate(path, 0);
});

test("a file that holds no trace, and arguments that are none, are refused", async () => {
  const empty = await file("empty.jsonl", "");
  const refused: readonly [args: readonly string[], words: RegExp][] = [
    [["replay", empty], /error USAGE: line 1 of the trace cannot be used: it is no object of JSON/],
    [["replay", join(FOLDER, "none.jsonl")], /error USAGE: .*none\.jsonl cannot be read: name the file of a trace/],
    [["replay", empty, empty], /error USAGE: replay takes one FILE/],
    [["trace", "to-test"], /error USAGE: trace to-test takes FILE/],
    [["trace", "to-test", empty, "--runner", "ava"], /error USAGE: --runner is not one of vitest, jest, node/],
  ];
  for (const [args, words] of refused) {
    const { code, out, err } = await run([COMMAND, ...args]);
    assert.deepEqual([code, out], [2, ""], args.join(" "));
    assert.match(err, words);
  }
});
