// The softphone's real line without a server: both phones are pages of the same service worker.

import { Demo, NUMBERS } from "../../../tests/e2e/support/demo.ts";
import { expect, test } from "./support.ts";

test("the customer's phone in another tab answers, and the recording of the call plays on the timeline", async ({ context, page, site }) => {
  await page.goto(`${site.url}demo/`);
  const demo = new Demo(page);
  await demo.expectPhone("idle");
  await demo.sp("live").click();
  await expect(demo.sp("line")).toContainText("over WebRTC");
  const opening = context.waitForEvent("page");
  await demo.sp("customer").click();
  const customer = await opening;
  await expect(customer).toHaveURL(/\/demo\/phone\/customer\.html$/);
  await expect(customer.getByTestId("cp-state")).toHaveText("idle");

  await demo.get(`dial-${NUMBERS.mariaMobile}`).click();
  await customer.getByTestId("cp-answer").click();
  await demo.expectPhone("connected");
  await demo.sp("record").click();
  await expect(customer.getByTestId("cp-facts")).toHaveText("This call is being recorded.");
  await expect(demo.sp("quality")).toHaveText(/round trip \d+ ms$/);
  await demo.sp("hangup").click();
  await expect(demo.sp("recorded")).toContainText("Recorded");
  await demo.save("Heard each other.");

  const player = demo.latestCall().getByTestId("recording").locator("audio");
  await expect(player).toBeVisible();
  await expect.poll(() => player.evaluate((audio: HTMLAudioElement) => audio.duration)).toBeGreaterThan(0);
});
