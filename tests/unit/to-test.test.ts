// Tests that are written from a recorded session: nothing of a stranger's trace runs in them,
// and they pass for an app that does nothing wrong, however fast its user is.
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { Script } from "node:vm";

import CallingExtensions from "calling-widget-sdk";
import { createHost, type TestHost } from "calling-widget-sdk/testing";
import { replayTrace, testOf } from "calling-widget-sdk/trace";

import { HOSTILE_TEXTS } from "./hostile.ts";

/** Below the workspace, so that a written test finds the package. */
const FOLDER = join(process.cwd(), "target/unit/to-test");

/** A session's traces, of both halves. */
async function recorded(session: (host: TestHost, cti: CallingExtensions) => Promise<void>, redact = true): Promise<readonly string[]> {
  const host = createHost({ trace: { redact } }).install();
  try {
    const cti: CallingExtensions = new CallingExtensions({
      logger: null,
      trace: { redact },
      eventHandlers: {
        onReady: () => {
          cti.initialized({ isLoggedIn: true, isAvailable: true });
        },
      },
    });
    await session(host, cti);
    return [cti.exportTrace(), host.page.exportTrace()];
  } finally {
    host.uninstall();
  }
}

/** What is left of a source without its comments and the contents of its literals. */
function skeleton(source: string): string {
  return source.replace(/"(?:[^"\\]|\\.)*"|\/\*[^]*?\*\/|\/\/.*/g, (whole) => (whole.startsWith('"') ? '""' : ""));
}

/** A session with this text in every place where a stranger writes. */
function sessionOf(text: string): Promise<readonly string[]> {
  return recorded(async (host, cti) => {
    await host.ready({ userId: 7 });
    host.page.sendMessage(JSON.parse(JSON.stringify({ type: `T${text}`, messageId: text, [text]: text, data: { [`n${text}`]: [text, { [`m${text}`]: text }] } })) as never);
    host.dial(`+1 202 ${text}`, { countryCode: text, toPhoneNumberSrc: text });
    cti.sendMessage({ type: `U${text}`, messageId: text, data: { [`n${text}`]: text } });
    cti.outgoingCall({ externalCallId: text, toNumber: text, createEngagement: true });
    cti.callEnded({ externalCallId: text, engagementId: text as never, callEndStatus: text as never });
    await host.clock.advance(10);
    cti.callCompleted({ externalCallId: text, hideWidget: text as never });
    await host.clock.advance(10);
  });
}

test("no text of a trace leaves its literal, whatever it is", async () => {
  const plain = (await sessionOf("plain")).map((text) => skeleton(testOf(replayTrace(text))));
  for (const text of HOSTILE_TEXTS.filter((text) => text !== "" && text !== "__proto__")) {
    for (const [at, trace] of (await sessionOf(text)).entries()) {
      // As a stranger would: without a mask, and saying that there is one.
      for (const forged of [trace, trace.replaceAll("***", JSON.stringify(text).slice(1, -1))]) {
        const source = testOf(replayTrace(forged), { app: text });

        assert.doesNotMatch(source, /[^\n -~]/, JSON.stringify(text));
        assert.equal(skeleton(source).replace(/call\d+/g, "call"), plain[at]?.replace(/call\d+/g, "call"), JSON.stringify(text));
        // It is a program, and all of it was printed by us.
        assert.ok(new Script(`(async () => {${source.replace(/^import .*$/gm, "")}})`));
      }
    }
  }
});

