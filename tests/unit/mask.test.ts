// The allow-list of shown data, in the log, the trace and the diagnostics.
import assert from "node:assert/strict";
import { afterEach, test } from "node:test";

import type { Diagnostic } from "calling-widget-sdk";
import { createHost, type TestHost } from "calling-widget-sdk/testing";
import { recorder, replayTrace } from "calling-widget-sdk/trace";

import { FIELD_NAMES, MESSAGE_TYPES, SHOWN, SHOWN_OF_RECORDS } from "../../pkg/src/generated/masks.js";
import { masked } from "../../pkg/src/shared/log.js";
import { Mask } from "../../pkg/src/trace/mask.js";
import { app } from "../support/app.ts";

let host: TestHost | undefined;

afterEach(() => {
  host?.uninstall();
  host = undefined;
});

/** Data that is shown nowhere, in any field. */
const PERSONAL: readonly (string | number)[] = [
  "Ada Lovelace",
  "ADA_LOVELACE",
  "ada_1",
  "ada@people.example",
  "+12025550123",
  "+1 (202) 555-0123",
  "12025550123x",
  "sip:12025550123@people.example",
  "https://people.example/ada?number=12025550123",
  "12025550123_1",
  "w12025550123",
  "h4915112345678_1",
  "0-12025550123",
  -12025550123,
  12025550123.5,
  1.2025550123e40,
];

/** Numbers of people, allowed only as identifiers of records. */
const NUMBERS: readonly (string | number)[] = ["12025550123", 12025550123, "4915112345678", 4915112345678, "2348031234567", 919876543210];

/** Fields of records' identifiers, which have the form of a phone number. */
const RECORDS = ["calleeId", "engagementId", "hs_call_callee_object_id", "objectId", "subjectId"];

const FIELDS = [...new Set(["type", "messageId", "data", "own", "", "__proto__", "constructor", ...FIELD_NAMES.split(" ")])];

const TRACES = /ada|lovelace|people|202\D*555\D*01|025550123|4915112345678|2348031234567|919876543210/i;

test("no field of any name shows who somebody is", () => {
  for (const field of FIELDS) {
    const isRecord = RECORDS.includes(field);
    for (const value of [...PERSONAL, ...(isRecord ? [] : NUMBERS)]) {
      const mask = new Mask(true);
      const message = JSON.parse(`{${JSON.stringify(field)}:${JSON.stringify(value)}}`) as object;
      const isAddress = typeof value === "string" && value.startsWith("https:");

      assert.doesNotMatch(JSON.stringify(masked(message, "", 0)), TRACES, `${field}: ${String(value)}`);
      // A trace shows an address's origin.
      assert.doesNotMatch(String(mask.leaf(field, value)).replace(isAddress ? "people" : "", ""), TRACES, `${field}: ${String(value)}`);
      assert.doesNotMatch(new Mask(true).name(String(value)), TRACES);
    }
  }
});

test("no field of a session's own records shows somebody", () => {
  for (const field of FIELDS.filter((name) => !RECORDS.includes(name) && name !== "id" && name !== "host")) {
    for (const value of [...PERSONAL, ...NUMBERS].filter((value) => !String(value).startsWith("https:"))) {
      assert.doesNotMatch(String(new Mask(true).leaf(field, value, true)), TRACES, `${field}: ${String(value)}`);
    }
  }
});

