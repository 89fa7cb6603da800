// The browser's reasons for a widget that did not load. The events are observed of Chromium 150;
// `tests/consumers/playwright/failures.spec.ts` has some of them in a browser.
import assert from "node:assert/strict";
import { EventEmitter } from "node:events";
import { test } from "node:test";

import type { Page } from "@playwright/test";

import { BrowserReasons } from "../../pkg/src/playwright/reasons.js";

const HOST = "https://crm.example";
const WIDGET = "http://localhost:5173/phone?name=Ada";
const SCRIPT = "http://localhost:5174/phone.js?name=Ada";

type Event = readonly [event: string, value: unknown];

const request = (url: string, errorText = "") => ({ url: () => url, failure: () => ({ errorText }), resourceType: () => (url === WIDGET ? "document" : url === SCRIPT ? "script" : "image") });
const failed = (url: string, errorText: string): Event => ["requestfailed", request(url, errorText)];
const answered = (url: string, status: number): Event => ["response", { url: () => url, status: () => status, request: () => request(url) }];
const printed = (text: string, type = "error"): Event => ["console", { type: () => type, text: () => text }];

/** An event in the page, and the reason reported; none if it does not show the cause. */
const ROWS: readonly (readonly [event: Event, said: RegExp | undefined])[] = [
  [failed(WIDGET, "net::ERR_CONNECTION_REFUSED"), /phone was not loaded: .*; nothing listens there: start the app before its tests$/],
  [failed(WIDGET, "net::ERR_BLOCKED_BY_LOCAL_NETWORK_ACCESS_CHECKS"), /LOCAL_NETWORK_ACCESS_CHECKS; use Playwright 1\.58 or later/],
  [failed(WIDGET, "net::ERR_CERT_AUTHORITY_INVALID"), /; set ignoreHTTPSErrors, or serve a certificate/],
  [failed(WIDGET, "net::ERR_BLOCKED_BY_RESPONSE"), /; allow https:\/\/crm\.example in its frame-ancestors, and send no X-Frame-Options; if the page around it sends Cross-Origin-Embedder-Policy/],
  [failed(SCRIPT, "net::ERR_BLOCKED_BY_RESPONSE.NotSameOrigin"), /phone\.js was not loaded: .*; send Cross-Origin-Resource-Policy: cross-origin there, or no Cross-Origin-Embedder-Policy in/],
  [failed(SCRIPT, "net::ERR_BLOCKED_BY_RESPONSE.NotSameOriginAfterDefaultedToSameOriginByCoep"), /; send Cross-Origin-Resource-Policy: cross-origin there/],
  [failed(SCRIPT, "csp"), /phone\.js was not loaded: csp; allow it in the Content Security Policy/],
  [failed(WIDGET, "net::ERR_EMPTY_RESPONSE"), /phone was not loaded: net::ERR_EMPTY_RESPONSE$/],
  [failed(WIDGET, "net::ERR_ABORTED"), undefined],
  [failed("http://localhost:5173/a.png", "net::ERR_CONNECTION_REFUSED"), undefined],
  [answered(WIDGET, 500), /phone answers 500; correct widgetUrl, or what the page names/],
  [answered(WIDGET, 200), undefined],
  [answered("http://localhost:5173/a.png", 404), undefined],
  [printed(`Framing 'http://localhost:5173/' violates the following Content Security Policy directive: "frame-src 'none'". The request has been blocked.\n`), /Framing .* "frame-src 'none'"/],
  [printed(`Connecting to '${WIDGET}' violates the following Content Security Policy directive: "connect-src 'none'".`), /Connecting to 'http:\/\/localhost:5173\/phone' .*connect-src/],
  [["pageerror", new TypeError("phone is not a function")], /the page threw TypeError: phone is not a function$/],
  [["pageerror", new DOMException("Access is denied for this document.", "SecurityError")], /SecurityError: Access .*; if the browser blocks the storage .*, set hostOrigin/],
  [printed("Failed to fetch Ada"), undefined],
  [printed("[calling-widget-sdk] ORIGIN_REFUSED: a host's origin is not allowed. (https://crm.example)", "warning"), /ORIGIN_REFUSED: .*crm\.example/],
  [printed("Content Security Policy of Ada", "log"), undefined],
];

test("each event has its reason, without personal data", () => {
  for (const [[name, value], said] of ROWS) {
    const page = new EventEmitter();
    const reasons = new BrowserReasons(page as unknown as Page, HOST);

    page.emit(name, value);

    assert.equal(reasons.lines.length, said === undefined ? 0 : 2, String(said));
    assert.match(reasons.lines[1] ?? "", said ?? /^$/);
    assert.doesNotMatch(reasons.lines.join("\n"), /Ada/);
  }
});
