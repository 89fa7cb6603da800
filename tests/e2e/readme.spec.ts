// The readme's widget, unchanged, in a host's page.
import type { Diagnostics } from "calling-widget-sdk";

import { embed } from "./support/phone-call.ts";
import { expect, test } from "./support/test.ts";

test("the readme's widget keeps its calls apart", async ({ page, site }) => {
  // Both on this machine, which the sample's default allows.
  const widget = site.page("127.0.0.1", { libraries: ["readme-widget"] });
  const frame = await embed(page, site, widget, { portalId: 1, userId: 2, ownerId: 3, iframeLocation: "remote" }, "localhost");
  const call = async (phoneNumber: string): Promise<void> => {
    await page.evaluate((number) => window.host.dialNumber({ phoneNumber: number }), phoneNumber);
    await page.evaluate(() => window.settled());
    await page.evaluate(() => window.host.endCall());
    await page.evaluate(() => window.settled());
  };

  // A test's barrier is a message for neither side, and is counted as such; so are a SYNC that a
  // host repeats to a slow widget, and fields that the page omits from a number to dial.
  const settling = { HOST_FIELD_MISSING: undefined, MALFORMED: undefined, SYNC_REPEATED: undefined };
  const counts = async (): Promise<object> => {
    const of = await frame.evaluate<Diagnostics>("cti.diagnostics()");
    return { ...of.counts, ...settling };
  };

  await call("+12025550143");
  const first = await page.evaluate(() => window.store.engagements);
  const countsOfFirst = await counts();
  const hostCountsOfFirst = await page.evaluate(() => window.host.diagnostics().counts);
  await page.evaluate(() => {
    window.store.failNext("createEngagement", "the records are closed");
  });
  await call("+12025550144");

  expect(first).toMatchObject([
    {
      toNumber: "+12025550143",
      callEndStatus: "COMPLETED",
      onTimeline: true,
      properties: { hs_call_title: "Call from the widget" },
    },
  ]);
  expect(countsOfFirst).toEqual({});
  expect({ ...hostCountsOfFirst, ...settling }).toEqual({});
  expect(await page.evaluate(() => window.store.engagements)).toEqual(first);
  expect(await page.evaluate(() => window.host.hasActiveCall)).toBe(false);
  // The properties of the second call have no engagement, and the host reports it too.
  expect(await counts()).toEqual({ NO_ENGAGEMENT: 2 });
  expect(await frame.evaluate(() => window.seen.errors)).toEqual([]);
});
