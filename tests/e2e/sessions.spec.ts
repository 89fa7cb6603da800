// A widget always gets its session back if its host allows it: under our host and under the
// published SDK's.
import type { Frame, Page } from "@playwright/test";

import { expect, frameAt, test, type Site } from "./support/test.ts";

type Message = { type: string };

/** The hosts under which every session has to open. */
const HOSTS = ["host", "published-0.9.7"] as const;
type HostLibrary = (typeof HOSTS)[number];

for (const library of HOSTS) {
  test(`${library}: reload, log-in and way back reopen the session`, async ({ page, site }) => {
    const widget = widgetPage(site);
    const login = site.page("mid.test", { libraries: [] });
    await page.goto(hostPage(site, widget, library));
    const readyOnce = async (): Promise<Frame> => {
      await initialized(page);
      const frame = await frameAt(page, widget);
      expect(await frame.evaluate(() => window.seen.calls.filter(({ handler }) => handler === "onReady").length)).toBe(1);
      return frame;
    };

    for (let round = 0; round < 2; round++) {
      const frame = await readyOnce();
      await forget(page);
      await frame.evaluate(() => location.reload());
    }

    const frame = await readyOnce();
    await frame.evaluate((url) => location.replace(url), login);
    const away = await frameAt(page, login);
    await forget(page);
    await away.evaluate((url) => location.replace(url), widget);
    await readyOnce();

    // The page may be cached or reloaded.
    await page.goto(login);
    await page.goBack();
    await initialized(page);
    await page.evaluate(dial);
    const back = await readyOnce();
    await back.waitForFunction(() => window.seen.calls.some(({ handler }) => handler === "onDialNumber"));
  });
}

/** A widget that sends INITIALIZED. */
function widgetPage(site: Site): string {
  return site.page(
    "phone.test",
    {
      libraries: ["sdk"],
      main: (hostOrigin) => {
        window.cti = new window.sdk.default({
          allowedHostOrigins: [hostOrigin],
          eventHandlers: {
            onReady: (data) => {
              window.recorded("onReady")(data);
              window.cti.initialized({ isLoggedIn: true });
            },
            onDialNumber: window.recorded("onDialNumber"),
            defaultEventHandler: window.recorded("defaultEventHandler"),
          },
        });
      },
    },
    site.origin("crm.test"),
  );
}

/** A page with one of the hosts. */
function hostPage(site: Site, widget: string, library: HostLibrary): string {
  return site.page(
    "crm.test",
    {
      libraries: [library],
      body: `<div id="phone"></div>`,
      main: ({ url, library }) => {
        if (library === "host") {
          window.host = new window.hostSdk.CallingHost({
            url,
            container: "#phone",
            context: { portalId: 1, userId: 2, iframeLocation: "remote" },
          });
          return;
        }
        window.relay = new window.sdk.IFrameManager({
          iFrameOptions: { src: url, width: "400px", height: "600px", hostElementSelector: "#phone" },
          debugMode: false,
          onMessageHandler: () => undefined,
        });
      },
    },
    { url: widget, library },
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

/** Resolves once the host page has received INITIALIZED; a slow widget may send it twice. */
async function initialized(page: Page): Promise<void> {
  await page.waitForFunction(() => window.seen.messages.some(({ data }) => (data as Message).type === "INITIALIZED"));
}

/** Clears the messages recorded by the host page. */
async function forget(page: Page): Promise<void> {
  await page.evaluate(() => {
    window.seen.messages.length = 0;
  });
}
