// The check of a widget: its data, the report, and browsers. Every requirement is in
// tests/e2e/check.spec.ts, by a fault of an app.
import assert from "node:assert/strict";
import { test } from "node:test";

import { argumentsOf, candidates, findBrowser, namedProgram, thrownIn, type Start } from "../../tools/check/command/browser.ts";
import { failures, inOrder, summary, type Row } from "../../tools/conformance/report.ts";
import { asStrict, line, terminal } from "../../tools/check/command/report.ts";
import { FAULTS, FAULT_SETS } from "../e2e/support/checked/faults.ts";
import { RULES } from "../../tools/check/page/rules.ts";
import { FLOWS, REQUIREMENTS } from "../../tools/check/page/vectors.ts";

test("every requirement is decided by a step or a rule", () => {
  const ids = REQUIREMENTS.map(({ id }) => id);
  const decided = new Set(FLOWS.flatMap(({ steps }) => steps.flatMap((step) => step.for ?? [])));

  assert.equal(new Set(ids).size, ids.length);
  assert.deepEqual(REQUIREMENTS.filter(({ id, rule }) => (rule === undefined) !== decided.has(id)), []);
  assert.deepEqual([...decided].filter((id) => !ids.includes(id)), []);
  for (const { rule } of REQUIREMENTS) {
    assert.ok(rule === undefined || rule === "payload" || rule in RULES, rule);
  }
});

test("every flow begins with a page", () => {
  const decided = new Set(FLOWS.flatMap(({ steps }) => steps.flatMap((step) => step.for ?? [])));
  for (const { name, steps } of FLOWS) {
    assert.equal(steps[0]?.do, "open", name);
    for (const id of steps.flatMap((step) => (Array.isArray(step.orNotSeen) ? (step.orNotSeen as string[]) : []))) {
      assert.ok(decided.has(id), id);
    }
  }
  const named = new Set(FLOWS.flatMap(({ steps }) => steps.map((step) => step.as)));
  for (const { name, steps } of FLOWS) {
    for (const { check, do: act, from } of steps) {
      assert.ok((check === undefined || named.has(check)) && (from === undefined || act === "stranger" || named.has(from)), `${name}: ${check ?? ""} ${from ?? ""}`);
    }
  }
});

test("every fault of the tests' app is in a set of several", () => {
  assert.deepEqual(FAULT_SETS.flat().sort(), FAULTS.map(([fault]) => fault).sort());
});

const call = (type: string, externalCallId: unknown = "c"): object => ({ type, messageId: Math.random(), data: { externalCallId } });

// Each rule's plain faults are those of the app in tests/e2e/support/checked.
test("rules count each call's own messages", () => {
  for (const [rule, types, status] of [
    ["callOrder", ["OUTGOING_CALL_STARTED", "CALL_TRANSFERRED"], "passed"],
    ["callOrder", ["OUTGOING_CALL_STARTED", "CALL_TRANSFERRED", "CALL_COMPLETED"], "failed"],
    // Duplicates are for the next two rules.
    ["callOrder", ["OUTGOING_CALL_STARTED", "CALL_ENDED", "CALL_COMPLETED", "CALL_ENDED"], "passed"],
    // Another call with the same id.
    ["callOrder", ["OUTGOING_CALL_STARTED", "CALL_ENDED", "OUTGOING_CALL_STARTED", "CALL_ANSWERED"], "passed"],
    ["endedOnce", ["OUTGOING_CALL_STARTED", "CALL_ENDED", "OUTGOING_CALL_STARTED", "CALL_ENDED"], "passed"],
    // A call that was never started.
    ["endedOnce", ["CALL_ENDED", "CALL_ENDED"], "notSeen"],
    ["completedOnce", ["INCOMING_CALL", "CALL_COMPLETED"], "passed"],
  ] as const) {
    assert.equal(RULES[rule]?.([types.map((type) => call(type))]).status, status, types.join());
  }
  for (const rule of Object.values(RULES)) {
    assert.equal(rule([[], []]).status, "notSeen");
  }
});

const ROWS: readonly Row[] = [
  { id: "a.one", level: "must", title: "One", what: "It is <so>.", source: "reference", status: "passed" },
  { id: "a.two", level: "must", title: "Two", what: "It is \"so\" & so.", source: "reference", status: "failed", detail: 'data is "<b>\u0001"' },
  { id: "b.three", level: "should", title: "Three", what: "It is so.", source: "reference", status: "failed", detail: "no" },
  { id: "b.four", level: "must", title: "Four", what: "It is so.", source: "reference", status: "notSeen", detail: "none" },
];

