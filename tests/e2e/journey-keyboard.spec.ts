// The demo for those who use no mouse, a small screen, or a reader: keys, 400 px, and axe.
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

test("keys lead through the workbench, the dialog lists them, and what they set is there after a reload", async ({ page, demoUrl }) => {
  const demo = await Demo.start(page, demoUrl);
  await page.locator("#record").focus();

  await page.keyboard.press("?");
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
  // In a field a letter is a letter.
  await page.keyboard.type("bsfc");
  await expect(demo.get("message-filter")).toHaveValue("bsfc");
  const edge = demo.get("bench-edge");
  const higher = String(Number(await edge.getAttribute("aria-valuenow")) + 24);
  await edge.press("ArrowUp");
  await expect(edge).toHaveAttribute("aria-valuenow", higher);
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
  await expect(edge).toHaveAttribute("aria-valuenow", higher);
});

test("at every size the phone is whole, one can hang up beside an open workbench, no record's name is cut, and no two buttons have one name", async ({ page, demoUrl }) => {
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

test("axe finds nothing on the page, nor in the list of keys", async ({ page, demoUrl }) => {
  const demo = await Demo.start(page, demoUrl);
  await expectAccessible(page, "body", async (width) => {
    if (width > 720) await demo.get("bench-fold").click();
  });
  await page.setViewportSize({ width: 1280, height: 900 });
  await demo.get("bench-help").click();
  await expectAccessible(page, '[data-testid="shortcuts"]', () => Promise.resolve());
});

test("axe finds nothing in any panel of the workbench, after a call and with faults on", async ({ page, demoUrl }) => {
  // Ten looks at whole panels are long on a busy machine.
  test.slow();
  const demo = await Demo.start(page, demoUrl, { phone: { pause: "50" }, query: { location: "remote", faults: "refuse:publishEngagement,delayed:ERROR:500" } });
  await openPanel(page, "scenarios");
  await demo.get("scenario-inbound-missed").click();
  await expect(demo.get("scenario-status")).toHaveText("Everything was seen.");
  for (const panel of ["scenarios", "messages", "states", "faults", "trace"]) {
    await page.setViewportSize({ width: 1280, height: 900 });
    await openPanel(page, panel);
    if (panel === "messages") await demo.get("look-diagram").click();
    if (panel === "trace") {
      await demo.get("trace-replay").click();
      await demo.get("trace-rest").click();
    }
    await expectAccessible(page, "#bench-dock", () => openPanel(page, panel));
  }
});
