// A call each way, in each engine.
import { expect, test } from "../support/engines/test.ts";
import { embed } from "../support/phone-call.ts";

test("calls in both directions reach the timeline", async ({ page, site }) => {
  const widget = site.page("phone.test", { libraries: ["sdk", "app"], main: (hostOrigin) => window.startApp({ hostOrigin }) }, site.origin("crm.test"));
  const frame = await embed(page, site, widget);

  await page.evaluate(() => window.host.dialNumber({ phoneNumber: "+12025550143" }));
  await page.waitForFunction(() => window.store.engagements[0]?.onTimeline === true);
  await frame.evaluate(() => window.ring("+12025550144"));
  await page.waitForFunction(() => window.store.engagements[1]?.onTimeline === true);

  expect(await page.evaluate(() => window.store.engagements.map(({ direction }) => direction))).toEqual(["OUTBOUND", "INBOUND"]);
  const seen = await frame.evaluate(() => [window.seen.calls.filter(({ handler }) => handler === "onReady").length, window.seen.errors]);
  expect(seen).toEqual([1, []]);
});
