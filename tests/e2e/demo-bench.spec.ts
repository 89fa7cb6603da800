// What a developer does with the demo's page: its first visit, another app, the log.
import { randomUUID } from "node:crypto";

import { Demo, NUMBERS, softphone } from "./support/demo.ts";
import { expect, frameAt, test } from "./support/test.ts";

test("a first visit prints nothing on the console", async ({ page, demoUrl }) => {
  const printed: string[] = [];
  page.on("console", (message) => {
    if (["error", "warning"].includes(message.type())) {
      printed.push(message.text());
    }
  });

  await page.goto(`${demoUrl}?ns=first-${randomUUID().slice(0, 13)}`);

  await expect(page.getByTestId("host-state")).toHaveText("initialized");
  expect(printed).toEqual([]);
});

test("Apply loads the app once, names the panel after it, and the address restores the choice", async ({ page, demoUrl, site }) => {
  const demo = await Demo.start(page, demoUrl);
  const app = site.page("phone.test", { libraries: ["published-0.9.7", "app"], main: () => window.startApp({}) });
  const loads: string[] = [];
  page.on("framenavigated", (frame) => {
    if (frame !== page.mainFrame()) {
      loads.push(frame.url());
    }
  });

  await demo.get("widget-url").fill(app);
  await page.getByLabel("Name", { exact: true }).fill("Another phone");
  await demo.get("widget-apply").click();
  await expect(demo.get("host-state")).toHaveText("initialized");

  expect(loads).toEqual([app]);
  expect(new URL(page.url()).searchParams.get("widget")).toBe(app);
  await expect(page.getByRole("region", { name: "Another phone" })).toContainText("Another phone");
  await page.reload();
  await frameAt(page, app);
  await demo.get("widget-demo").click();
  await demo.get("widget-apply").click();
  await frameAt(page, softphone(demoUrl));
  expect(new URL(page.url()).searchParams.get("widget")).toBeNull();
});

test("the handshake's rows show what they carry", async ({ page, demoUrl }) => {
  const demo = await Demo.start(page, demoUrl);

  await expect(demo.log("SYNC")).toContainText(`"portalId":`);
  await expect(demo.log("SYNC_ACK")).toContainText(`"version":"0.9.7"`);
});

test("a call that a reload of the widget cut off is marked, and the next one is made", async ({ page, demoUrl }) => {
  const demo = await Demo.start(page, demoUrl);
  await demo.call(NUMBERS.mariaMobile);

  await demo.get("reload").click();
  await page.getByRole("button", { name: "Reload widget" }).last().click();

  await expect(demo.latestCall()).toHaveAttribute("data-state", "cut-off");
  await expect(demo.latestCall()).toContainText("Cut off by a reload");
  await expect(demo.log("INITIALIZED")).toHaveCount(2);
  await demo.call(NUMBERS.mariaMobile);
  await expect(demo.latestCall()).toHaveAttribute("data-state", "open");
});

test("no two buttons that are there at once have one name", async ({ page, demoUrl }) => {
  await Demo.start(page, demoUrl);

  const names = await page
    .getByRole("button")
    .evaluateAll((buttons) => buttons.filter((button) => button.checkVisibility()).map((button) => button.ariaLabel ?? button.textContent.trim()));

  expect(names.length).toBeGreaterThan(20);
  expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([]);
});

test("at 400 px one click shows the messages", async ({ page, demoUrl }) => {
  await page.setViewportSize({ width: 400, height: 800 });
  const demo = await Demo.start(page, demoUrl);

  await demo.get("nav-bench").click();

  await expect(demo.log("INITIALIZED")).toBeInViewport();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(400);
});

test("the phone stands above the workbench, whole", async ({ page, demoUrl }) => {
  for (const [width, height] of [[1280, 1000], [1000, 800]] as const) {
    await page.setViewportSize({ width, height });
    const demo = await Demo.start(page, demoUrl);
    await demo.get("bench-messages").click();

    const [phone, bench] = await Promise.all([demo.get("frame").boundingBox(), page.locator("#bench-dock").boundingBox()]);

    expect((phone?.y ?? 0) + (phone?.height ?? 0)).toBeLessThanOrEqual(bench?.y ?? 0);
  }
});

test("why the phone is hidden is said", async ({ page, demoUrl }) => {
  const demo = await Demo.start(page, demoUrl);
  const why = page.getByRole("status").filter({ hasText: "hidden" });
  await demo.call(NUMBERS.mariaMobile);
  await demo.sp("hangup").click();
  await demo.save();

  await expect(why).toHaveText(/^The call is completed, so the phone is hidden/);
  await demo.get("show").click();
  await demo.get("hide").click();
  await expect(why).toHaveText("The phone is hidden.");
});
