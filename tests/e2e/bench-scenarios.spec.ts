// The workbench's scenarios: with the demo softphone by one click, with any other app step by step.
import { expectAccessible, openPanel } from "./support/accessible.ts";
import { Demo } from "./support/demo.ts";
import { expect, frameAt, test } from "./support/test.ts";

const QUICK = { pause: "50" };

for (const [id, last] of [
  ["outbound-answered", "completed"],
  ["outbound-busy", "completed"],
  ["inbound-answered", "completed"],
  ["inbound-missed", "completed"],
  ["inbound-rejected", "completed"],
  ["transferred", "transferred"],
  ["task-queue", "hidden"],
  ["custom-object", "completed"],
  ["reload", "cut off"],
] as const) {
  test(`the scenario ${id} runs by one click, and each step is ticked off`, async ({ page, demoUrl }) => {
    const demo = await Demo.start(page, demoUrl, { phone: QUICK });
    await openPanel(page, "scenarios");

    await demo.get(`scenario-${id}`).click();

    await expect(demo.get("scenario-status")).toHaveText("Everything was seen.");
    await expect(demo.get("scenario-steps").locator("li").last()).toContainText(last);
    await expect(demo.get("scenario-steps").locator('li:not([data-state="done"]):not([data-state="skipped"])')).toHaveCount(0);
    // The script is this run's alone.
    await expect(demo.get("widget-url")).not.toHaveValue(/script|run/);
  });
}

test("a reload of the widget does not repeat the scenario", async ({ page, demoUrl }) => {
  const demo = await Demo.start(page, demoUrl, { phone: QUICK });
  await openPanel(page, "scenarios");
  await demo.get("scenario-inbound-rejected").click();
  await expect(demo.get("scenario-status")).toHaveText("Everything was seen.");

  await demo.get("reload").click();

  await expect(demo.log("INITIALIZED")).toHaveCount(3);
  await demo.expectPhone("idle");
  await expect(demo.log("INCOMING_CALL")).toHaveCount(1);
});

/** An app whose user does everything by hand. */
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

test("with another app the scenario says what to do, and a call that ends too early fails it", async ({ page, demoUrl, site }) => {
  const app = site.page("phone.test", { libraries: ["published-0.9.7"], main: byHand });
  const demo = await Demo.start(page, demoUrl, { widget: app });
  const frame = await frameAt(page, app);
  await openPanel(page, "scenarios");
  const status = demo.get("scenario-status");
  await expect(status).toContainText("says what you have to do");

  await demo.get("scenario-outbound-answered").click();

  await expect(status).toHaveText("Waiting: OUTGOING_CALL_STARTED. Have the app place the call.");
  await frame.evaluate(() => {
    (window as unknown as { cti: { outgoingCall(data: object): void } }).cti.outgoingCall({ externalCallId: "c-1", toNumber: "+12025550143", createEngagement: false });
  });
  // No engagement was asked for, so none is waited for once the app goes on.
  await frame.evaluate(() => {
    (window as unknown as { cti: { callEnded(data: object): void } }).cti.callEnded({ externalCallId: "c-1", callEndStatus: "FAILED" });
  });
  await expect(status).toContainText("did not go as it should");
  await expect(demo.get("scenario-steps")).toContainText("CALL_ENDED came instead");
});

test("a step leads to its message", async ({ page, demoUrl }) => {
  const demo = await Demo.start(page, demoUrl, { phone: QUICK });
  await openPanel(page, "scenarios");
  await demo.get("scenario-outbound-answered").click();
  await expect(demo.get("scenario-status")).toHaveText("Everything was seen.");

  await demo.get("scenario-steps").locator("li", { hasText: "DIAL_NUMBER" }).getByRole("button").click();

  await expect(demo.log("DIAL_NUMBER").locator("details")).toHaveAttribute("open");
});

test("axe finds nothing in the scenarios", async ({ page, demoUrl }) => {
  const demo = await Demo.start(page, demoUrl, { phone: QUICK });
  await openPanel(page, "scenarios");
  await demo.get("scenario-outbound-busy").click();
  await expect(demo.get("scenario-status")).toHaveText("Everything was seen.");
  await expectAccessible(page, "#bench-dock", () => openPanel(page, "scenarios"));
});
