// The rules of `npx calling-widget-sdk doctor`, each over the answers of a page.
import assert from "node:assert/strict";
import { test } from "node:test";

import type { Facts, Finding } from "../../pkg/command/doctor/finding.ts";
import { scripts, tags, wasmFiles, withoutComments } from "../../pkg/command/doctor/page.ts";
import { RULES, findings } from "../../pkg/command/doctor/rules.ts";
import type { Headers, Visit } from "../../pkg/command/visit.ts";
import { HOSTILE_PAGES, written } from "./hostile.ts";

const URL_OF_PAGE = "https://phone.example/widget";

/** A page that has nothing to change; each case changes one thing. */
const GOOD: Headers = {
  "content-type": "text/html; charset=utf-8",
  "content-security-policy": "script-src 'self' 'wasm-unsafe-eval'; frame-ancestors 'self' https://*.hubspot.com",
  "strict-transport-security": "max-age=31536000",
};

type Case = {
  url?: string;
  headers?: Record<string, string | string[] | undefined>;
  body?: string;
  status?: number;
  before?: readonly { url: string; headers?: Headers }[];
  modules?: readonly Visit[];
  settings?: Facts["settings"];
  hosts?: readonly string[];
};

function facts({ url = URL_OF_PAGE, headers = {}, body = "<script></script>", status = 200, before = [], modules = [], settings, hosts = [] }: Case): Facts {
  const all = { ...GOOD, ...headers };
  const page: Visit = { url, status, headers: all, body };
  const earlier = before.map((visit) => ({ status: 302, headers: {}, body: "", ...visit }));
  return {
    visits: [...earlier, page] as unknown as Facts["visits"],
    hosts: ["https://app.hubspot.com", "https://app-eu1.hubspot.com", ...hosts],
    modules,
    settings,
  };
}

function module(url: string, headers: Headers, status = 200): Visit {
  return { url, status, headers, body: "" };
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
  for (const { name } of RULES) {
    const all = CASES.filter(([rule]) => rule === name).map(([, expected]) => expected);
    assert.ok(all.some((expected) => expected.some((level) => level !== "ok")), `${name} never finds anything`);
    assert.ok(all.some((expected) => expected.every((level) => level === "ok")), `${name} always finds something`);
  }
});

