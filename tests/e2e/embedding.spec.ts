// Pages with restrictions on what they embed: a call goes through in each.
import { said, say, synced } from "./support/by-hand.ts";
import { CALL } from "./support/phone-call.ts";
import { expect, test, type PageSource } from "./support/test.ts";

type Headers = Readonly<Record<string, string>>;

/** The embedding of the widget, the headers of both pages, and a check of the case. */
type Place = {
  readonly host?: Headers;
  readonly widget?: Headers;
  readonly attributes?: string;
  /** Evaluated in the widget, to verify that the case is what its name says. */
  readonly holds: () => boolean | Promise<boolean>;
};

const PLACES: Readonly<Record<string, Place>> = {
  "a sandbox with scripts and the page's own origin": {
    attributes: 'sandbox="allow-scripts allow-same-origin"',
    // A sandbox without it opens no window.
    holds: () => window.open("about:blank") === null,
  },
  "a page isolated from other origins": {
    host: { "cross-origin-opener-policy": "same-origin", "cross-origin-embedder-policy": "require-corp" },
    widget: { "cross-origin-embedder-policy": "require-corp", "cross-origin-resource-policy": "cross-origin" },
    attributes: 'allow="cross-origin-isolated"',
    holds: () => window.crossOriginIsolated,
  },
  "pages that send no referrer": {
    host: { "referrer-policy": "no-referrer" },
    holds: () => document.referrer === "",
  },
  "the strictest policy that allows WebAssembly": {
    widget: { "content-security-policy": "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'" },
    holds: () => fetch(location.href).then(
      () => false,
      () => true,
    ),
  },
};

/** Ways to create a page of the host's origin without an address. */
const WRITERS: Readonly<Record<string, (frame: HTMLIFrameElement, text: string) => void>> = {
  srcdoc: (frame, text) => {
    frame.srcdoc = text;
  },
  "document.write": (frame, text) => {
    frame.contentDocument?.open();
    // oxlint-disable-next-line typescript/no-deprecated -- pages that do so are what is tested
    frame.contentDocument?.write(text);
    frame.contentDocument?.close();
  },
};

test("a session in a page that srcdoc or document.write makes", async ({ page, site }) => {
  const phone = new URL(
    site.page("crm.test", {
      libraries: ["sdk"],
      main: () => {
        window.cti = new window.sdk.default({ eventHandlers: {} });
      },
    }),
  ).pathname;
  for (const [name, write] of Object.entries(WRITERS)) {
    await test.step(name, async () => {
      await page.goto(site.page("crm.test", { libraries: [], body: "<iframe></iframe>" }));

      const text = await page.evaluate(async (path) => (await fetch(path)).text(), phone);
      await page.evaluate(`(${String(write)})(document.querySelector("iframe"), ${JSON.stringify(text)})`);
      await page.waitForFunction(() => window.frames[0]?.cti !== undefined);
      await page.evaluate(() => {
        window.frames[0]?.postMessage({ type: "SYNC", messageId: "h-1", portalId: 1, userId: 2 }, location.origin);
      });

      await page.waitForFunction(() => window.frames[0]?.cti.state === "ready");
      expect(await page.evaluate(() => window.frames[0]?.cti.diagnostics().hostOrigin)).toBe(new URL(page.url()).origin);
    });
  }
});

test("a call in each page that restricts what it embeds", async ({ page, site }) => {
  for (const [name, { host, widget, attributes, holds }] of Object.entries(PLACES)) {
    await test.step(name, async () => {
      const phone: PageSource = {
        libraries: ["sdk", "app"],
        main: () => {
          window.startApp({ hostOrigin: `http://localhost:${location.port}` });
        },
        headers: widget ?? {},
      };
      // Both are on this machine, which browsers trust like https.
      const url = site.page("phone.localhost", phone);
      const body = `<iframe src="${url}" ${attributes ?? ""}></iframe>`;
      await page.goto(site.page("localhost", { libraries: [], body, headers: host ?? {} }));

      await say(page, url, "SYNC", synced(page), "INITIALIZED");
      await say(page, url, "DIAL_NUMBER", { data: { phoneNumber: "+12025550143" } }, "OUTGOING_CALL_STARTED");
      await say(page, url, "CREATE_ENGAGEMENT_SUCCEEDED", { data: { externalCallId: "call-0143", engagementId: 7 } }, "CALL_COMPLETED");

      expect((await said(page)).map(({ type }) => type), name).toEqual(CALL);
      const frame = page.frames()[1];
      expect(await frame?.evaluate(holds), name).toBe(true);
      expect(await frame?.evaluate(() => window.cti.state)).toBe("ready");
    });
  }
});
