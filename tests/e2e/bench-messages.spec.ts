// The workbench's messages: as a list, as a sequence diagram, and the drawer they are in.
import type { Locator, Page } from "@playwright/test";

import { expectAccessible, openPanel } from "./support/accessible.ts";
import { Demo, NUMBERS } from "./support/demo.ts";
import { expect, frameAt, test } from "./support/test.ts";

async function openDiagram(page: Page): Promise<Locator> {
  await openPanel(page, "messages");
  await page.getByTestId("look-diagram").click();
  return page.getByTestId("arrow");
}

test("the diagram has an arrow for each message of a call, under the call", async ({ page, demoUrl }) => {
  const demo = await Demo.start(page, demoUrl);
  const arrows = await openDiagram(page);

  await demo.call(NUMBERS.mariaMobile);

  for (const type of ["SYNC", "SYNC_ACK", "READY", "INITIALIZED", "DIAL_NUMBER", "OUTGOING_CALL_STARTED", "CREATE_ENGAGEMENT_SUCCEEDED", "CALL_ANSWERED"]) {
    const listed = await demo.log(type).count();
    await expect(arrows.and(page.locator(`[data-type="${type}"]`))).toHaveCount(listed);
  }
  const started = arrows.and(page.locator('[data-type="OUTGOING_CALL_STARTED"]'));
  const dialled = arrows.and(page.locator('[data-type="DIAL_NUMBER"]'));
  await expect(dialled).toHaveAttribute("data-direction", "toWidget");
  await expect(started).toHaveAttribute("data-direction", "toHost");
  // The dial names no call; that it is this one's is what the host says.
  await expect(dialled.locator(".call-name")).toHaveText(/^Call 1 · demo-/);
  await expect(started.locator(".call-name")).toHaveCount(0);
  await expect(started.locator(".band")).toHaveCount(1);
});

test("a pause between messages is marked with its length", async ({ page, demoUrl }) => {
  const demo = await Demo.start(page, demoUrl, { phone: { answerAfter: "1700" } });
  const arrows = await openDiagram(page);

  await demo.call(NUMBERS.mariaMobile);

  await expect(arrows.and(page.locator('[data-type="CALL_ANSWERED"]')).locator(".gap")).toHaveText(/^[1-9]\.\d s$/);
});

test("an arrow opens the message, the arrow keys go on from it, and Escape closes it", async ({ page, demoUrl }) => {
  await Demo.start(page, demoUrl);
  const arrows = await openDiagram(page);

  await arrows.and(page.locator('[data-type="SYNC_ACK"]')).click();

  await expect(page.getByTestId("message-title")).toContainText("SYNC_ACK");
  await expect(page.getByTestId("message-details")).toContainText('"version": "0.9.7"');
  await page.getByTestId("diagram").press("ArrowUp");
  await expect(page.getByTestId("message-title")).toHaveText("#1 SYNC");
  await page.getByTestId("diagram").press("Escape");
  await expect(page.getByTestId("message-details")).toBeHidden();
});

test("a message's link opens it again, in either look, now or when it comes", async ({ page, context, demoUrl }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await Demo.start(page, demoUrl);
  const arrows = await openDiagram(page);
  await arrows.and(page.locator('[data-type="SYNC_ACK"]')).click();

  await page.getByTestId("message-link").click();

  const link = await page.evaluate(() => navigator.clipboard.readText());
  expect(link).toContain("#/record/0-1/1001/message/2");
  await page.goto("about:blank");
  await page.goto(link);
  await expect(page.getByTestId("message-title")).toHaveText("#2 SYNC_ACK");
  await page.getByTestId("look-list").click();
  await page.evaluate(() => (location.hash = "#/record/0-1/1001/message/1"));
  await expect(page.locator('[data-testid=log-row][data-number="1"] details')).toHaveAttribute("open");
});

test("filter, pause and clear count for list and diagram alike", async ({ page, demoUrl }) => {
  const demo = await Demo.start(page, demoUrl);
  const arrows = await openDiagram(page);

  await demo.get("message-filter").fill("initialized");
  await expect(arrows).toHaveCount(1);
  await expect(demo.get("message-count")).toHaveText(/^1 of \d+$/);
  await demo.get("message-filter").fill("");
  await demo.get("message-pause").click();
  await demo.call(NUMBERS.mariaMobile);
  await expect(demo.get("message-count")).toContainText("not shown while paused");
  await expect(arrows.and(page.locator('[data-type="DIAL_NUMBER"]'))).toHaveCount(0);
  await demo.get("message-pause").click();
  await page.getByRole("button", { name: "Clear log" }).click();
  await expect(arrows).toHaveCount(0);
  await expect(demo.get("log").locator("li")).toHaveCount(0);
});

test("of thousands of messages the last 500 are drawn, each for the cost of one", async ({ page, demoUrl, site }) => {
  const noisy = site.page("phone.test", { libraries: ["published-0.9.7", "app"], main: () => window.startApp({}) });
  await Demo.start(page, demoUrl, { widget: noisy });
  const arrows = await openDiagram(page);
  const frame = await frameAt(page, noisy);

  await frame.evaluate(async () => {
    for (let sent = 0; sent < 3000; sent += 1) {
      window.parent.postMessage({ type: "USER_AVAILABLE", messageId: `flood-${sent}` }, "*");
      // In portions, so that the picture grows while they come.
      if (sent % 100 === 0) await new Promise((resolve) => setTimeout(resolve));
    }
  });

  await expect(page.locator('[data-testid=log-row][data-type="USER_AVAILABLE"]').first()).toBeAttached();
  await expect.poll(() => page.locator("[data-testid=log-row]").count()).toBe(500);
  await expect(arrows).toHaveCount(500);
  // Drawn once, an arrow is left as it is: the picture is not made anew.
  const isSame = await arrows.last().evaluate(async (arrow) => {
    const { demoHost } = window as unknown as { demoHost: { setVisibility(visibility: object): void } };
    demoHost.setVisibility({ isMinimized: true });
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    return arrow.isConnected;
  });
  expect(isSame).toBe(true);
});

test("the drawer is folded, made higher and moved through by keys, and the browser remembers", async ({ page, demoUrl }) => {
  const demo = await Demo.start(page, demoUrl);
  const edge = demo.get("bench-edge");
  const before = Number(await edge.getAttribute("aria-valuenow"));

  await edge.press("ArrowUp");

  await expect(edge).toHaveAttribute("aria-valuenow", String(before + 24));
  await page.reload();
  await expect(edge).toHaveAttribute("aria-valuenow", String(before + 24));
  await demo.get("bench-fold").click();
  await expect(demo.get("log")).toBeHidden();
  await page.reload();
  await expect(demo.get("bench-fold")).toHaveAttribute("aria-expanded", "false");
  await demo.get("bench-messages").press("Enter");
  await expect(demo.get("log")).toBeVisible();
});

test("axe finds nothing in the messages, in either look", async ({ page, demoUrl }) => {
  const demo = await Demo.start(page, demoUrl, { query: { location: "remote" } });
  await demo.call(NUMBERS.mariaMobile);
  for (const look of ["list", "diagram"]) {
    await expectAccessible(page, "#bench-dock", async () => {
      await openPanel(page, "messages");
      await page.getByTestId(`look-${look}`).click();
      if (look === "diagram") {
        await page.getByTestId("diagram").press("End");
      }
    });
  }
});
