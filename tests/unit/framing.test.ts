// The rules for framing a page, by CSP level 3 and the HTML standard.
import assert from "node:assert/strict";
import { test } from "node:test";

import { frameRefusal, policies } from "../../pkg/command/framing.ts";

const OWN = "https://phone.example";
const HOST = "https://app-eu1.hubspot.com";

function isRefused(headers: Record<string, string | string[]>, host = HOST): boolean {
  return frameRefusal(headers, OWN, host) !== undefined;
}

test("a page without either header may be framed", () => {
  assert.equal(isRefused({}), false);
  assert.equal(isRefused({ "content-security-policy": "script-src 'self'" }), false);
});

test("X-Frame-Options refuses other origins", () => {
  assert.equal(isRefused({ "x-frame-options": "DENY" }), true);
  assert.equal(isRefused({ "x-frame-options": "SameOrigin" }), true);
  assert.equal(isRefused({ "x-frame-options": "SAMEORIGIN" }, OWN), false);
  assert.equal(isRefused({ "x-frame-options": "DENY" }, OWN), true);
  // Browsers ignore unknown values.
  assert.equal(isRefused({ "x-frame-options": "ALLOW-FROM https://app.hubspot.com" }), false);
});

test("frame-ancestors goes before X-Frame-Options", () => {
  const headers = { "x-frame-options": "DENY", "content-security-policy": "frame-ancestors https://*.hubspot.com" };

  assert.equal(isRefused(headers), false);
});

test("every policy has to allow the host", () => {
  const both = { "content-security-policy": ["frame-ancestors *", "frame-ancestors 'self'"] };

  assert.equal(isRefused(both), true);
  assert.equal(isRefused({ "content-security-policy": "frame-ancestors *, default-src 'self'" }), false);
});

for (const [list, host, isAllowed] of [
  ["*", HOST, true],
  ["'none'", HOST, false],
  ["", HOST, false],
  ["'self'", HOST, false],
  ["'self'", OWN, true],
  ["https:", HOST, true],
  ["http:", HOST, true],
  ["https:", "http://localhost:8140", false],
  ["https://*.hubspot.com", HOST, true],
  ["*.hubspot.com", HOST, true],
  ["https://*.hubspot.com", "https://hubspot.com", false],
  ["https://app.hubspot.com", HOST, false],
  ["https://app-*.hubspot.com", HOST, false],
  ["http://*.hubspot.com", HOST, true],
  ["HTTPS://APP-EU1.HUBSPOT.COM/", HOST, true],
  ["https://app-eu1.hubspot.com:8443", HOST, false],
  ["http://localhost:*", "http://localhost:8140", true],
  ["http://localhost:8140", "http://localhost:8140", true],
  ["http://localhost", "http://localhost:8140", false],
  ["http://[::1]:8140", "http://[::1]:8140", true],
  ["hubspot.com.evil.example", HOST, false],
] as const) {
  test(`"frame-ancestors ${list}" ${isAllowed ? "allows" : "refuses"} ${host}`, () => {
    const refusal = frameRefusal({ "content-security-policy": `frame-ancestors ${list}` }, OWN, host);

    assert.equal(refusal === undefined, isAllowed, refusal?.why);
  });
}

test("the first directive of a name counts", () => {
  const [policy] = policies("frame-ancestors 'none'; Frame-Ancestors *; ;");

  assert.deepEqual([...(policy ?? [])], [["frame-ancestors", ["'none'"]]]);
});
