// The workbench's faults: on the wire in both directions, in the session, in the records.
import type { Page } from "@playwright/test";

import { expectAccessible, openPanel } from "./support/accessible.ts";
import { Demo, NUMBERS } from "./support/demo.ts";
import { expect, test } from "./support/test.ts";

/** Has a fault happen to the next message of a type. */
async function arm(page: Page, type: string, fate: string, ms = ""): Promise<void> {
  await page.getByTestId("fault-type").selectOption(type);
  await page.getByTestId("fault-fate").selectOption(fate);
  if (ms !== "") {
    await page.getByTestId("fault-ms").fill(ms);
  }
  await page.getByTestId("fault-arm").click();
}

test("a message of the host is lost, once, and both looks say so", async ({ page, demoUrl }) => {
  const demo = await Demo.start(page, demoUrl);
  await openPanel(page, "faults");
  await arm(page, "DIAL_NUMBER", "dropped");
  await expect(demo.get("fault-count")).toHaveText("1 on");

  await demo.get(`dial-${NUMBERS.mariaMobile}`).click();

  await expect(demo.log("DIAL_NUMBER")).toHaveAttribute("data-fate", "dropped");
  await expect(demo.get("fault-count")).toBeHidden();
  await demo.expectPhone("idle");
  await openPanel(page, "messages");
  await demo.get("look-diagram").click();
  await expect(page.locator('[data-testid=arrow][data-type="DIAL_NUMBER"] .cross')).toHaveCount(1);
  // The host still waits for the call; once the widget is loaded again, the next dial arrives.
  await demo.get("reload").click();
  await page.getByRole("button", { name: "Reload widget" }).last().click();
  await expect(demo.log("INITIALIZED")).toHaveCount(2);
  await demo.call(NUMBERS.mariaMobile);
});

test("a message of the widget that is lost is listed, although no host got it", async ({ page, demoUrl }) => {
  const demo = await Demo.start(page, demoUrl);
  await openPanel(page, "faults");
  await arm(page, "CALL_ANSWERED", "dropped");

  await demo.call(NUMBERS.mariaMobile);

  await expect(demo.log("CALL_ANSWERED")).toHaveAttribute("data-fate", "dropped");
  await openPanel(page, "states");
  await expect(demo.get("call-machine")).toContainText("The call is dialing");
});

test("a message is late, comes twice, or after the next one", async ({ page, demoUrl }) => {
  const demo = await Demo.start(page, demoUrl);
  await openPanel(page, "faults");
  await arm(page, "OUTGOING_CALL_STARTED", "delayed", "600");
  await arm(page, "CALL_ENDED", "doubled");
  await arm(page, "CALL_COMPLETED", "reordered");
  await expect(demo.get("fault-armed").locator("li")).toHaveCount(3);

  await demo.call(NUMBERS.mariaMobile);
  await expect(demo.log("OUTGOING_CALL_STARTED")).toHaveAttribute("data-fate", "delayed");
  // It was answered meanwhile: that call was not started yet.
  await expect(page.locator("[data-testid=log-row][data-direction=note]").filter({ hasText: "NOT_STARTED" })).not.toHaveCount(0);
  await demo.sp("hangup").click();

  await expect(demo.log("CALL_ENDED")).toHaveCount(2);
  await demo.save();
  await expect(demo.log("CALL_COMPLETED")).toHaveCount(0);
  await demo.sp("available").click({ force: true });
  await expect(demo.log("CALL_COMPLETED")).toHaveAttribute("data-fate", "reordered");
  await openPanel(page, "messages");
  await demo.get("look-diagram").click();
  await expect(page.locator('[data-testid=arrow][data-direction="note"]').filter({ hasText: "NOT_STARTED" })).not.toHaveCount(0);
});

test("latency is on every message of its direction", async ({ page, demoUrl }) => {
  const demo = await Demo.start(page, demoUrl);
  await openPanel(page, "faults");
  await demo.get("latency-toWidgetMs").fill("400");
  await demo.get("latency-toHostMs").fill("300");
  await expect(demo.get("fault-count")).toHaveText("2 on");

  await demo.call(NUMBERS.mariaMobile);

  await expect(demo.log("OUTGOING_CALL_STARTED")).toHaveCount(1);
  const took = await demo.log("OUTGOING_CALL_STARTED").or(demo.log("DIAL_NUMBER")).locator("time").allTextContents();
  const [later = 0, sooner = 0] = took.map((text) => text.split(":").reduce((sum, part) => sum * 60 + Number(part), 0));
  // Both ways; timers never run early.
  expect((later - sooner + 86_400) % 86_400).toBeGreaterThanOrEqual(0.69);
});

test("in a silence messages wait, and arrive in order when it ends", async ({ page, demoUrl }) => {
  const demo = await Demo.start(page, demoUrl);
  await openPanel(page, "faults");
  await demo.get("fault-silent").click();

  await demo.get(`dial-${NUMBERS.mariaMobile}`).click();
  await expect(demo.log("DIAL_NUMBER")).toHaveCount(1);
  await demo.sp("available").click();
  await expect(demo.log("USER_UNAVAILABLE")).toHaveCount(0);
  await demo.expectPhone("idle");
  await demo.get("fault-silent").click();

  await demo.expectPhone("connected");
  await expect(demo.log("USER_UNAVAILABLE")).toHaveCount(1);
});

