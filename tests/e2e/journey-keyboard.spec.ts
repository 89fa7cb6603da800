// The demo by keyboard, on a small screen, and for screen readers: keys, 400 px, and axe.
import { expectAccessible, openPanel } from "./support/accessible.ts";
import { Demo, NUMBERS } from "./support/demo.ts";
import { expect, test } from "./support/test.ts";

test("a call is made by the keyboard alone", async ({ page, demoUrl }) => {
  const demo = await Demo.start(page, demoUrl, { phone: { login: "no" } });
  const reach = async (testId: string): Promise<void> => {
    const target = testId.startsWith("sp-") ? demo.phone.getByTestId(testId) : demo.get(testId);
    await target.waitFor();
    for (let presses = 0; presses < 150; presses++) {
      const hasFocus = await target.evaluate((element) => element.ownerDocument.hasFocus() && element.ownerDocument.activeElement === element);
      if (hasFocus) return;
      await page.keyboard.press("Tab");
    }
    throw new Error(`${testId} is not reached by Tab`);
  };

  await reach("sp-login");
  await page.keyboard.press("Enter");
  await demo.expectPhone("idle");
  await reach(`dial-${NUMBERS.mariaMobile}`);
  await page.keyboard.press("Enter");
  await demo.expectPhone("connected");
  await reach("sp-hangup");
  await page.keyboard.press("Enter");
  await reach("sp-notes");
  await page.keyboard.type("By keyboard.");
  await reach("sp-save");
  await page.keyboard.press("Enter");

  await expect(demo.latestCall()).toHaveAttribute("data-state", "completed");
  await expect(demo.latestCall()).toContainText("By keyboard.");
});

test("phone, hang-up and names are whole at every size", async ({ page, demoUrl }) => {
  const demo = await Demo.start(page, demoUrl);
  const names = await page
    .getByRole("button")
    .evaluateAll((buttons) => buttons.filter((button) => button.checkVisibility()).map((button) => button.ariaLabel ?? button.textContent.trim()));
  expect(names.length).toBeGreaterThan(20);
  expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([]);
  for (const [width, height] of [[1280, 1000], [1000, 800]] as const) {
    await page.setViewportSize({ width, height });
    await demo.get("bench-messages").click();
    await expect(async () => {
      const [phone, bench] = await Promise.all([demo.get("frame").boundingBox(), page.locator("#bench-dock").boundingBox()]);
      expect((phone?.y ?? 0) + (phone?.height ?? 0)).toBeLessThanOrEqual(bench?.y ?? 0);
    }).toPass();
  }

  await demo.call(NUMBERS.mariaMobile);
  for (const [width, height] of [[1000, 800], [860, 640], [400, 800]] as const) {
    await page.setViewportSize({ width, height });
    // A narrow page has the workbench behind a button, in place of the record.
    if (width === 400) await demo.get("nav-bench").click();
    await expect(demo.sp("hangup"), `${String(width)} px`).toBeInViewport({ ratio: 1 });
    const ends = await page.locator(".switcher-name").evaluateAll((names) => names.map((name) => name.getBoundingClientRect().right));
    expect(Math.max(...ends)).toBeLessThanOrEqual(width);
    await demo.sp("hangup").click({ trial: true });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
  }
  await demo.sp("hangup").click();
  await demo.expectPhone("ended");

  await demo.get("nav-bench").click();
  await expect(demo.log("INITIALIZED")).toBeInViewport();
});

test("axe finds nothing on the page nor in the workbench", async ({ page, demoUrl }) => {
  // Eight checks of whole panels take long on a busy machine.
  test.slow();
  const plain = await Demo.start(page, demoUrl);
  await expectAccessible(page, "body", async (width) => {
    if (width > 720) await plain.get("bench-fold").click();
  });

  const demo = await Demo.start(page, demoUrl, { query: { location: "remote", faults: "refuse:publishEngagement,delayed:ERROR:500" } });
  await page.setViewportSize({ width: 1280, height: 900 });
  await demo.call(NUMBERS.mariaMobile);
  await demo.sp("hangup").click();
  await demo.save();
  for (const panel of ["messages", "faults"]) {
    await page.setViewportSize({ width: 1280, height: 900 });
    await openPanel(page, panel);
    if (panel === "messages") await demo.get("look-diagram").click();
    await expectAccessible(page, "#bench-dock", () => openPanel(page, panel));
  }
});
