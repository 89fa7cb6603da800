// A widget always gets its session back if its host allows it: under our host and under the
// published SDK's.
import type { Frame, Page } from "@playwright/test";

import { expect, frameAt, test } from "./support/test.ts";

/** The hosts under which every session has to open. */
const HOSTS = ["host", "published-0.9.7"] as const;

for (const library of HOSTS) {
  test(`${library}: reload, log-in and way back reopen the session`, async ({ page, site }) => {
    const widget = site.page("phone.test", { libraries: ["sdk", "app"], main: (hostOrigin) => window.startApp({ hostOrigin }) }, site.origin("crm.test"));
    const login = site.page("mid.test", { libraries: [] });
    const main = ({ url, isOurs }: { url: string; isOurs: boolean }): void => {
      if (isOurs) {
        window.startHost({ url });
      } else {
        const iFrameOptions = { src: url, width: "400px", height: "600px", hostElementSelector: "#phone" };
        window.relay = new window.sdk.IFrameManager({ iFrameOptions, debugMode: false, onMessageHandler: () => undefined });
      }
    };
    await page.goto(site.page("crm.test", { libraries: [library], body: `<div id="phone"></div>`, main }, { url: widget, isOurs: library === "host" }));
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
    await page.evaluate(() => {
      const data = { phoneNumber: "+12025550143" };
      if ((window.host as typeof window.host | undefined) === undefined) {
        window.relay.sendMessage({ type: "DIAL_NUMBER", data });
      } else {
        window.host.dialNumber(data);
      }
    });
    const back = await readyOnce();
    await back.waitForFunction(() => window.seen.calls.some(({ handler }) => handler === "onDialNumber"));
  });
}

/** Resolves once the host page has received INITIALIZED; a slow widget may send it twice. */
async function initialized(page: Page): Promise<void> {
  await page.waitForFunction(() => window.seen.messages.some(({ data }) => (data as { type: string }).type === "INITIALIZED"));
}

/** Clears the messages recorded by the host page. */
async function forget(page: Page): Promise<void> {
  await page.evaluate(() => {
    window.seen.messages.length = 0;
  });
}