test("a report has a line per requirement; only a must fails it", () => {
  assert.deepEqual(failures(ROWS).map(({ id }) => id), ["a.two"]);
  assert.equal(summary(ROWS), "1 failed, 1 not met, 1 not seen, 1 passed");
  assert.deepEqual(inOrder(ROWS).map((row) => line(row).slice(0, 9).trim()), ["failed", "not met", "not seen", "passed"]);
});

test("many rows that are not seen for one reason are one line", () => {
  const rows = ["a", "b", "c", "d"].map((id) => ({ ...ROWS[3], id, detail: "silence" }) as Row);

  assert.equal(terminal(rows).match(/^not seen/gm)?.length, 1);
  assert.match(terminal(rows), /^not seen {2}a {29}Four, and 3 more\n {10}silence$/m);
});

test("browsers are found on the path, the likeliest first", () => {
  const machine = (programs: readonly string[]) => ({ platform: "linux" as const, env: { PATH: "/usr/bin:/opt" }, isProgram: (path: string) => programs.includes(path) });

  assert.equal(findBrowser(machine(["/usr/bin/firefox", "/opt/chromium"])), "/opt/chromium");
  assert.equal(findBrowser(machine(["/usr/bin/firefox"])), "/usr/bin/firefox");
  assert.equal(findBrowser(machine([])), undefined);
  assert.ok(candidates({ platform: "darwin", env: {}, isProgram: () => false }).some((path) => path.includes("Google Chrome.app")));
  assert.deepEqual(candidates({ platform: "win32", env: { PROGRAMFILES: "C:\\P" }, isProgram: () => false })[0], "C:\\P\\Google\\Chrome\\Application\\chrome.exe");
});

test("a browser is named by its path, or by a name on the path", () => {
  const machine = { platform: "linux", env: { PATH: "/usr/bin:/opt" }, isProgram: (path: string) => path === "/opt/brave" } as const;

  assert.deepEqual(["/opt/brave", "brave", "./brave", "chrome", ""].map((text) => namedProgram(text, machine)), ["/opt/brave", "/opt/brave", undefined, undefined, undefined]);
});

test("each browser gets a profile, and a window only if asked for", () => {
  const start: Start = { address: "http://localhost:1/", profile: "/tmp/p", isHeaded: false, isRoot: false, acceptsAnyCertificate: false };

  const chrome = argumentsOf("/usr/bin/chromium", start);
  const firefox = argumentsOf("C:\\Mozilla Firefox\\firefox.exe", start);

  assert.ok(chrome.includes("--headless=new") && chrome.includes("--user-data-dir=/tmp/p") && !chrome.includes("--no-sandbox"));
  assert.deepEqual(firefox, ["--headless", "--no-remote", "--profile", "/tmp/p", "http://localhost:1/"]);
  assert.equal(chrome.at(-1), "http://localhost:1/");
  assert.ok(!argumentsOf("/usr/bin/chromium", { ...start, isHeaded: true }).includes("--headless=new"));
  assert.ok(argumentsOf("/usr/bin/chromium", { ...start, isRoot: true, acceptsAnyCertificate: true }).includes("--ignore-certificate-errors"));
});

test("a strict check fails for a must that was not seen", () => {
  const row = { title: "", what: "", source: "" };
  const rows: Row[] = [
    { ...row, id: "a.must", level: "must", status: "notSeen", detail: "the widget sent none" },
    { ...row, id: "a.should", level: "should", status: "notSeen" },
    { ...row, id: "a.met", level: "must", status: "passed" },
  ];

  const strict = asStrict(rows);

  assert.deepEqual(failures(rows), []);
  assert.deepEqual(failures(strict).map(({ id, detail }) => [id, detail]), [["a.must", "it was not seen: the widget sent none"]]);
});

test("a page's error is found in the browser's output", () => {
  const printed = (text: string): string => `[1:2:1127/110610.903149:INFO:CONSOLE:1] "${text}", source: http://localhost:5173/phone.js?name=Ada (12)\n`;

  assert.equal(thrownIn(`[1:2:ERROR:gpu] x\n${printed("a line of its own")}`), undefined);
  assert.equal(thrownIn(printed("loading") + printed("Uncaught TypeError: phone is not a function")), "Uncaught TypeError: phone is not a function (http://localhost:5173/phone.js (12))");
});
