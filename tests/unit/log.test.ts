import assert from "node:assert/strict";
import { test, type TestContext } from "node:test";

import { Log, masked } from "../../pkg/src/shared/log.js";
import type { Logger } from "../../pkg/src/shared/types.js";

/** A logger that records its lines, by level. */
function recorder(): Logger & { lines: [level: string, line: unknown[]][] } {
  const lines: [string, unknown[]][] = [];
  const at =
    (level: string) =>
    (...line: unknown[]): void => {
      lines.push([level, line]);
    };
  return { lines, log: at("log"), debug: at("debug"), warn: at("warn"), error: at("error") };
}

const call = {
  type: "OUTGOING_CALL_STARTED",
  data: {
    externalCallId: "c-1",
    fromNumber: "+1 (202) 555-0143",
    toNumber: 12025550117,
    createEngagement: true,
    dialingContext: { phoneNumber: "+12025550117", objectType: "CONTACT", objectId: 501 },
    crmNote: "call Maria back",
    more: [{ email: "maria@example.com" }],
  },
};

test("numbers keep four digits, and unknown names are hidden", () => {
  assert.deepEqual(masked(call, "", 0), {
    type: "OUTGOING_CALL_STARTED",
    data: {
      externalCallId: "***",
      fromNumber: "+* (***) ***-0143",
      toNumber: "*******0117",
      createEngagement: true,
      dialingContext: { phoneNumber: "+*******0117", objectType: "CONTACT", objectId: 501 },
      "***": "***",
      "***#2": [{ email: "***" }],
    },
  });
});

test("a number keeps its punctuation; any other value is hidden whole", () => {
  for (const [value, shown = "***"] of [
    ["+1 (202) 555.0143 X7", "+* (***) ***.*143 X7"],
    ["*67#,,1202555/0143;9", "***#,,*******/*143;9"],
    ["", ""],
    [12025550143n, "*******0143"],
    ["sip:alice.smith@corp.example"],
    ["Alice Smith <+12025550143>"],
    ["tel:+12025550143"],
    ["+1 202 555 0143 ext. 7"],
    ["\u0661\u0662\u0660\u0662\u0665\u0665\u0665\u0660\u0661\u0664\u0663"],
    ["\uff0b\uff11\uff12\uff10\uff12\uff15\uff15\uff15\uff10\uff11\uff14\uff13"],
    [1.2e25],
  ] as const) {
    assert.deepEqual(masked({ phoneNumber: [value] }, "", 0), { phoneNumber: [shown] });
  }
});

test("a value that nests without end is cut", () => {
  const cycle: Record<string, unknown> = {};
  cycle["in"] = cycle;

  assert.match(JSON.stringify(masked(cycle, "", 0)), /\*\*\*/);
});

test("debug mode writes lines at once, in order", () => {
  const logger = recorder();
  const log = new Log({ isVerbose: () => true, redact: true, logger });

  log.message("[sdk]", "To", "CALL_DATA", { type: "CALL_DATA" });
  log.message("[sdk]", "To", "Ada", { type: "Ada" });

  assert.deepEqual(logger.lines, [
    ["log", ["[sdk]", "To", "CALL_DATA", { type: "CALL_DATA" }]],
    ["log", ["[sdk]", "To", "***", { type: "***" }]],
  ]);
});

/** A log that gathers lines, with a clock that is moved by hand. */
function gathering(context: TestContext) {
  context.mock.timers.enable({ apis: ["setTimeout"] });
  const logger = recorder();
  const { lines } = logger;
  const log = new Log({ isVerbose: () => false, redact: false, logger });
  return {
    log,
    lines,
    heard: (count: number): void => {
      for (let at = 0; at < count; at += 1) log.message("[sdk]", "To", "A", call);
    },
    /** Lets time pass; returns the number of lines. */
    after: (time: number): number => {
      context.mock.timers.tick(time);
      return lines.length;
    },
  };
}

test("lines are gathered until half a second without messages", (context) => {
  const { lines, heard, after } = gathering(context);

  heard(1);
  const counts = [after(499), after(1)];
  heard(1);
  counts.push(after(499));
  heard(24);
  counts.push(after(1), after(499), after(1), after(5000));

  assert.deepEqual(counts, [0, 1, 1, 1, 1, 26, 26]);
  assert.deepEqual(lines[0], ["debug", ["[sdk]", "To", "A", call]]);
});

test("a flood is bounded, in order, and counted", (context) => {
  const { log, lines, after } = gathering(context);

  let sent = 0;
  for (let round = 0; round < 30; round += 1) {
    for (let at = 0; at < 50; at += 1) {
      log.message("[sdk]", "To", String(sent), {});
      sent += 1;
    }
    after(400);
  }
  const counts = [lines.length];
  log.flush();
  counts.push(lines.length);
  log.message("[sdk]", "To", String(sent), {});
  after(500);
  after(500);

  assert.deepEqual([...counts, lines.length], [0, 201, 202]);
  assert.deepEqual(lines.slice(199), [
    ["debug", ["[sdk]", "To", "199", {}]],
    ["debug", [`[calling-widget-sdk] and ${sent - 200} more messages`]],
    ["debug", ["[sdk]", "To", String(sent), {}]],
  ]);
});

test("a code is printed with its sentence and its address", () => {
  const logger = recorder();
  const log = new Log({ isVerbose: () => false, redact: true, logger });

  log.diagnostic({ code: "STALE", level: "error", detail: "outgoingCall", count: 1 });

  assert.deepEqual(logger.lines, [
    ["error", ["[calling-widget-sdk] STALE: The start of a call was queued too long. (outgoingCall) https://calling-widget-sdk.github.io/calling-widget-sdk/reference/codes.html#stale"]],
  ]);
});
