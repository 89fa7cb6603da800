// What the workbench does by keys, what it remembers, and the address that restores a set-up.
import { expectAccessible, openPanel } from "./support/accessible.ts";
import { Demo, NUMBERS } from "./support/demo.ts";
import { expect, frameAt, test } from "./support/test.ts";

test("keys lead through the workbench, the dialog lists them, and they can be switched off", async ({ page, demoUrl }) => {
  const demo = await Demo.start(page, demoUrl);
  await page.locator("#record").focus();

  await page.keyboard.press("?");
  await expect(demo.get("shortcuts")).toBeVisible();
  await expect(demo.get("shortcuts").locator("kbd")).toHaveCount(11);
  // While the list is open the keys are the list's.
  await page.keyboard.press("s");
  await page.keyboard.press("Escape");
  await expect(demo.get("shortcuts")).toBeHidden();
  await expect(demo.get("bench-messages")).toHaveAttribute("aria-selected", "true");

  for (const [key, panel] of [["s", "states"], ["f", "faults"], ["c", "scenarios"], ["t", "trace"], ["m", "messages"]] as const) {
    await page.keyboard.press(key);
    await expect(demo.get(`bench-${panel}`)).toBeFocused();
    await expect(page.getByRole("tabpanel", { name: new RegExp(panel, "i") })).toBeVisible();
  }
  await page.keyboard.press("d");
  await expect(demo.get("diagram")).toBeVisible();
  await page.keyboard.press("p");
  await expect(demo.get("message-pause")).toHaveText("Resume");
  await page.keyboard.press("/");
  await expect(demo.get("message-filter")).toBeFocused();
  // In a field a letter is a letter.
  await page.keyboard.type("bsfc");
  await expect(demo.get("message-filter")).toHaveValue("bsfc");
  await page.locator("#record").focus();
  await page.keyboard.press("b");
  await expect(demo.get("bench-fold")).toHaveAttribute("aria-expanded", "false");

  await demo.get("bench-help").click();
  await demo.get("shortcuts-on").uncheck();
  await page.keyboard.press("Escape");
  await page.reload();
  await page.locator("#record").focus();
  await page.keyboard.press("b");
  await expect(demo.get("bench-fold")).toHaveAttribute("aria-expanded", "false");
});

test("the addresses of apps that were opened are offered again, the last one first", async ({ page, demoUrl, site }) => {
  const demo = await Demo.start(page, demoUrl);
  const apps = ["one.test", "two.test"].map((host) =>
    site.page(host, { libraries: ["published-0.9.7", "app"], main: () => window.startApp({}) }),
  );

  for (const app of [...apps, ...apps.slice(0, 1)]) {
    await demo.get("widget-url").fill(app);
    await demo.get("widget-apply").click();
    await frameAt(page, app);
    await expect(demo.get("host-state")).toHaveText("initialized");
  }
  await page.reload();

  await expect(demo.get("recent-widgets").locator("option")).toHaveCount(2);
  expect(await demo.get("recent-widgets").locator("option").evaluateAll((options) => options.map((option) => (option as HTMLOptionElement).value))).toEqual(apps);
  await expect(demo.get("widget-url")).toHaveAttribute("list", "recent-widgets");
});

test("a copied link restores widget, place, faults, panel and look", async ({ page, context, demoUrl }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const demo = await Demo.start(page, demoUrl, { query: { location: "remote" }, hash: "#/record/0-1/1002" });
  await openPanel(page, "messages");
  await demo.get("look-diagram").click();
  await openPanel(page, "faults");
  await demo.get("latency-toHostMs").fill("150");
  await demo.get("fault-type").selectOption("CALL_ENDED");
  await demo.get("fault-fate").selectOption("delayed");
  await demo.get("fault-ms").fill("700");
  await demo.get("fault-arm").click();
  await demo.get("fail-update").click();
  await demo.get("fault-hang").click();
  await demo.get("fault-callers").selectOption("several");
  await demo.get("fault-not-ready").click();
  await expect(demo.get("test-badge")).toBeVisible();

  await demo.get("bench-link").click();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  // As another browser would: with nothing stored.
  await page.evaluate(() => localStorage.clear());
  await page.goto("about:blank");
  await page.goto(link);

  await expect(demo.get("host-state")).toHaveText("initialized");
  await expect(demo.get("frame")).toHaveAttribute("data-location", "remote");
  await expect(demo.get("test-badge")).toBeVisible();
  await expect(demo.get("bench-faults")).toHaveAttribute("aria-selected", "true");
  await expect(demo.get("latency-toHostMs")).toHaveValue("150");
  await expect(demo.get("fault-armed")).toHaveText("CALL_ENDED is late by 700 ms");
  await expect(demo.get("fail-update")).toHaveAttribute("aria-pressed", "true");
  await expect(demo.get("fault-hang")).toHaveAttribute("aria-pressed", "true");
  await expect(demo.get("fault-callers")).toHaveValue("several");
  await expect(demo.get("fault-count")).toHaveText("5 on");
  await expect(page.getByRole("heading", { level: 1, name: "Jonas Lindqvist" })).toBeVisible();
  await openPanel(page, "messages");
  await expect(demo.get("diagram")).toBeVisible();
  // They work, and are not only shown.
  await demo.get(`dial-${NUMBERS.jonasMobile}`).click();
  await expect(demo.get("fault-hang")).toHaveText("Let the creation answer");
});

test("an address runs a scenario, and what it misspells is left out", async ({ page, demoUrl }) => {
  const demo = await Demo.open(page, demoUrl, {
    phone: { pause: "50" },
    query: { scenario: "outbound-busy", panel: "scenarios", faults: "toWidget:x,dropped:NO_SUCH,refuse:toString,callers:many,constructor,," },
  });

  await expect(demo.get("scenario-status")).toHaveText("Everything was seen.");
  await expect(demo.get("fault-count")).toBeHidden();
});

test("axe finds nothing in the list of keys", async ({ page, demoUrl }) => {
  const demo = await Demo.start(page, demoUrl);
  await expectAccessible(page, '[data-testid="shortcuts"]', async (width) => {
    if (width > 720 && !(await demo.get("shortcuts").isVisible())) {
      await demo.get("bench-help").click();
    }
  });
});

test("axe finds nothing on the whole page, with the workbench folded and open", async ({ page, demoUrl }) => {
  const demo = await Demo.start(page, demoUrl);
  await expectAccessible(page, "body", async (width) => {
    if (width > 720) {
      await demo.get("bench-fold").click();
    }
  });
});
