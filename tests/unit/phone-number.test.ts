// The target of each way to write a number in a CRM, the number of a caller, and why a call was given up.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { inspect } from "node:util";

import { UserAgent } from "sip.js";

import { callerNumber, dialTarget } from "../../pkg/src/phone/number.ts";
import { callerOf, cancelCause, sipAddress } from "../../pkg/src/phone/sip.ts";

const NANP = "+12025550123";

/** Texts, the number that is dialled for each, and the extension that is not: the core compares them likewise. */
const NUMBERS = JSON.parse(readFileSync("tests/fixtures/numbers.json", "utf8")) as [input: string, target: string, extension?: string][];

/** Nothing is dialled for these. */
const NO_NUMBERS: readonly unknown[] = [
  "*67 202 555 0123 x55",
  "100 x5",
  // Words are no numbers.
  ...["n/a", "TBD", "unknown", "none", "call me maybe, please!", "1-800-FLOWERS", "202 unknown", "030 unbekannt", "800 ask", "javascript:alert(1)", "Tel. 202 555 0123"],
  ...[" (mobile)", " mobile", " cell", " or 0124", " / 0124", ", 0124", "; 0124", " DO NOT CALL", " x", " ext", " ext 5 or 6", " x55 x56", "?", " fax 55", "%"].map((suffix) => `+1 202 555 0123${suffix}`),
  // Two numbers are not one.
  ...[" / ", "/", ", ", ",", "; ", ";", " or ", " ", "\n", "\t", " - ", "|", " & "].flatMap((between) => [
    `+1 202 555 0123${between}+1 202 555 0124`,
    `2025550123${between}2025550124`,
    `5550123${between}5550124`,
    `555-0123${between}555-0124`,
  ]),
  "5550123/24",
  "100/101",
  "0123/0124",
  "030/123456/7",
  "sip:",
  "sip:a b@example.com",
  "sip:ada@example.com>\r\nVia: x",
  "ada@example.com",
  "tel:%0d%0aVia",
  // Too short, too long, no country, or no text.
  ...["", " ", "+", "-", "+1", "+1 202 555 012", "+1 202 555 01234", "+0 202 555 0123", "+0044 20 7946 0958", "++12025550123", "1+2", "1234567890123456", "+4412345678901234", "1".repeat(1e6), "*", `*${"1".repeat(32)}`],
  ...["2025550123.0", "2.025550123E9", "1.2025550123E+10", "+1202555012\u00b3", "+1202555012\u2462"],
  ...[null, undefined, {}, 2025550123, ["112"]],
];

test("a text is dialled as the one number it means, or not", () => {
  for (const [input, target, extension] of NUMBERS) {
    assert.deepEqual(dialTarget(input), { target, ...(extension === undefined ? {} : { extension }) }, inspect(input));
  }
  for (const input of NO_NUMBERS) {
    assert.equal(dialTarget(input), undefined, inspect(input).slice(0, 60));
  }
});

// RFC 3261, 19.1.2: of a number's characters, the user part escapes only the hash.
test("the address of a number has its hash escaped", () => {
  for (const [target, address] of [
    [NANP, "sip:+12025550123@example.com"],
    ["*672025550123", "sip:*672025550123@example.com"],
    ["#31#2025550123", "sip:%2331%232025550123@example.com"],
    ["sip:#31#2@other.example", "sip:%2331%232@other.example"],
  ] as const) {
    assert.equal(sipAddress(target, "example.com"), address);
    assert.equal(UserAgent.makeURI(address)?.toString(), address);
  }
});

test("a caller has a number, or none", () => {
  for (const [from, number = ""] of [
    [NANP, NANP],
    ["+12025550142;phone-context=example.com", "+12025550142"],
    ["sip:+12025550142@example.com", "+12025550142"],
    ["sips:%2B12025550142@example.com:5061", "+12025550142"],
    ["sip:+12025550142;phone-context=example.com@example.com", "+12025550142"],
    ["tel:+1-202-555-0142", "+12025550142"],
    ['"Ada <1>" <sip:+12025550142@example.com>;tag=1', "+12025550142"],
    ["100", "100"],
    ["(202) 555-0142", "2025550142"],
    ["sip:10.0.0.9"],
    ["sip:10.0.0.9;transport=ws"],
    ["sip:100"],
    ["anonymous"],
    ["sip:anonymous@anonymous.invalid"],
    ["client:ada"],
    ["ada"],
    ["1800FLOWERS"],
    ["Unknown"],
    [""],
    [null],
    [undefined],
    [{}],
  ] as const) {
    assert.equal(callerNumber(from), number, JSON.stringify(from));
  }
});

// RFC 3325: a trusted proxy asserts the caller's identity, unless the caller keeps that private.
test("a caller without a number is the one asserted", () => {
  const asserted = ['"sip:666@x" <sip:ada@example.com>, <tel:+1-202-555-0142>'];
  for (const [user, headers, from] of [
    [NANP, { "P-Asserted-Identity": asserted }, NANP],
    ["anonymous", { "P-Asserted-Identity": asserted }, "+1-202-555-0142"],
    ["anonymous", { "P-Asserted-Identity": asserted, Privacy: ["id"] }, "anonymous"],
    ["anonymous", { "P-Asserted-Identity": ["<sip:anonymous@example.com>", "<sip:+12025550142@example.com;user=phone>"] }, "+12025550142"],
    ["anonymous", { "P-Asserted-Identity": ["nonsense"] }, "anonymous"],
    ["ada", {}, "ada"],
    [undefined, {}, ""],
    [null, {}, ""],
  ] as const) {
    assert.equal(callerOf({ getHeaders: (name) => (headers as Record<string, readonly string[]>)[name] ?? [] }, user), from);
  }
});

// As servers send them (asterisk/asterisk#116).
test("a CANCEL has its cause by its reasons", () => {
  for (const [reasons, cause] of [
    [[], "canceled"],
    [['SIP;cause=200;text="Call completed elsewhere"'], "elsewhere"],
    [['SIP;cause=200;text="Call completed elsewhere"', "Q.850;cause=26"], "elsewhere"],
    [["Q.850;cause=16", "SIP ;cause=200"], "elsewhere"],
    [['Q.850;cause=16;text="Cleared, SIP;cause=603", SIP;text="elsewhere";cause=200'], "elsewhere"],
    [["Q.850;cause=26"], "elsewhere"],
    [["Q.850;cause=16", "SIP;cause=603"], "rejected"],
    [["Q.850;cause=16", "SIP;cause=2000", 'X;cause=1;text=", SIP;cause=200"'], "canceled"],
  ] as const) {
    assert.equal(cancelCause(reasons), cause, reasons.join());
  }
});
