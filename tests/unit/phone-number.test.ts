// The target of each way to write a number in a CRM, and the number of a caller.
import assert from "node:assert/strict";
import { test } from "node:test";
import { inspect } from "node:util";

import { UserAgent } from "sip.js";

import { callerNumber, dialTarget } from "../../pkg/src/phone/number.ts";
import { callerOf, sipAddress } from "../../pkg/src/phone/sip.ts";

const NANP = "+12025550123";

/** Input, dialled target, extension that is not dialled; without a target nothing is dialled. */
const NUMBERS: readonly (readonly [input: unknown, target?: string, extension?: string])[] = [
  // One number, however it is written.
  ["+1 (202) 555-0123", NANP],
  [" 202.555.0123 ", "2025550123"],
  ["(+1) [202] 555 0123", NANP],
  ["+ 1 202 555 0123", NANP],
  ["112", "112"],
  ["100", "100"],
  ["011 44 20 7946 0958", "011442079460958"],
  ["9 011 44 20 7946 0958", "9011442079460958"],
  ["00 44 20 7946 0958", "00442079460958"],
  ["0049170 1234567", "00491701234567"],
  ["+49 115", "+49115"],
  ["+683 4002", "+6834002"],
  // The trunk prefix, which only Italy's numbers keep.
  ["+44 (0)20 7946 0958", "+442079460958"],
  ["+44(0) 20 7946 0958", "+442079460958"],
  ["0044 (0)20 7946 0958", "00442079460958"],
  ["44 (0)20 7946 0958", "442079460958"],
  ["+39 (0)6 6982 1234", "+390669821234"],
  ["(0)30 1234567", "0301234567"],
  // A slash behind an area code.
  ["030/123 45 67", "0301234567"],
  ["+49 (0) 221 / 4710-123", "+492214710123"],
  ["202/555-0123", "2025550123"],
  // Marks that copying adds, and digits of other scripts.
  ["\u202a+1 202\u00a0555\u20110123\u202c", NANP],
  ["\ufeff+1\u2009202\u2013555\u22120123\u200b", NANP],
  ["+1\u00ad202\u00ad5550123", NANP],
  ["\uff0b\uff11\uff08\uff12\uff10\uff12\uff09\u3000\uff15\uff15\uff15\uff0d\uff10\uff11\uff12\uff13", NANP],
  ["+\u0661\u0662\u0660\u0662\u0665\u0665\u0665\u0660\u0661\u0662\u0663", NANP],
  ["+\u06f1\u06f2\u06f0\u06f2\u06f5\u06f5\u06f5\u06f0\u06f1\u06f2\u06f3", NANP],
  ["+\u0967\u0968\u0966\u0968\u096b\u096b\u096b\u0966\u0967\u0968\u0969", NANP],
  ["03\u30fc1234\u30fc5678", "0312345678"],
  // An extension is separate.
  ...["x55", " x 55", " ext. 55", " Ext 55", ", ext: 55", " (ext. 55)", " extension 55", " EXTN.55", " xt 55", " x#55", " #55", "#55", ";ext=55", ";ext=55;isub=1", ",55", ",,55#", ";55"].map(
    (suffix) => [`+1 202 555 0123${suffix}`, NANP, "55"] as const,
  ),
  ["555-0123 x55", "5550123", "55"],
  ["+1 202 555 0123,,123456789#", NANP, "123456789"],
  ["1-800-FLOWERS ext 7", "18003569377", "7"],
  ["*67 202 555 0123 x55"],
  ["100 x5"],
  // A whole number in letters.
  ["1-800-FLOWERS", "18003569377"],
  ["+1 (800) FLOWERS", "+18003569377"],
  ["800 go fedex", "8004633339"],
  ["1-800-4MY-XBOX", "18004699269"],
  ["1-800-CONTACTS", "18002668228"],
  ["1-212-MUFFINS", "12126833467"],
  ["0800 REVERSE", "08007383773"],
  // Words are no numbers.
  ...["n/a", "TBD", "unknown", "none", "call me maybe, please!", "FLOWERS", "202 unknown", "030 unbekannt", "800 ask", "javascript:alert(1)", "Tel. 202 555 0123"].map((word) => [word] as const),
  ...[" (mobile)", " mobile", " cell", " or 0124", " / 0124", ", 0124", "; 0124", " DO NOT CALL", " x", " ext", " ext 5 or 6", " x55 x56", "?", " fax 55", "%"].map((suffix) => [`+1 202 555 0123${suffix}`] as const),
  // Two numbers are not one.
  ...[" / ", "/", ", ", ",", "; ", ";", " or ", " ", "\n", "\t", " - ", "|", " & "].flatMap((between) => [
    [`+1 202 555 0123${between}+1 202 555 0124`] as const,
    [`2025550123${between}2025550124`] as const,
    [`5550123${between}5550124`] as const,
    [`555-0123${between}555-0124`] as const,
  ]),
  ["5550123/24"],
  ["100/101"],
  ["0123/0124"],
  ["030/123456/7"],
  // Service codes.
  ["*67 202 555 0123", "*672025550123"],
  ["#31#2025550123", "#31#2025550123"],
  ["*31#+49 170 1234567", "*31#+491701234567"],
  ["*21#", "*21#"],
  ["1234#2025550123", "1234#2025550123"],
  // Addresses.
  ["sip:ada@example.com", "sip:ada@example.com"],
  ["SIPS:ada@example.com;transport=tls", "SIPS:ada@example.com;transport=tls"],
  ["\u202asip:ada@example.com\u202c", "sip:ada@example.com"],
  ["sip:"],
  ["sip:a b@example.com"],
  ["sip:ada@example.com>\r\nVia: x"],
  ["ada@example.com"],
  ["tel:+1-202-555-0123;phone-context=example.com", NANP],
  ["tel:+1-202-555-0123;ext=55;phone-context=example.com", NANP, "55"],
  ["TEL://+1%20202%20555%200123", NANP],
  ["tel:%2331%232025550123", "#31#2025550123"],
  ["tel:7042;phone-context=example.com", "7042"],
  ["tel:%0d%0aVia"],
  // Too short, too long, no country, or no text.
  ...["", " ", "+", "-", "+1", "+1 202 555 012", "+1 202 555 01234", "+0 202 555 0123", "+0044 20 7946 0958", "++12025550123", "1+2", "1234567890123456", "+4412345678901234", "1".repeat(1e6), "*", `*${"1".repeat(32)}`].map((text) => [text] as const),
  ...["2025550123.0", "2.025550123E9", "1.2025550123E+10", "+1202555012\u00b3", "+1202555012\u2462"].map((cell) => [cell] as const),
  ...[null, undefined, {}, 2025550123, ["112"]].map((value) => [value] as const),
];

test("what is dialled is the one number that is meant, or nothing", () => {
  for (const [input, target, extension] of NUMBERS) {
    assert.deepEqual(dialTarget(input), target === undefined ? undefined : { target, ...(extension === undefined ? {} : { extension }) }, inspect(input).slice(0, 60));
  }
});

// RFC 3261, 19.1.2: of a number's characters, the user part escapes only the hash.
test("the address of a number has its hash escaped, and SIP.js reads it", () => {
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
test("who calls is the address it comes from, and where that has no number the one that is asserted", () => {
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