test("a value is shown in the form of its field alone", () => {
  const id = "0b8a1f6e-5d3c-4f0e-9a2b-1c3d4e5f6a7b";
  const shown: Readonly<Record<string, readonly (string | number | boolean)[]>> = {
    type: ["DIAL_NUMBER", "UNKNOWN_MESSAGE_TYPE"],
    messageId: ["4750820585242623_1", "hpy2zpmf4fbtzdg1t_12", "1700000000000_1700000000100", 7, id],
    externalCallId: ["7", 123456789, id, id.toUpperCase(), "wzbfwwgphyv0n0fem"],
    engagementId: [1, "123456789012"],
    portalId: [123456789],
    callStartTime: [1767225600000],
    hs_timestamp: ["1767225600000", "2026-01-01T00:00:00.000Z", "2026-01-01T01:00:00+01:00"],
    hs_call_duration: ["86400000"],
    width: [400, "400px", "100%"],
    callEndStatus: ["NO_ANSWER"],
    objectTypeId: ["0-1", "2-3453932"],
    version: ["0.9.7"],
    isAvailable: [true],
  };
  for (const [field, values] of Object.entries(shown)) {
    for (const value of values) {
      assert.deepEqual(masked({ [field]: value }, "", 0), { [field]: value });
    }
  }
  assert.deepEqual(masked({ callEndStatus: "CONNECTING", callStatus: "MISSED", width: 12345, hs_call_duration: "864000000", callStartTime: 9e11 }, "", 0), {
    callEndStatus: "***",
    callStatus: "***",
    width: "***",
    hs_call_duration: "***",
    callStartTime: "***",
  });
});

test("every form is bounded", () => {
  for (const [form, fields] of [...SHOWN, ...SHOWN_OF_RECORDS]) {
    assert.doesNotMatch(form.replace(/\\D\*|\[[^\]]*\]\*?/g, ""), /[*+]|,\}/, fields);
  }
});

/** A value in every field of the tables, and in an unknown one. */
function filled(value: unknown): object {
  const data = Object.fromEntries(FIELDS.filter((name) => !["__proto__", "type", "messageId", "data"].includes(name)).map((name) => [name, value]));
  return { ...data, type: value, [`${String(value)} `]: value, nested: { [String(value)]: [{ [String(value)]: value, externalCallId: value }] } };
}

test("a session full of personal data shows nobody", async () => {
  for (const value of [...PERSONAL, "12025550123 "]) {
    const seen: unknown[] = [];
    const log = (...line: unknown[]): void => {
      seen.push(line);
    };
    host = createHost({ trace: recorder(), withinMs: 200, lifecycle: "warn" }).install();
    const cti = app({
      trace: recorder(),
      debugMode: true,
      validate: "strict",
      resume: true,
      logger: { log, debug: log, warn: log, error: log },
      onDiagnostic: ({ code, detail }: Diagnostic) => log(code, detail),
      eventHandlers: {
        onDialNumber: () => {
          cti.outgoingCall({ externalCallId: String(value), toNumber: String(value), fromNumber: String(value), createEngagement: true });
        },
      },
    });
    host.page.on("diagnostic", ({ code, message }) => log(code, message));
    await host.ready({ userId: 7 });
    host.dial(String(value));
    await host.clock.advance(0);
    for (const type of [...MESSAGE_TYPES.split(" "), String(value)].filter((name) => !/^(?:SYNC|SYNC_ACK|SET_WIDGET_URL|READY)$/.test(name))) {
      host.page.sendMessage({ ...filled(value), type, messageId: value, data: filled(value) });
      cti.sendMessage({ ...filled(value), type, messageId: String(value), data: filled(value) });
      await host.clock.advance(0);
    }
    await host.clock.advance(40_000);

    for (const text of [cti.exportTrace(), host.page.exportTrace(), JSON.stringify([seen, cti.diagnostics(), host.page.diagnostics()])]) {
      // The build is eight digits of a hash, which may happen to spell a name.
      const shown = text.replaceAll("https://people.example", "").replace(/"build":"[\da-f]{8}"/, "");
      assert.doesNotMatch(shown, TRACES, String(value));
    }
    assert.ok(seen.length > 20);
    // A hidden number is no longer the text of its digits.
    for (const text of typeof value === "string" ? [cti.exportTrace(), host.page.exportTrace()] : []) {
      const different = [...replayTrace(text).steps()].filter(({ isSame }) => !isSame);
      assert.deepEqual(different.map(({ line, input, recorded, replayed }) => ({ line, input, recorded, replayed })), [], String(value));
    }
    host.uninstall();
  }
});
