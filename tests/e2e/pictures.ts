// The pictures of the README and of the documents, each taken in the demo.
import type { Page } from "@playwright/test";

import { Demo, NUMBERS } from "./support/demo.ts";
import { expect, test } from "./support/test.ts";

/** Opens the demo like a reader of the README, at the emulator's time, and with the same identifiers each time; `height` is the workbench's, in px. */
async function open(page: Page, demoUrl: string, query: string, height: number): Promise<Demo> {
  await page.clock.install({ time: new Date("2026-01-01T00:00:05Z") });
  await page.addInitScript((benchHeight) => {
    localStorage.setItem("demo-host:workbench", JSON.stringify({ height: benchHeight }));
    let state = 1;
    Math.random = () => (state = (state * 16_807) % 2_147_483_647) / 2_147_483_647;
  }, height);
  await page.goto(`${demoUrl}?ns=picture-${String(test.info().workerIndex)}&${query}`);
  const demo = new Demo(page);
  await expect(demo.get("host-state")).toHaveText("initialized");
  await demo.expectPhone("idle");
  return demo;
}

/** In the middle of a call, with its messages as a diagram. */
async function inCall(page: Page, demoUrl: string, height: number): Promise<Demo> {
  const demo = await open(page, demoUrl, "panel=messages&view=diagram", height);
  await demo.call(NUMBERS.mariaMobile);
  await expect(page.locator("[data-testid=arrow][data-type=CALL_ANSWERED]")).toBeVisible();
  return demo;
}

test("the record page", async ({ page, demoUrl }) => {
  await page.setViewportSize({ width: 1280, height: 1000 });
  const demo = await inCall(page, demoUrl, 300);
  await page.locator("[data-testid=arrow][data-type=OUTGOING_CALL_STARTED]").click();
  await expect(demo.get("message-details")).toBeVisible();
  await page.mouse.move(0, 0);

  // The address has the port of this run.
  await demo.get("widget-url").evaluate((field: HTMLInputElement) => (field.value = "http://localhost:8141/?login=auto"));
  await expect(page).toHaveScreenshot("host-page.png");
});

test("the diagram of the messages", async ({ page, demoUrl }) => {
  await page.setViewportSize({ width: 1200, height: 1400 });
  const demo = await inCall(page, demoUrl, 420);
  await page.mouse.move(0, 0);

  await expect(demo.get("bench-messages")).toBeVisible();
  await expect(page.locator("#bench-dock")).toHaveScreenshot("workbench-diagram.png");
});
