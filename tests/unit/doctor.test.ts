// The rules of `npx calling-widget-sdk doctor`, each over the answers of a page.
import assert from "node:assert/strict";
import { test } from "node:test";

import type { Facts, Finding } from "../../pkg/command/doctor/finding.ts";
import { RULES, findings } from "../../pkg/command/doctor/rules.ts";
import type { Headers, Visit } from "../../pkg/command/visit.ts";
import { HOSTILE_PAGES, written } from "./hostile.ts";

const URL_OF_PAGE = "https://phone.example/widget";

/** A page that has nothing to change; each case changes one thing. */
const GOOD: Headers = {
  "content-type": "text/html; charset=utf-8",
  "content-security-policy": "script-src 'self' 'wasm-unsafe-eval'; frame-ancestors 'self' https://*.hubspot.com",
};

type Case = {
  url?: string;
  headers?: Record<string, string | string[] | undefined>;
  body?: string;
  status?: number;
  before?: readonly { url: string; headers?: Headers }[];
  settings?: Facts["settings"];
  hosts?: readonly string[];
};

function facts({ url = URL_OF_PAGE, headers = {}, body = "<script></script>", status = 200, before = [], settings, hosts = [] }: Case): Facts {
  const all = { ...GOOD, ...headers };
  const page: Visit = { url, status, headers: all, body };
  const earlier = before.map((visit) => ({ status: 302, headers: {}, body: "", ...visit }));
  return {
    visits: [...earlier, page] as unknown as Facts["visits"],
    hosts: ["https://app.hubspot.com", "https://app-eu1.hubspot.com", ...hosts],
    settings,
  };
}

/** The levels of a rule's findings. */
function levels(rule: string, given: Case): readonly string[] {
  return found(rule, given).map(({ level }) => level);
}

function found(rule: string, given: Case): readonly Finding[] {
  return findings(facts(given)).filter((finding) => finding.rule === rule);
}

test("a page as it should be has no problem and no note", () => {
  assert.deepEqual(
    findings(facts({})).filter(({ level }) => level !== "ok"),
    [],
  );
});

test("every problem says what to change", () => {
  for (const [rule, , given] of CASES) {
    for (const finding of found(rule, given)) {
      assert.ok(finding.level !== "problem" || (finding.change ?? "") !== "", JSON.stringify(finding));
    }
  }
});

test("every rule has a case with and one without a finding", () => {
  for (const name of Object.keys(RULES)) {
    const all = CASES.filter(([rule]) => rule === name).map(([, expected]) => expected);
    assert.ok(all.some((expected) => expected.some((level) => level !== "ok")), `${name} never finds anything`);
    assert.ok(all.some((expected) => expected.every((level) => level === "ok")), `${name} always finds something`);
  }
});

const SETTINGS = { url: URL_OF_PAGE, isReady: true };

