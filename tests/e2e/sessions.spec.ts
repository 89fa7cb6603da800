// A widget ends in a session whenever its host will have one, and says what is
// missing when it will not: under our host and under the published SDK's.
import type { Frame, Page } from "@playwright/test";

import { expect, frameAt, test, type Site } from "./support/test.ts";

type Message = { type: string; messageId: string; data?: unknown };

/** The hosts every session has to come about with. */
const HOSTS = ["host", "published-0.9.7"] as const;
type HostLibrary = (typeof HOSTS)[number];

for (const library of HOSTS) {
  test.describe(`under the host of ${library}`, () => {
    test("a widget that is reloaded is in a session again, once for each load", async ({ page, site }) => {
      const widget = widgetPage(site);
      await page.goto(hostPage(site, widget, library));

      for (let round = 0; round < 5; round++) {
        await initialized(page);
        const frame = await frameAt(page, widget);
        expect(await readies(frame)).toBe(1);
        await forget(page);
        await frame.evaluate(() => location.reload());
      }
      await initialized(page);
    });

    test("a frame that is redirected to a log-in page and back is in a session again", async ({ page, site }) => {
      const widget = widgetPage(site);
      const login = site.page("mid.test", { libraries: [] });
      await page.goto(hostPage(site, widget, library));
      await initialized(page);

      const frame = await frameAt(page, widget);
      await frame.evaluate((url) => location.replace(url), login);
      const away = await frameAt(page, login);
      await forget(page);
      await away.evaluate((url) => location.replace(url), widget);

      await initialized(page);
      expect(await readies(await frameAt(page, widget))).toBe(1);
    });

    test("a widget that comes after the host gave up says so, and is in a session once it is loaded again", async ({ page, site }) => {
      await page.clock.install();
      const widget = widgetPage(site, { waits: true });
      await page.goto(hostPage(site, widget, library));
      const frame = await frameAt(page, widget);
      await page.clock.runFor(31_000);
      await page.waitForFunction(() => window.seen.calls.some(({ handler }) => handler === "gaveUp"));

      await frame.evaluate(() => window.startApp({}));
      const early = await frame.evaluate(() => window.cti.diagnostics().counts);
      await page.clock.runFor(11_000);
      const report = await frame.evaluate(() => window.cti.diagnostics());

      expect(early["NO_HOST"]).toBeUndefined();
      expect(report).toMatchObject({ state: "waiting", counts: { NO_HOST: 1 } });
      expect(report.advice.join()).toContain("30 s after the frame's load");
      const noted = await frame.evaluate(() => window.seen.calls.filter(({ handler }) => handler === "onDiagnostic"));
      expect(noted.map(({ args }) => args[0])).toMatchObject([{ code: "NO_HOST", level: "note" }]);
      expect(await frame.evaluate(() => window.seen.console)).toEqual([]);

      await frame.evaluate(() => location.replace("?quick"));
      await page.clock.runFor(1_000);
      await initialized(page);
    });

    test("a host page the user comes back to has a session", async ({ page, site }) => {
      const widget = widgetPage(site);
      await page.goto(hostPage(site, widget, library));
      await initialized(page);

      await page.goto(site.page("mid.test", { libraries: [] }));
      await page.goBack();

      // The page may have been kept or loaded anew.
      await page.waitForFunction(() => window.seen.messages.some(({ data }) => (data as Message).type === "INITIALIZED"));
      await page.evaluate(dial);
      const frame = await frameAt(page, widget);
      await frame.waitForFunction(() => window.seen.calls.some(({ handler }) => handler === "onDialNumber"));
      expect(await readies(frame)).toBe(1);
    });
  });
}

/** A widget that says INITIALIZED; with `waits`, only once the test has it start. */
function widgetPage(site: Site, { waits = false } = {}): string {
  return site.page(
    "phone.test",
    {
      libraries: ["sdk"],
      main: ({ hostOrigin, isLate }) => {
        window.startApp = () => {
          window.cti = new window.sdk.default({
            allowedHostOrigins: [hostOrigin],
            onDiagnostic: window.recorded("onDiagnostic"),
            eventHandlers: {
              onReady: (data) => {
                window.recorded("onReady")(data);
                window.cti.initialized({ isLoggedIn: true });
              },
              onDialNumber: window.recorded("onDialNumber"),
              defaultEventHandler: window.recorded("defaultEventHandler"),
            },
          });
        };
        if (!isLate || location.search === "?quick") {
          window.startApp({});
        }
      },
    },
    { hostOrigin: site.origin("crm.test"), isLate: waits },
  );
}

/** A page with one of the hosts; it can lose the first acknowledgement. */
function hostPage(site: Site, widget: string, library: HostLibrary, { losesAck = false } = {}): string {
  return site.page(
    "crm.test",
    {
      libraries: [library],
      body: `<div id="phone"></div>`,
      main: ({ url, library, losesAck }) => {
        if (losesAck) {
          let isLost = false;
          addEventListener("message", (event: MessageEvent<{ type?: string }>) => {
            if (event.data.type === "SYNC_ACK" && !isLost) {
              isLost = true;
              window.seen.messages.length = 0;
              event.stopImmediatePropagation();
            }
          });
        }
        const gaveUp = window.recorded("gaveUp");
        if (library === "host") {
          window.host = new window.hostSdk.CallingHost({
            url,
            container: "#phone",
            context: { portalId: 1, userId: 2, iframeLocation: "remote" },
          });
          window.host.on("failed", gaveUp);
          return;
        }
        window.relay = new window.sdk.IFrameManager({
          iFrameOptions: { src: url, width: "400px", height: "600px", hostElementSelector: "#phone" },
          debugMode: false,
          onMessageHandler: (message: { type: string }) => {
            if (message.type === "SYNC_ACK_FAILED") {
              gaveUp();
            }
          },
        });
      },
    },
    { url: widget, library, losesAck },
  );
}

/** Runs in the host page: a number is dialled. */
function dial(): void {
  const data = { phoneNumber: "+12025550143" };
  if ((window.host as typeof window.host | undefined) === undefined) {
    window.relay.sendMessage({ type: "DIAL_NUMBER", data });
  } else {
    window.host.dialNumber(data);
  }
}

/** Resolves once the host page has received INITIALIZED; a slow widget may say it twice. */
async function initialized(page: Page): Promise<void> {
  await page.waitForFunction(() => window.seen.messages.some(({ data }) => (data as Message).type === "INITIALIZED"));
}

/** Has the host page forget what it has received. */
async function forget(page: Page): Promise<void> {
  await page.evaluate(() => {
    window.seen.messages.length = 0;
  });
}

function readies(frame: Frame): Promise<number> {
  return frame.evaluate(() => window.seen.calls.filter(({ handler }) => handler === "onReady").length);
}
