import type { Page, Request } from "@playwright/test";

import { attempt } from "../shared/attempt.js";

/** The browser's reports of a widget that does not load, for the error of a test. */
export class BrowserReasons {
  private readonly reasons = new Set<string>();

  /** Listens to the page, and to the frames in it, until the page is closed. */
  constructor(page: Page, host: string) {
    page.on("requestfailed", (request) => {
      const error = request.failure()?.errorText ?? "";
      if (isNeeded(request) && !error.includes("ERR_ABORTED")) {
        const [, advice] = ADVICE.find(([name]) => error.includes(name)) ?? [];
        this.add(`${placeOf(request.url())} was not loaded: ${error}${advice === undefined ? "" : `; ${advice(host)}`}`);
      }
    });
    page.on("response", (response) => {
      if (response.status() >= 400 && isNeeded(response.request())) {
        this.add(`${placeOf(response.url())} answers ${response.status()}; correct widgetUrl, or what the page names`);
      }
    });
    page.on("console", (message) => {
      if (["error", "warning"].includes(message.type()) && POLICIES.test(message.text())) {
        this.add(message.text());
      }
    });
    page.on("pageerror", ({ name, message }) => {
      const advice = name === "SecurityError" ? "; if the browser blocks the storage of a frame from another site, set hostOrigin to one of the app's site" : "";
      this.add(POLICIES.test(message) ? message : `the page threw ${name}: ${message}${advice}`);
    });
  }

  /** Forgets the reports of an earlier load. */
  clear(): void {
    this.reasons.clear();
  }

  /** The first few reports, one per line. */
  get lines(): readonly string[] {
    return this.reasons.size === 0 ? [] : ["The browser says:", ...[...this.reasons].map((reason) => `- ${reason}`)];
  }

  private add(reason: string): void {
    if (this.reasons.size < MOST) {
      this.reasons.add(oneLine(reason));
    }
  }
}

/** True for requests that a widget cannot start without: its page, its scripts and its module. */
function isNeeded(request: Request): boolean {
  return ["document", "script"].includes(request.resourceType()) || placeOf(request.url()).endsWith(".wasm");
}

/** An address without its personal parts. */
export function placeOf(url: string): string {
  const parsed = attempt(() => new URL(url));
  if (parsed === undefined) {
    return "an address that cannot be read";
  }
  const { origin, pathname } = parsed;
  return origin === "null" ? "an address that is not http" : origin + pathname;
}

/** A text of the browser, shortened to one line, without the queries of its addresses. */
function oneLine(text: string): string {
  const shown = text.slice(0, 10 * LONGEST).replace(/[?#][^\s'"]*/g, "").replace(/[\p{Cc}\p{Bidi_Control}\u2028\u2029]+/gu, " ");
  return shown.length > LONGEST ? `${shown.slice(0, LONGEST)}...` : shown;
}

/** Advice by the network's names of errors. */
const ADVICE: readonly (readonly [name: string, advice: (host: string) => string])[] = [
  ["ERR_CONNECTION_REFUSED", () => "nothing listens there: start the app before its tests"],
  ["ERR_NAME_NOT_RESOLVED", () => "correct widgetUrl"],
  ["ERR_CERT_", () => "set ignoreHTTPSErrors, or serve a certificate that the browser trusts"],
  ["LOCAL_NETWORK_ACCESS", () => "use Playwright 1.58 or later, with which this fixture allows it"],
  // Playwright's name for it in Chromium.
  ["csp", () => "allow it in the Content Security Policy of the page that loads it"],
  // Behind the dot is Chromium's reason, which is never framing; for a page there is none.
  ["ERR_BLOCKED_BY_RESPONSE.", () => "send Cross-Origin-Resource-Policy: cross-origin there, or no Cross-Origin-Embedder-Policy in the page that loads it"],
  ["ERR_BLOCKED_BY_RESPONSE", (host) => `allow ${host} in its frame-ancestors, and send no X-Frame-Options; if the page around it sends Cross-Origin-Embedder-Policy, send that too, and Cross-Origin-Resource-Policy: cross-origin`],
];

/** What the SDK says, and the browser of policies that keep something from loading or starting. */
const POLICIES = /^\[calling-widget-sdk\]|Content.Security.Policy|X-Frame-Options|frame-ancestors|WebAssembly|MIME type|CORS policy|local network|private network/i;

const MOST = 5;
const LONGEST = 400;