/** A rule, its findings, and their input. */
const CASES: readonly (readonly [rule: string, expected: readonly string[], given: Case])[] = [
  ["status", ["ok"], {}],
  ["status", ["problem"], { status: 404 }],
  ["status", ["problem"], { status: 403 }],
  ["status", ["problem"], { status: 204 }],
  ["status", ["problem"], { status: 302 }],
  ["status", ["problem"], { status: 302, headers: { location: "app://phone" } }],

  ["redirects", [], {}],
  ["redirects", ["note"], { before: [{ url: "https://phone.example/" }] }],
  ["redirects", ["problem"], { before: [{ url: "https://www.phone.example/widget" }] }],
  ["redirects", ["problem"], { before: [{ url: "http://phone.example/widget" }] }],
  ["redirects", ["problem", "note"], { before: [{ url: "https://www.phone.example/" }, { url: "https://phone.example/" }] }],

  ["https", ["ok"], {}],
  ["https", ["problem"], { url: "http://phone.example/" }],
  ["https", ["note"], { url: "http://localhost:5173/" }],
  ["https", ["problem"], { url: "http://localhost.phone.example/" }],

  ["content-type", ["ok"], {}],
  ["content-type", ["ok"], { headers: { "content-type": "application/xhtml+xml" } }],
  ["content", [], {}],
  ["content", ["problem"], { body: "" }],
  ["content", ["problem"], { body: " \n" }],
  ["content", [], { body: "", status: 404 }],

  ["content-type", ["problem"], { headers: { "content-type": "application/json" } }],
  ["content-type", ["problem"], { headers: { "content-type": undefined } }],
  ["content-type", ["problem"], { headers: { "content-disposition": 'attachment; filename="x"' } }],

  ["framing", ["ok"], {}],
  ["framing", ["problem"], { headers: { "content-security-policy": "frame-ancestors 'self'" } }],
  ["framing", ["problem"], { headers: { "content-security-policy": "frame-ancestors https://app.hubspot.com" } }],
  ["framing", ["problem"], { hosts: ["https://crm.example"] }],
  ["framing", ["problem"], { headers: { "content-security-policy": undefined, "x-frame-options": "SAMEORIGIN" } }],
  ["framing", ["note"], { headers: { "content-security-policy": undefined } }],
  ["framing", ["note"], { headers: { "content-security-policy": undefined }, body: '<meta http-equiv="Content-Security-Policy" content="frame-ancestors https://*.hubspot.com">' }],

  ["sandbox", [], {}],
  ["sandbox", ["ok"], { headers: { "content-security-policy": "sandbox allow-scripts allow-same-origin" } }],
  ["sandbox", ["problem"], { headers: { "content-security-policy": "sandbox allow-scripts" } }],
  ["sandbox", ["problem"], { headers: { "content-security-policy": "sandbox" } }],

  ["script-src", ["ok"], {}],
  ["script-src", ["ok"], { headers: { "content-security-policy": "frame-ancestors *" } }],
  ["script-src", ["ok"], { headers: { "content-security-policy": "script-src 'unsafe-eval'" } }],
  ["script-src", ["ok"], { headers: { "content-security-policy": "default-src 'none'; script-src 'wasm-unsafe-eval'" } }],
  ["script-src", ["problem"], { headers: { "content-security-policy": "script-src 'self'" } }],
  ["script-src", ["problem"], { headers: { "content-security-policy": "default-src 'self'" } }],
  ["script-src", ["problem"], { headers: { "content-security-policy": ["script-src 'wasm-unsafe-eval'", "script-src 'self'"] } }],
  ["script-src", ["ok"], { body: `<!-- <meta http-equiv="content-security-policy" content="script-src 'self'"> -->` }],
  ["script-src", ["problem"], { body: `<meta http-equiv="content-security-policy" content="script-src 'self'">` }],

  ["permissions-policy", ["ok"], {}],
  ["permissions-policy", ["ok"], { headers: { "permissions-policy": "camera=(), microphone=(self), autoplay=*" } }],
  ["permissions-policy", ["ok"], { headers: { "permissions-policy": 'microphone=("https://phone.example")' } }],
  ["permissions-policy", ["problem"], { headers: { "permissions-policy": "camera=(), microphone=()" } }],
  ["permissions-policy", ["problem"], { headers: { "permissions-policy": 'microphone=("https://other.example")' } }],
  ["permissions-policy", ["problem"], { headers: { "feature-policy": "camera 'self'; microphone 'none'" } }],
  ["permissions-policy", ["note", "note"], { headers: { "permissions-policy": "autoplay=(), speaker-selection=()" } }],

  ["cookies", [], {}],
  ["cookies", ["ok"], { headers: { "set-cookie": ["sid=secret; Secure; SameSite=None; Partitioned"] } }],
  ["cookies", ["note"], { headers: { "set-cookie": ["sid=secret; SameSite=None; Secure; Path=/"] } }],
  ["cookies", ["problem"], { headers: { "set-cookie": ["sid=secret; HttpOnly"] } }],
  ["cookies", ["problem"], { headers: { "set-cookie": ["sid=secret; SameSite=Lax; Secure"] } }],
  ["cookies", ["problem", "ok"], { headers: { "set-cookie": ["a=SameSite=None; SameSite=None", "b=1; Secure; SameSite=None; Partitioned"] } }],
  ["cookies", ["problem"], { before: [{ url: "https://phone.example/", headers: { "set-cookie": ["sid=secret"] } }] }],

  ["settings-url", [], {}],
  ["settings-url", ["ok"], { settings: SETTINGS }],
  ["settings-url", ["ok"], { settings: { ...SETTINGS, url: "HTTPS://PHONE.example:443/widget" } }],
  ["settings-url", ["problem"], { settings: { ...SETTINGS, url: "https://phone.example/" } }],
  ["settings-url", ["problem"], { settings: {} }],
  ["settings-is-ready", ["ok"], { settings: SETTINGS }],
  ["settings-is-ready", ["note"], { settings: { ...SETTINGS, isReady: false } }],
];

for (const name of Object.keys(RULES)) {
  test(`the rule ${name} finds what its cases say`, () => {
    for (const [, expected, given] of CASES.filter(([rule]) => rule === name)) {
      assert.deepEqual(levels(name, given), expected, JSON.stringify([given, found(name, given)]));
    }
  });
}

test("a cookie is named, and its value is not shown", () => {
  const [finding] = found("cookies", { headers: { "set-cookie": ["sid=secret"] } });

  assert.match(finding?.text ?? "", /\bsid\b/);
  assert.doesNotMatch(JSON.stringify(finding), /secret/);
});

test("every host that is refused is named", () => {
  const [finding] = found("framing", { hosts: ["https://crm.example"], headers: { "content-security-policy": "frame-ancestors 'self'" } });

  assert.match(finding?.text ?? "", /app\.hubspot\.com, https:\/\/app-eu1\.hubspot\.com, https:\/\/crm\.example/);
  assert.match(finding?.change ?? "", /frame-ancestors 'self' https:\/\/\*\.hubspot\.com https:\/\/crm\.example"/);
});

/** Pages on which a scanner that looks for the end of each beginning anew would take minutes. */
for (const page of HOSTILE_PAGES) {
  test(`a page of ${page.name} is looked at once`, { timeout: 120_000 }, () => {
    const body = written(page);
    assert.ok(findings(facts({ body })).length > 0);
  });
}