test("a host that is gone hears nothing, and is found again by a reload of the widget", async ({ page, demoUrl }) => {
  const demo = await Demo.start(page, demoUrl);
  await openPanel(page, "faults");
  await demo.get("fault-gone").click();

  await demo.sp("available").click();
  await expect(demo.log("USER_UNAVAILABLE")).toHaveAttribute("data-fate", "dropped");
  await demo.get("fault-clear").click();
  await demo.get("reload").click();

  await expect(demo.log("INITIALIZED")).toHaveCount(2);
  await demo.call(NUMBERS.mariaMobile);
});

test("what a page that was loaded anew had on its way is lost", async ({ page, demoUrl }) => {
  const demo = await Demo.start(page, demoUrl);
  await openPanel(page, "faults");
  await arm(page, "USER_UNAVAILABLE", "delayed", "2500");

  await demo.sp("available").click();
  await expect(demo.get("fault-armed")).toBeHidden();
  await demo.get("reload").click();
  await expect(demo.log("INITIALIZED")).toHaveCount(2);

  // Another that is as late does arrive: the first one's time is over.
  await arm(page, "OUTGOING_CALL_STARTED", "delayed", "2500");
  await demo.get(`dial-${NUMBERS.mariaMobile}`).click();
  await expect(demo.log("OUTGOING_CALL_STARTED")).toHaveCount(1);
  await expect(demo.log("USER_UNAVAILABLE")).toHaveCount(0);
});

test("a second SYNC is answered, and the session goes on", async ({ page, demoUrl }) => {
  const demo = await Demo.start(page, demoUrl);
  await openPanel(page, "faults");
  // The widget acknowledges none for a while after the last.
  await expect(async () => {
    await demo.get("fault-sync").click();
    await expect(demo.log("SYNC_ACK")).toHaveCount(2, { timeout: 600 });
  }).toPass();

  await expect(demo.log("SYNC").and(page.locator('[data-fate="sent again"]'))).not.toHaveCount(0);
  await demo.call(NUMBERS.mariaMobile);
});

test("after a log-out that the app does not know of, a number waits", async ({ page, demoUrl }) => {
  const demo = await Demo.start(page, demoUrl);
  await openPanel(page, "faults");

  await demo.get("fault-logout").click();

  await expect(demo.get("host-hint")).toContainText("not logged in");
  await expect(demo.log("LOGGED_OUT")).toHaveAttribute("data-fate", "by the workbench");
  await demo.get(`dial-${NUMBERS.mariaMobile}`).click();
  await demo.get("alert-close").click();
  await expect(demo.log("DIAL_NUMBER")).toHaveCount(0);
});

test("a creation hangs until it is let go", async ({ page, demoUrl }) => {
  const demo = await Demo.start(page, demoUrl);
  await openPanel(page, "faults");
  await demo.get("fault-hang").click();

  await demo.call(NUMBERS.mariaMobile);

  await expect(demo.get("fault-hang")).toHaveText("Let the creation answer");
  await expect(demo.log("CREATE_ENGAGEMENT_SUCCEEDED")).toHaveCount(0);
  await demo.get("fault-hang").click();
  await expect(demo.log("CREATE_ENGAGEMENT_SUCCEEDED")).toHaveCount(1);
  await expect(demo.get("fault-count")).toBeHidden();
});

for (const [callers, names] of [
  ["none", []],
  ["one", ["Maria Okafor"]],
  ["several", ["Maria Okafor", "Jonas Lindqvist", "Priya Raman"]],
] as const) {
  test(`a caller is found in ${callers} of the records, whoever calls`, async ({ page, demoUrl }) => {
    const demo = await Demo.start(page, demoUrl, { query: { location: "remote" } });
    await openPanel(page, "faults");
    await demo.get("fault-callers").selectOption(callers);

    await demo.sp("incoming-number").selectOption({ label: "Harbour & Finch" });
    await demo.sp("incoming").click();

    await expect(demo.log("CALLER_ID_MATCH_SUCCEEDED")).toHaveCount(1);
    const [first, ...others] = names;
    await expect(demo.sp("caller")).toHaveText(first ?? "+1 (206) 555-0190");
    for (const name of others) {
      await expect(demo.phone.getByText(`Also: ${others.join(", ")}`), name).toBeVisible();
    }
  });
}

test("settings that are not ready show the app as in test", async ({ page, demoUrl }) => {
  const demo = await Demo.start(page, demoUrl);
  await openPanel(page, "faults");

  await demo.get("fault-not-ready").click();

  await expect(demo.get("test-badge")).toBeVisible();
  await expect(demo.get("fault-not-ready")).toHaveAttribute("aria-pressed", "true");
  await demo.get("fault-not-ready").click();
  await expect(demo.get("test-badge")).toBeHidden();
});

test("the call window has the same faults", async ({ page, demoUrl }) => {
  const demo = await Demo.start(page, demoUrl);
  await openPanel(page, "faults");
  await arm(page, "DIAL_NUMBER", "dropped");

  const [popup] = await Promise.all([page.waitForEvent("popup"), demo.get("location-window").click()]);
  demo.phone = popup.frameLocator("iframe");
  await expect(demo.get("host-state")).toHaveText("initialized");
  await demo.get(`dial-${NUMBERS.mariaMobile}`).click();

  await expect(demo.log("DIAL_NUMBER")).toHaveAttribute("data-fate", "dropped");
  await demo.expectPhone("idle");
});

test("axe finds nothing in the faults, with some of them on", async ({ page, demoUrl }) => {
  const demo = await Demo.start(page, demoUrl);
  await openPanel(page, "faults");
  await arm(page, "CALL_ENDED", "delayed", "500");
  await demo.get("fail-create").click();
  await demo.get("fault-sync").click();
  await expectAccessible(page, "#bench-dock", () => openPanel(page, "faults"));
});
