// The replay of a recorded session gives the same outputs, byte for byte; the recording is
// masked.
import assert from "node:assert/strict";
import { afterEach, test } from "node:test";

import { CallingError, type default as CallingExtensions, type OptionsInput } from "calling-widget-sdk";
import { createHost, type TestHost } from "calling-widget-sdk/testing";
import { recorder, replayTrace, type TraceRecorder } from "calling-widget-sdk/trace";

import { phone, session } from "../support/traces.ts";

let host: TestHost = createHost();

afterEach(() => {
  host.uninstall();
});

test("two hundred sessions give the same again, byte for byte", async () => {
  let steps = 0;
  let messages = 0;
  for (let seed = 1; seed <= 200; seed += 1) {
    for (const text of await session(seed)) {
      for (const step of replayTrace(text).steps()) {
        assert.equal(step.replayed, step.recorded, `seed ${seed}, line ${step.line} (${step.input})`);
        steps += 1;
        messages += step.messages.length;
      }
      assert.doesNotMatch(text, /Lovelace|people\.example|202\D*555\D*01|no room for/, `seed ${seed}`);
    }
  }
  assert.ok(steps > 4_000 && messages > 2_000, `${steps} steps, ${messages} messages`);
});

function open(options: Partial<OptionsInput> = {}): CallingExtensions {
  host = createHost({ trace: recorder(), withinMs: 500 }).install();
  return phone(options);
}

function compared(text: string): string[] {
  return [...replayTrace(text).steps()].filter(({ isSame }) => !isSame).map(({ line, input }) => `${line} ${input}`);
}

test("a trap is the last step of a recording", async () => {
  const cti = open();
  await host.ready();
  host.faults.trap();
  cti.userAvailable();
  cti.userUnavailable();

  const steps = [...replayTrace(cti.exportTrace()).steps()];

  // The test caused the trap: replayed, the input does not trap.
  const last = steps.pop();
  assert.deepEqual([last?.input, last?.recorded, last?.isSame], ["send", "trap", false]);
  assert.ok(steps.every(({ isSame }) => isSame));
});

test("a step has the messages of both halves in order", async () => {
  const cti = open();
  await host.ready();
  host.dial("+12025550123");
  await host.expect("OUTGOING_CALL_STARTED");
  await host.clock.advance(0);

  const crossed = [cti.exportTrace(), host.page.exportTrace()].map((text) =>
    [...replayTrace(text).steps()].flatMap(({ messages }) => messages.map(({ from, message }) => `${from} ${message.type}`)),
  );

  assert.deepEqual(crossed[0], [
    "host SYNC", "widget SYNC_ACK", "widget INITIALIZED", "host DIAL_NUMBER", "widget OUTGOING_CALL_STARTED",
    "host CREATE_ENGAGEMENT_SUCCEEDED", "host ENGAGEMENT_CREATED",
  ]);
  assert.deepEqual(crossed[1], crossed[0]);
});

test("types that are no texts are replayed, and in no file", async () => {
  for (const debugMode of [false, true]) {
    const cti = open({ debugMode });
    await host.ready();
    for (const type of [7, Number.NaN, true, null, [], { a: "b" }, { $: "text", length: 9 }, ["DIAL_NUMBER"]]) {
      for (const more of [{}, { $: type }]) {
        const message = { type, messageId: "w_1", data: { phoneNumber: "+12025550123", type }, ...more } as never;
        host.page.sendMessage(message);
        cti.sendMessage(message);
        cti.iFrameManager.onMessage({ origin: "https://app.hubspot.com", data: message });
      }
      await host.clock.advance(10);
    }
    host.dial("+12025550123");
    await host.expect("OUTGOING_CALL_STARTED");

    for (const text of [cti.exportTrace(), host.page.exportTrace()]) {
      assert.deepEqual(compared(text), []);
      assert.match(text, /"type":\{"\$":"symbol"\}/);
      // Verbatim: a number, a list and so on.
      assert.throws(() => replayTrace(text.replace('"type":{"$":"symbol"}', '"type":7')), /the type of its message is no text/);
    }
    host.uninstall();
  }
});

test("a trace of another core's is read, and what differs is named", async () => {
  const cti = open();
  await host.ready();
  const text = cti.exportTrace();
  const other = text.replace(/"build":"\w+"/, '"build":"00000000"').replace('["state","ready"]', '["state","waiting"]');

  assert.equal(replayTrace(text).isSameBuild, true);
  assert.deepEqual(compared(text), []);
  assert.equal(replayTrace(other).isSameBuild, false);
  assert.deepEqual(compared(other), ["5 receive"]);
});

test("a hostile line is replayed as it stands", async () => {
  const cti = open();
  await host.ready();
  host.dial("+12025550123");
  await host.expect("OUTGOING_CALL_STARTED");
  const text = cti.exportTrace();
  for (const [from, to] of [
    ['"type":"DIAL_NUMBER",', '"type":"DIAL_NUMBER","toJSON":{"$":"function"},'],
    ['"type":"DIAL_NUMBER",', '"type":"DIAL_NUMBER","hasOwnProperty":"***#c",'],
    ['"DIAL_NUMBER"', '{"$":"text","length":-5}'],
    ['"DIAL_NUMBER"', '{"$":"text","length":1e300}'],
  ] as const) {
    assert.ok(text.includes(from), from);
    // The orders show it: they hold what came in.
    assert.notDeepEqual(compared(text.replace(from, to)), [], to);
  }
});

