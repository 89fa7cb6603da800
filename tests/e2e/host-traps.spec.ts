// The host's module traps in the middle of its work; the session goes on.
import type { Frame, Page } from "@playwright/test";

import { expect, frameAt, test, type Site } from "./support/test.ts";

test("a trap costs the host the message or the command, and without a fresh core it says so", async ({ page, site }) => {
  const frame = await embed(page, site);
  await frame.evaluate(() => {
    window.cti.outgoingCall({ externalCallId: "c-1", toNumber: "+12025550143" });
  });
  await page.waitForFunction(() => window.host.calls[0]?.state === "dialing");

  await page.evaluate(() => {
    window.traps.push({ in: "receive", when: "before" });
  });
  await frame.evaluate(() => {
    window.cti.userUnavailable();
  });
  await page.waitForFunction(() => window.trapped === 1);
  const state = await page.evaluate(() => ({
    state: window.host.state,
    calls: window.host.calls,
    isLoggedIn: window.host.widget.isLoggedIn,
    isActive: window.host.hasActiveCall,
    counts: window.host.diagnostics().counts,
  }));
  await frame.evaluate(() => {
    window.cti.callAnswered({ externalCallId: "c-1" });
    window.cti.callEnded({ externalCallId: "c-1", callEndStatus: "COMPLETED" });
    window.cti.callCompleted({ externalCallId: "c-1", hideWidget: false });
  });
  await page.waitForFunction(() => window.host.calls[0]?.state === "completed");
  await page.evaluate(() => window.host.dialNumber({ phoneNumber: "+12025550144" }));
  await page.waitForFunction(() => window.store.engagements[0]?.onTimeline === true);

  expect(state).toMatchObject({
    state: "initialized",
    calls: [{ externalCallId: "c-1", state: "dialing" }],
    isLoggedIn: true,
    isActive: true,
    counts: { RECOVERED: 1 },
  });
  expect(await page.evaluate(() => window.instances)).toBe(2);

  const [costs, again] = await page.evaluate(() => {
    window.traps.push({ in: "dial", when: "after" });
    return [window.host.dialNumber({ phoneNumber: "+12025550145" }), window.host.dialNumber({ phoneNumber: "+12025550145" })] as const;
  });
  expect(costs).toMatchObject({ sent: false, code: "RECOVERED" });
  expect(again.sent).toBe(true);
  const acks = await page.evaluate(() => window.seen.messages.filter(({ data }) => (data as { type: string }).type === "SYNC_ACK"));
  expect(acks).toHaveLength(1);
  expect(await page.evaluate(() => window.seen.errors)).toEqual([]);

  const lost = await page.evaluate(() => {
    const events: unknown[] = [];
    window.host.on("failed", ({ code }) => events.push(code));
    window.host.on("stateChanged", (state) => events.push(state));
    window.hasNoRoom = true;
    window.traps.push({ in: "endCall", when: "before" });
    const outcomes = [window.host.endCall(), window.host.dialNumber({ phoneNumber: "+12025550143" })];
    window.host.reload();
    return { events, outcomes, state: window.host.state };
  });
  await page.evaluate(() => {
    window.hasNoRoom = false;
    window.host.reload();
  });
  await page.waitForFunction(() => window.host.state === "initialized");
  const dialled = await page.evaluate(() => window.host.dialNumber({ phoneNumber: "+12025550143" }));

  expect(lost).toMatchObject({
    events: ["failed", "CORE_LOST"],
    outcomes: [
      { sent: false, code: "CORE_LOST" },
      { sent: false, code: "CORE_LOST" },
    ],
    state: "failed",
  });
  expect(dialled.sent).toBe(true);
});

/** Opens a host page whose module can be made to trap, with a widget in it. */
async function embed(page: Page, site: Site): Promise<Frame> {
  const widget = site.page(
    "phone.test",
    {
      libraries: ["sdk", "app"],
      main: ({ hostOrigin }: { hostOrigin: string }) => {
        window.startApp({ hostOrigin });
      },
    },
    { hostOrigin: site.origin("crm.test") },
  );
  const host = site.page(
    "crm.test",
    {
      libraries: ["trapping", "host"],
      body: `<div id="phone"></div>`,
      main: (url) => {
        window.store = new window.hostSdk.InMemoryRecordStore();
        window.startHost({ url, store: window.store });
      },
    },
    widget,
  );
  await page.goto(host);
  await page.waitForFunction(() => window.host.state === "initialized");
  return frameAt(page, widget);
}