const WASM = "application/wasm";
const SETTINGS = { url: URL_OF_PAGE, isReady: true, width: 400, height: 600 };

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

  ["hsts", ["ok"], {}],
  ["hsts", ["note"], { headers: { "strict-transport-security": undefined } }],
  ["hsts", [], { url: "http://localhost/", headers: { "strict-transport-security": undefined } }],

  ["content-type", ["ok"], {}],
  ["content-type", ["ok"], { headers: { "content-type": "application/xhtml+xml" } }],
  ["content", [], {}],
  ["content", ["problem"], { body: "" }],
  ["content", ["problem"], { body: " \n" }],
  ["content", [], { body: "", status: 404 }],

  ["content-type", ["problem"], { headers: { "content-type": "application/json" } }],
  ["content-type", ["problem"], { headers: { "content-type": undefined } }],
  ["content-type", ["problem"], { headers: { "content-disposition": 'attachment; filename="x"' } }],

  ["charset", ["ok"], {}],
  ["charset", ["ok"], { headers: { "content-type": "text/html" }, body: '<!doctype html><meta charset="UTF-8">' }],
  ["charset", ["ok"], { headers: { "content-type": "text/html" }, body: '<meta http-equiv="content-type" content="text/html; charset=utf-8">' }],
  ["charset", ["note"], { headers: { "content-type": "text/html" } }],
  ["charset", ["note"], { headers: { "content-type": "text/html; charset=iso-8859-1" } }],
  // Browsers look at the first 1024 bytes.
  ["charset", ["note"], { headers: { "content-type": "text/html" }, body: `${" ".repeat(1100)}<meta charset="utf-8">` }],

  ["framing", ["ok"], {}],
  ["framing", ["problem"], { headers: { "content-security-policy": "frame-ancestors 'self'" } }],
  ["framing", ["problem"], { headers: { "content-security-policy": "frame-ancestors https://app.hubspot.com" } }],
  ["framing", ["problem"], { hosts: ["https://crm.example"] }],
  ["framing", ["problem"], { headers: { "content-security-policy": undefined, "x-frame-options": "SAMEORIGIN" } }],
  ["framing", ["note"], { headers: { "content-security-policy": undefined } }],
  ["framing", ["note"], { headers: { "content-security-policy": undefined }, body: '<meta http-equiv="Content-Security-Policy" content="frame-ancestors https://*.hubspot.com">' }],

  ["x-frame-options", [], {}],
  ["x-frame-options", ["note"], { headers: { "x-frame-options": "ALLOW-FROM https://app.hubspot.com" } }],
  ["x-frame-options", ["note"], { headers: { "x-frame-options": "DENY" } }],

  ["sandbox", [], {}],
  ["sandbox", ["ok"], { headers: { "content-security-policy": "sandbox allow-scripts allow-same-origin" } }],
  ["sandbox", ["problem"], { headers: { "content-security-policy": "sandbox allow-scripts" } }],
  ["sandbox", ["problem"], { headers: { "content-security-policy": "sandbox" } }],

  ["frame-busting", [], {}],
  ["frame-busting", [], { body: "<script>if (top.location == self.location) start();</script>" }],
  ["frame-busting", ["note"], { body: "<script>if (top !== self) top.location = self.location;</script>" }],

  ["script-src", ["ok"], {}],
  ["script-src", ["ok"], { headers: { "content-security-policy": "frame-ancestors *" } }],
  ["script-src", ["ok"], { headers: { "content-security-policy": "script-src 'unsafe-eval'" } }],
  ["script-src", ["ok"], { headers: { "content-security-policy": "default-src 'none'; script-src 'wasm-unsafe-eval'" } }],
  ["script-src", ["problem"], { headers: { "content-security-policy": "script-src 'self'" } }],
  ["script-src", ["problem"], { headers: { "content-security-policy": "default-src 'self'" } }],
  ["script-src", ["problem"], { headers: { "content-security-policy": ["script-src 'wasm-unsafe-eval'", "script-src 'self'"] } }],
  ["script-src", ["problem"], { body: `<meta http-equiv="content-security-policy" content="script-src 'self'">` }],

  ["wasm-files", [], {}],
  ["wasm-files", ["ok"], { modules: [module("https://phone.example/a.wasm", { "content-type": WASM })] }],
  ["wasm-files", ["problem"], { modules: [module("https://phone.example/a.wasm", { "content-type": "application/octet-stream" })] }],
  ["wasm-files", ["problem"], { modules: [module("https://phone.example/a.wasm", {}, 404)] }],
  ["wasm-files", ["problem"], { modules: [module("https://cdn.example/a.wasm", { "content-type": WASM })] }],
  ["wasm-files", ["ok"], { modules: [module("https://cdn.example/a.wasm", { "content-type": WASM, "access-control-allow-origin": "*" })] }],

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

  ["isolation", [], {}],
  ["isolation", [], { headers: { "cross-origin-opener-policy": "same-origin-allow-popups", "cross-origin-resource-policy": "cross-origin" } }],
  ["isolation", ["note"], { headers: { "cross-origin-opener-policy": "same-origin" } }],
  ["isolation", ["note"], { headers: { "cross-origin-embedder-policy": 'require-corp; report-to="x"' } }],
  ["isolation", ["note"], { headers: { "cross-origin-resource-policy": "same-origin" } }],

  ["mixed-content", ["ok"], {}],
  ["mixed-content", ["ok"], { body: '<a href="http://other.example">x</a><!-- <script src="http://x.example/a.js"></script> --><link rel="canonical" href="http://x.example/">' }],
  ["mixed-content", ["problem"], { body: '<script src="http://cdn.example/a.js"></script>' }],
  ["mixed-content", ["problem"], { body: "<link href=http://cdn.example/a.css rel=stylesheet>" }],
  ["mixed-content", [], { url: "http://localhost/", body: '<script src="http://cdn.example/a.js"></script>' }],

  ["settings-url", [], {}],
  ["settings-url", ["ok"], { settings: SETTINGS }],
  ["settings-url", ["ok"], { settings: { ...SETTINGS, url: "HTTPS://PHONE.example:443/widget" } }],
  ["settings-url", ["problem"], { settings: { ...SETTINGS, url: "https://phone.example/" } }],
  ["settings-url", ["problem"], { settings: {} }],
  ["settings-is-ready", ["ok"], { settings: SETTINGS }],
  ["settings-is-ready", ["note"], { settings: { ...SETTINGS, isReady: false } }],
  ["settings-size", ["ok"], { settings: SETTINGS }],
  ["settings-size", ["note"], { settings: { url: URL_OF_PAGE } }],
  ["settings-size", ["problem"], { settings: { ...SETTINGS, width: 40 } }],
];

for (const { name } of RULES) {
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

test("scripts and wasm files are found in a page and its scripts", () => {
  const html = `<link rel="preload" as="fetch" href="/a/core.wasm"><script src='/main.js?x=1&amp;y=2'></script>
    <link rel=modulepreload href=/chunk.js><link rel="stylesheet" href="/x.css"><script>init("./widget.wasm?v=1")</script>`;

  assert.deepEqual(scripts(html), ["/main.js?x=1&y=2", "/chunk.js"]);
  assert.deepEqual(wasmFiles(html), ["/a/core.wasm", "./widget.wasm?v=1"]);
  assert.deepEqual(wasmFiles('new URL("core-abc.wasm",import.meta.url);x="no.wasm.js"'), ["core-abc.wasm"]);
});

test("the page is scanned as browsers read it", () => {
  const names = (html: string): readonly string[] => tags(html, ["script", "img", "meta"]).map(({ name, attributes }) => `${name} ${JSON.stringify(attributes)}`);

  assert.deepEqual(names('<IMG a = "x>y" b=\'z\' c=d/e f>'), ['img {"a":"x>y","b":"z","c":"d/e","f":""}']);
  assert.deepEqual(names('<script>"<img>"</script><img>'), ["script {}", "img {}"]);
  assert.deepEqual(names("<!--><img><!-- <img> --><img a=1 a=2><!-- <img>"), ["img {}", 'img {"a":"1"}']);
  // The text ends in no tag.
  assert.deepEqual(names('<img a="b'), []);
  assert.deepEqual(names("<img a"), []);
  assert.equal(withoutComments("a<!-- b -->c<!-->d<!-- e"), "acd");
});

/** Pages on which a scanner that looks for the end of each beginning anew would take minutes. */
for (const page of HOSTILE_PAGES) {
  test(`a page of ${page.name} is looked at once`, { timeout: 120_000 }, () => {
    const body = written(page);
    assert.ok(findings(facts({ body })).length > 0);
    assert.ok(scripts(body).length + wasmFiles(body).length <= body.length / 5);
  });
}
