// Several windows in the demo: the workbench's two scenarios, and the softphone in several tabs.
import type { BrowserContext, Page } from "@playwright/test";

import { expectAccessible, openPanel } from "./support/accessible.ts";
import { Demo } from "./support/demo.ts";
import { expect, frameAt, test } from "./support/test.ts";

const QUICK = { pause: "50" };

async function run(demo: Demo, id: string): Promise<void> {
  await openPanel(demo.page, "scenarios");
  await demo.get(`scenario-${id}`).click();
}

async function expectEveryStep(demo: Demo): Promise<void> {
  await expect(demo.get("scenario-status")).toHaveText("Everything was seen.");
  await expect(demo.get("scenario-steps").locator('li:not([data-state="done"]):not([data-state="skipped"])')).toHaveCount(0);
}

/** A record page in a tab of its own, whose softphone shares calls. */
async function openTab(context: BrowserContext, demoUrl: string): Promise<Demo> {
  return Demo.start(await context.newPage(), demoUrl, { query: { location: "remote", panel: "messages" }, phone: { share: "on" } });
}

test("two tabs: a call goes on when the tab that has it is closed, and each step is ticked off", async ({ context, page, demoUrl }) => {
  const demo = await Demo.start(page, demoUrl, { phone: QUICK });
  const opened = context.waitForEvent("page");

  await run(demo, "two-tabs");

  const second = await opened;
  await expectEveryStep(demo);
  expect(second.isClosed()).toBe(true);
  await expect(demo.log("INCOMING_CALL")).toHaveCount(0);
  await expect(demo.log("CALL_ENDED")).toHaveCount(1);
  await expect(demo.log("CALL_COMPLETED")).toHaveCount(1);
  // It is another host than the one that saw the call begin: it knows the engagement.
  await expect(demo.log("note").filter({ hasText: "NOT_STARTED" })).toHaveCount(0);
  await expect(demo.get("timeline-item").and(page.locator("[data-state=completed]"))).toHaveCount(1);
});

test("the popout scenario: a window without a host places a call, and each step is ticked off", async ({ context, page, demoUrl }) => {
  const demo = await Demo.start(page, demoUrl, { phone: QUICK });
  const opened = context.waitForEvent("page");

  await run(demo, "popout");

  const popout = await opened;
  await expect(popout.getByTestId("sp-role")).toHaveText("follower");
  await expectEveryStep(demo);
  await expect(popout.getByTestId("sp-state")).toHaveText("completed");
  await expect(popout.getByTestId("sp-notice")).toContainText("without a CRM page");
  await expect(demo.get("timeline-item").and(page.locator("[data-state=completed]"))).toHaveCount(1);
  // The page's own phone follows what the other window does.
  await demo.expectPhone("completed");
});

/** As a browser does that blocks windows which no click has opened. */
async function blockWindows(page: Page): Promise<void> {
  await page.addInitScript(() => {
    window.open = () => null;
  });
}

test("where the browser blocks the second tab, the scenario says so, and the phone stays", async ({ page, demoUrl }) => {
  await blockWindows(page);
  const demo = await Demo.start(page, demoUrl, { phone: QUICK });

  await run(demo, "two-tabs");

  await expect(demo.get("scenario-status")).toContainText("did not go as it should");
  await expect(demo.get("scenario-steps")).toContainText("The browser blocked the tab. Allow pop-ups for this page");
  await demo.expectPhone("idle");
});

test("where the browser blocks the popout, the phone and the scenario say what to press", async ({ page, demoUrl }) => {
  await blockWindows(page);
  const demo = await Demo.start(page, demoUrl, { phone: QUICK });

  await run(demo, "popout");

  await expect(demo.sp("notice")).toContainText("The browser blocked the window.");
  await expect(demo.get("scenario-status")).toContainText("press the phone's button");
  await expect(demo.sp("popout")).toBeVisible();
});

test("a stopped scenario leaves one tab, with its phone", async ({ context, page, demoUrl }) => {
  const demo = await Demo.start(page, demoUrl, { phone: { pause: "60000" } });
  const opened = context.waitForEvent("page");
  await run(demo, "two-tabs");
  const second = await opened;
  const closed = second.waitForEvent("close");

  await demo.get("scenario-stop").click();

  await closed;
  await expect(demo.get("host-state")).toHaveText("initialized");
  await demo.expectPhone("idle");
});

test("the softphone rings in each tab, says which one has the call, and one host gets each message", async ({ context, demoUrl }) => {
  const first = await openTab(context, demoUrl);
  await expect(first.sp("role")).toHaveText("leader");
  const second = await openTab(context, demoUrl);
  await expect(second.sp("role")).toHaveText("follower");

  await second.sp("incoming").click();
  await first.expectPhone("incoming");
  await expect(second.sp("elsewhere")).toHaveText("On another tab");
  await expect(first.sp("elsewhere")).toBeHidden();
  await second.sp("answer").click();
  await first.expectPhone("connected");
  await first.sp("hangup").click();
  await second.expectPhone("ended");
  await second.sp("save").click();
  await first.expectPhone("completed");

  for (const type of ["INCOMING_CALL", "CALL_ANSWERED", "CALL_ENDED", "CALL_COMPLETED"]) {
    await expect(first.log(type)).toHaveCount(1);
    await expect(second.log(type)).toHaveCount(0);
  }
});

test("without the option a tab's softphone keeps to itself", async ({ context, demoUrl }) => {
  const first = await Demo.start(await context.newPage(), demoUrl, { query: { location: "remote" } });
  const second = await openTab(context, demoUrl);
  await expect(second.sp("role")).toHaveText("leader");

  await second.sp("incoming").click();
  await second.expectPhone("incoming");

  await expect(first.sp("role")).toHaveText("");
  await expect(first.sp("popout")).toBeHidden();
  await first.expectPhone("idle");
});

/** An app that shares no calls; its user does everything by hand. */
function byHand(): void {
  const cti = new window.sdk.default({
    debugMode: false,
    eventHandlers: {
      onReady: () => {
        cti.initialized({ isLoggedIn: true });
      },
      onDialNumber: () => undefined,
      onVisibilityChanged: () => undefined,
    },
  });
  Object.assign(window, { cti });
}

test("with another app the scenario says what to do, and a call at the wrong host fails it", async ({ page, demoUrl, site }) => {
  const app = site.page("phone.test", { libraries: ["published-0.9.7"], main: byHand });
  const demo = await Demo.start(page, demoUrl, { widget: app });

  await run(demo, "two-tabs");

  const status = demo.get("scenario-status");
  await expect(status).toHaveText("Waiting: INCOMING_CALL at the second tab's host alone. Call the app from another phone.");
  const frame = await frameAt(page, app);
  await frame.evaluate(() => {
    (window as unknown as { cti: { incomingCall(data: object): void } }).cti.incomingCall({ externalCallId: "c-1", fromNumber: "+12025550143", toNumber: "+12025550100", createEngagement: false });
  });
  await expect(status).toContainText("did not go as it should");
  await expect(demo.get("scenario-steps")).toContainText("it came to this tab's host");
});

test("axe finds nothing in the scenario with two tabs", async ({ page, demoUrl }) => {
  const demo = await Demo.start(page, demoUrl, { phone: QUICK });
  await run(demo, "two-tabs");
  await expectEveryStep(demo);
  await expectAccessible(page, "#bench-dock", () => openPanel(page, "scenarios"));
});
