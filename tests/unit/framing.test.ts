// The rules for framing a page, by CSP level 3 and the HTML standard.
import assert from "node:assert/strict";
import { test } from "node:test";

import { frameRefusal, policies } from "../../pkg/command/framing.ts";

const OWN = "https://phone.example";
const HOST = "https://app-eu1.hubspot.com";

test("the policy goes before the older header", () => {
  for (const [headers, isExpected, host] of [
    [{}, false],
    [{ "content-security-policy": "script-src 'self'" }, false],
    [{ "x-frame-options": "DENY" }, true],
    [{ "x-frame-options": "DENY" }, true, OWN],
    [{ "x-frame-options": "SameOrigin" }, true],
    [{ "x-frame-options": "SAMEORIGIN" }, false, OWN],
    // Browsers ignore unknown values.
    [{ "x-frame-options": "ALLOW-FROM https://app.hubspot.com" }, false],
    // The policy goes before the older header, and each policy has to allow the host.
    [{ "x-frame-options": "DENY", "content-security-policy": "frame-ancestors https://*.hubspot.com" }, false],
    [{ "content-security-policy": ["frame-ancestors *", "frame-ancestors 'self'"] }, true],
    [{ "content-security-policy": "frame-ancestors *, default-src 'self'" }, false],
  ] as const) {
    assert.equal(frameRefusal(headers as Record<string, string | string[]>, OWN, host ?? HOST) !== undefined, isExpected, JSON.stringify([headers, host]));
  }
});

test("frame-ancestors allows the hosts of its list", () => {
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
    const refusal = frameRefusal({ "content-security-policy": `frame-ancestors ${list}` }, OWN, host);

    assert.equal(refusal === undefined, isAllowed, JSON.stringify([list, host, refusal?.why]));
  }
});

test("the first directive of a name counts", () => {
  const [policy] = policies("frame-ancestors 'none'; Frame-Ancestors *; ;");

  assert.deepEqual([...(policy ?? [])], [["frame-ancestors", ["'none'"]]]);
});