test("a field that every object has is one in a test, too", async () => {
  const [trace = ""] = await recorded(async (host) => {
    await host.ready();
    host.page.sendMessage(JSON.parse('{"type":"DIAL_NUMBER","data":{"phoneNumber":"+12025550143","__proto__":"Ada"}}') as never);
    await host.clock.advance(0);
  });

  const source = testOf(replayTrace(trace));

  assert.match(source, /host\.dial\(.*\["__proto__"\]: /);
  assert.doesNotMatch(source, /[^[]"__proto__":/);
});

test("nobody is in a test, also when the trace is not masked", async () => {
  for (const redact of [true, false]) {
    const traces = await recorded(async (host, cti) => {
      await host.ready({ userId: 7 });
      host.dial("+12025550143", { countryCode: "Ada" });
      cti.outgoingCall({ externalCallId: "Ada Lovelace", toNumber: "+12025550143", fromNumber: "12025550144", createEngagement: true });
      cti.sendMessage({ type: "ADA", data: { Ada: 12025550145 } });
      host.page.sendMessage({ type: "UPDATE_ENGAGEMENT_SUCCEEDED", data: { engagementId: 12025550146 } });
      host.page.sendMessage({ type: "VISIBILITY_CHANGED", data: { objectId: "12025550146", subjectId: 12025550146, isHidden: false } });
      host.page.sendMessage({ type: "ADA", data: { Ada: "ada@people.example", n: 12025550145, at: [12025550145] } });
      await host.clock.advance(10);
    }, redact);
    for (const trace of traces) {
      assert.equal(trace.includes("Ada Lovelace"), !redact);
      const source = testOf(replayTrace(trace));

      assert.match(source, /host\.dial\("\+1202555\d{4}"/);
      assert.doesNotMatch(source, /\bada|lovelace|people|2025550143|12025550144|12025550145|2025550146|[^d]0143/i);
      // One record stays one.
      assert.match(source, /"objectId": "900000001", "subjectId": 900000001/);
    }
  }
});

/** An app whose user answers and hangs up in the app; `user` is what calls that. */
const app = (user: string): string => `
import CallingExtensions from "calling-widget-sdk";

const id = "call-" + Math.random();
const answer = () => { cti.callAnswered({ externalCallId: id }); };
const hangUp = () => { cti.callEnded({ externalCallId: id, callEndStatus: "COMPLETED" }); cti.callCompleted({ externalCallId: id }); };
const cti = new CallingExtensions({
  logger: null,
  trace: true,
  eventHandlers: {
    onReady: () => { cti.initialized({ isLoggedIn: true, isAvailable: true }); },
    onDialNumber: ({ phoneNumber }) => {
      cti.outgoingCall({ externalCallId: id, toNumber: phoneNumber, createEngagement: true });
      ${user}
    },
    onEndCall: hangUp,
  },
});
globalThis.cti = cti;
`;

test("a test passes for an app that waits for its user, however fast the user was", async () => {
  await mkdir(FOLDER, { recursive: true });
  await writeFile(join(FOLDER, "app.mjs"), app(""));
  for (const [name, pace] of [["fast", 1], ["usual", 900], ["slow", 100_000]] as const) {
    const module = join(FOLDER, `${name}.mjs`);
    await writeFile(module, app(`setTimeout(answer, ${pace}); setTimeout(hangUp, ${2 * pace});`));
    const host = createHost({ trace: true }).install();
    let traces: readonly string[];
    try {
      await import(module);
      await host.ready({ userId: 7 });
      host.dial("+12025550123");
      await host.clock.advance(3 * pace);
      await host.expect("CALL_COMPLETED");
      traces = [(globalThis as unknown as { cti: CallingExtensions }).cti.exportTrace(), ...(pace < 100 ? [] : [host.page.exportTrace()])];
    } finally {
      host.uninstall();
    }
    for (const [at, trace] of traces.entries()) {
      const source = testOf(replayTrace(trace), { runner: "node", app: "./app.mjs" });
      const path = join(FOLDER, `${name}-${at}.test.mjs`);
      await writeFile(path, source);

      // The app's user does nothing in the test: up to there it is as it was.
      assert.match(source, /await host\.expect\("OUTGOING_CALL_STARTED"/);
      assert.match(source, /\/\/ The app sent the next message by itself: .*\n {2}if \(!\(await sends\("CALL_ANSWERED"/);
      assert.deepEqual(await run(["--test", path]), 0, source);
    }
  }
});

function run(args: readonly string[]): Promise<number> {
  // The runner of this test has marked the environment for the processes it starts itself.
  const env = { ...process.env };
  delete env["NODE_TEST_CONTEXT"];
  return new Promise((resolve) => {
    execFile(process.execPath, args, { env }, (error) => {
      resolve(typeof error?.code === "number" ? error.code : 0);
    });
  });
}