test("a recording ends at its length, and can be replayed", async () => {
  const cti = open({ trace: recorder({ maxLength: 3_000 }) });
  await host.ready();
  for (let dialled = 0; dialled < 20; dialled += 1) {
    host.dial(`+120255501${10 + dialled}`);
    await host.clock.advance(0);
  }
  const trace = replayTrace(cti.exportTrace());

  assert.equal(trace.isCut, true);
  assert.ok(cti.exportTrace().length < 3_200);
  assert.ok([...trace.steps()].length > 3);
  assert.deepEqual(compared(cti.exportTrace()), []);
});

test("a recording is asked for, and masked by default", async () => {
  const silent = open({ trace: undefined });
  await host.ready();
  assert.equal(silent.exportTrace(), "");
  host.uninstall();

  const cti = open({ trace: recorder({ redact: false }) });
  await host.ready();
  cti.incomingCall({ externalCallId: "call-1", fromNumber: "+12025550123", toNumber: "+12025550199" });
  await host.clock.advance(0);

  assert.match(cti.exportTrace(), /"isMasked":false[^]*\+12025550123/);
  assert.match(host.page.exportTrace(), /\+\*{7}0123/);
});

test("a text that is no trace is refused by its line", () => {
  host = createHost();
  const header = JSON.stringify({ trace: "calling-widget-sdk", format: 2, side: "widget", build: "", isMasked: true });
  const refused: readonly [text: string, words: RegExp][] = [
    ["", /^line 1 .*no object of JSON/],
    ["[]", /^line 1 .*no header of format 2/],
    ['{"trace":"calling-widget-sdk","format":1,"side":"widget"}', /^line 1 .*no header of format 2/],
    [header.replace('"side":"widget"', '"side":"crm"'), /^line 1 .*neither "widget" nor "host"/],
    [`${header}\n{"at":0`, /^line 2 .*no object of JSON/],
    [`${header}\nnull`, /^line 2 .*no object of JSON/],
    [`${header}\n{"at":0,"in":["explode"]}`, /^line 2 .*no input of this version/],
    [`${header}\n{"at":0,"in":["constructor"]}`, /^line 2 .*no input of this version/],
    [`${header}\n{"at":0,"in":["detach"],"out":[]}`, /^line 2 .*no input of this version/],
    [`${header}\n{"at":0,"in":["receive",1,"https://a.example",7],"out":[]}`, /^line 2 .*payload of it is no object/],
    [`${header}\n{"at":0,"in":["receive",1,7,{}],"out":[]}`, /^line 2 .*field 2 is of another kind/],
    ...["7", "null", "[]", '{"a":7}', '{"$":"function"}', '{"$":"NaN"}', '{"$":"object"}', "true"].map(
      (type): [string, RegExp] => [`${header}\n{"at":0,"in":["receive",1,"https://a.example",{"type":${type}}],"out":[]}`, /^line 2 .*the type of its message is no text/],
    ),
    [`${header}\n{"at":-1,"in":["welcome"],"out":[]}`, /^line 2 .*its time is none/],
    [`${header}\n{"at":9e15,"in":["welcome"],"out":[]}`, /^line 2 .*its time is none/],
    [`${header}\n{"at":"1","in":["welcome"],"out":[]}`, /^line 2 .*its time is none/],
    [`${header}\n\n{"at":0,"in":["welcome"],"out":[]}`, /^line 2 .*no object of JSON/],
    [`${header}\n{}`, /^line 2 /],
    [`${header}\n${header}`, /^line 2 /],
    [`${header}\n{"at":0,"in":["welcome"],"out":${"[".repeat(200)}${"]".repeat(200)}}`, /^line 2 .*nests deeper than 128 levels/],
    [`${header}\n${"[".repeat(1_000_000)}`, /^line 2 .*nests deeper/],
    [header.replace('"build":""', '"build":"\\u001b[2J"'), /^line 1 .*no header of format 2/],
    [header.replace('"build":""', '"build":7'), /^line 1 .*no header of format 2/],
  ];
  for (const [text, words] of refused) {
    assert.throws(() => replayTrace(text), (error) => {
      assert.ok(error instanceof CallingError);
      assert.equal(error.code, "INVALID_TRACE");
      assert.match(error.message, words);
      return true;
    });
  }
});

test("the option is checked, and the error names it", () => {
  host = createHost({ trace: true as unknown as TraceRecorder });
  assert.throws(() => recorder({ maxLength: 0 }), /^CallingError: maxLength is 0;/);
  assert.throws(() => recorder({ redact: "no" as unknown as boolean }), /^CallingError: redact is "no";/);
  for (const [trace, words] of [[true, /trace is true; pass recorder\(\)/], [{ maxLength: 5 }, /trace is \[object Object\]; pass recorder\(\)/]] as const) {
    assert.throws(() => phone({ trace: trace as unknown as TraceRecorder }), words);
  }
  assert.throws(() => host.install(), /^CallingError: trace is true;/);
  assert.doesNotThrow(() => phone({ trace: false as unknown as undefined }));
});
