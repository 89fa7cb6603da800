// An instance whose host is its opener.
import type { Page } from "@playwright/test";

import { expect, test } from "./support/test.ts";

type Posted = { type: string; messageId?: string; data?: unknown };
type Opener = { popout: Window | null };

test("a popout talks to its opener, and to nobody else", async ({ page, site, context }) => {
  const popout = site.page(
    "phone.test",
    {
      libraries: ["sdk"],
      main: (origin) => {
        window.cti = new window.sdk.default({
          hostWindow: { window: window.opener as Window, origin },
          eventHandlers: { onReady: window.recorded("onReady"), onDialNumber: window.recorded("onDialNumber") },
        });
      },
    },
    site.origin("crm.test"),
  );
  const sync = { type: "SYNC", messageId: "h_1", portalId: 1, userId: 2 };

  const open = async (host: string): Promise<{ opener: Page; popup: Page }> => {
    const opener = await context.newPage();
    await opener.goto(site.page(host, { libraries: [] }));
    const [popup] = await Promise.all([
      opener.waitForEvent("popup"),
      opener.evaluate((url) => {
        (window as unknown as Opener).popout = window.open(url);
      }, popout),
    ]);
    await popup.waitForFunction(() => (window.cti as unknown) !== undefined);
    return { opener, popup };
  };
  const say = (opener: Page, message: object): Promise<void> =>
    opener.evaluate(
      ([message, origin]) => {
        (window as unknown as Opener).popout?.postMessage(message, origin);
      },
      [message, site.origin("phone.test")] as const,
    );

  const evil = await open("evil.test");
  await say(evil.opener, sync);
  await evil.popup.waitForFunction(() => window.cti.diagnostics().counts.ORIGIN_REFUSED === 1);
  const real = await open("crm.test");
  const before = await real.popup.evaluate(() => window.cti.state);
  await real.popup.evaluate((message) => {
    window.postMessage(message, location.origin);
  }, sync);
  await real.popup.waitForFunction(() => window.cti.diagnostics().counts.FOREIGN_SOURCE === 1);
  const afterOwn = await real.popup.evaluate(() => window.cti.state);
  await say(real.opener, sync);
  await say(real.opener, { type: "DIAL_NUMBER", messageId: "h_2", data: { phoneNumber: "+12025550143" } });
  await real.popup.waitForFunction(() => window.seen.calls.length === 2);

  expect(await evil.popup.evaluate(() => [window.cti.state, window.seen.calls])).toEqual(["waiting", []]);
  expect(await evil.opener.evaluate(() => window.seen.messages)).toEqual([]);
  expect([before, afterOwn]).toEqual(["waiting", "waiting"]);
  expect(await real.popup.evaluate(() => window.cti.diagnostics().hostOrigin)).toBe(site.origin("crm.test"));
  expect(await real.opener.evaluate(() => window.seen.messages.map(({ data }) => (data as Posted).type))).toEqual([
    "SYNC_ACK",
  ]);
  await page.close();
});
