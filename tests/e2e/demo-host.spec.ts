// The host's side of the demo: places, settings, loading, diagnosis.
import { unless } from "./support/all.ts";
import { Demo, NUMBERS, softphone } from "./support/demo.ts";
import { expect, frameAt, test } from "./support/test.ts";

const OVERRIDE_KEY = "LocalSettings:Calling:CallingExtensions";

test("a widget that reloads is taken up again", async ({ page, demoUrl }) => {
  const demo = await Demo.start(page, demoUrl);
  const frame = await frameAt(page, softphone(demoUrl));

  await frame.evaluate(() => location.reload());

  await expect(demo.log("INITIALIZED")).toHaveCount(2);
  await expect(demo.get("host-state")).toHaveText("initialized");
  await demo.call(NUMBERS.mariaMobile);
});

test("a widget that stalls for two seconds while it loads is waited for", async ({ page, demoUrl }) => {
  await page.route(/localhost:\d+\/main\.js$/, async (route) => {
    if (route.request().frame().parentFrame() !== null) {
      // The stall itself.
      await new Promise((resolve) => setTimeout(resolve, 2000));
    }
    await route.continue();
  });

  const demo = await Demo.open(page, demoUrl);
  await demo.get(`dial-${NUMBERS.mariaMobile}`).click();

  // What was dialled meanwhile is dialled then.
  await demo.expectPhone("connected");
  await expect(demo.log("INITIALIZED")).toHaveCount(1);
  await expect(demo.log("DIAL_NUMBER")).toHaveCount(1);
});

test("the frame on the record takes no incoming calls", async ({ page, demoUrl }) => {
  const demo = await Demo.start(page, demoUrl, { query: { location: "widget" } });

  await demo.sp("incoming").click();

  await expect(demo.log("INCOMING_CALL")).toHaveCount(1);
  await demo.sp("decline").click();
  await expect(demo.log("CALL_ENDED")).toHaveCount(1);
  await expect(demo.log("CALLER_ID_MATCH_SUCCEEDED")).toHaveCount(0);
  await expect(demo.log("CREATE_ENGAGEMENT_SUCCEEDED")).toHaveCount(0);
});

test("the phone moves to the navigation bar and makes calls there", async ({ page, demoUrl }) => {
  const demo = await Demo.start(page, demoUrl);

  await demo.get("location-remote").click();

  await expect(demo.get("frame")).toHaveAttribute("data-location", "remote");
  await expect(demo.get("host-state")).toHaveText("initialized");
  await demo.call(NUMBERS.mariaMobile);
  await demo.sp("hangup").click();
  await demo.save("From the navigation bar.");
  await expect(demo.latestCall()).toHaveAttribute("data-state", "completed");
});

test("the call window makes and takes calls for the record page", async ({ page, demoUrl }) => {
  const demo = await Demo.start(page, demoUrl);

  const [popup] = await Promise.all([page.waitForEvent("popup"), demo.get("location-window").click()]);
  demo.phone = popup.frameLocator("iframe");
  await expect(demo.get("host-state")).toHaveText("initialized");
  await demo.call(NUMBERS.mariaMobile);
  await demo.sp("hangup").click();
  await demo.sp("keep").check();
  await demo.save("From the window.");
  await expect(demo.latestCall()).toContainText("From the window.");
  await expect(demo.latestCall()).toHaveAttribute("data-state", "completed");

  await demo.sp("incoming-number").selectOption({ label: "Jonas Lindqvist" });
  await demo.sp("incoming").click();
  await expect(demo.sp("caller")).toHaveText("Jonas Lindqvist");
  await demo.sp("answer").click();
  await expect(page.getByRole("heading", { level: 1, name: "Jonas Lindqvist" })).toBeVisible();
});

test("minimising, hiding and showing are told to the widget", async ({ page, demoUrl }) => {
  const demo = await Demo.start(page, demoUrl);

  await demo.get("minimise").click();
  await expect(demo.get("frame")).toHaveAttribute("data-minimised", "");
  await expect(demo.sp("visibility")).toHaveText("minimised");
  await demo.get("minimise").click();
  await expect(demo.sp("visibility")).toHaveText("shown");
  await demo.get("close").click();
  await expect(demo.get("frame")).toHaveAttribute("data-hidden", "");
  await expect(demo.sp("visibility")).toHaveText("hidden");
  await demo.get("nav-phone").click();
  await expect(demo.get("frame")).not.toHaveAttribute("data-hidden");
});

test("the widget stays open after a call when the app asks for it, but not in a Call task", async ({ page, demoUrl }) => {
  const demo = await Demo.start(page, demoUrl);
  for (const isTask of [false, true]) {
    if (isTask) {
      await demo.get("task-1").click();
      await expect(demo.get("task-status")).toContainText("hideWidget");
    }
    await demo.call(NUMBERS.mariaMobile);
    await demo.sp("hangup").click();
    await demo.sp("keep").check();
    await demo.save();
    await expect(demo.log("UPDATE_ENGAGEMENT_SUCCEEDED")).toHaveCount(isTask ? 2 : 1);

    if (isTask) {
      await expect(demo.get("frame")).toHaveAttribute("data-hidden", "");
    } else {
      await expect(demo.get("frame")).not.toHaveAttribute("data-hidden");
    }
  }
});

test("custom objects are dialled from only when the app supports them", async ({ page, demoUrl }) => {
  const demo = await Demo.start(page, demoUrl, { hash: "#/record/2-12345/4001" });
  await demo.call(NUMBERS.visitOnSite);
  await demo.sp("hangup").click();
  await demo.save();
  await expect(demo.latestCall()).toHaveAttribute("data-state", "completed");

  await demo.get("supports-custom-objects").uncheck();
  await demo.get("widget-apply").click();

  await expect(demo.get("dial-note")).toContainText("does not call from custom objects");
  await expect(demo.get(`dial-${NUMBERS.visitOnSite}`)).toBeDisabled();
});

test("an app that is not ready is shown as in test", async ({ page, demoUrl }) => {
  const demo = await Demo.start(page, demoUrl);
  await expect(demo.get("test-badge")).toBeHidden();

  await demo.get("is-ready").uncheck();
  await demo.get("widget-apply").click();

  await expect(demo.get("test-badge")).toBeVisible();
});

test("a valid override in local storage is used, shown, and gone once it is cleared", async ({ page, demoUrl }) => {
  const widget = `${softphone(demoUrl)}?login=auto&from=override`;
  await page.goto(demoUrl);
  await page.evaluate(
    ([key, value]) => localStorage.setItem(key, value),
    [OVERRIDE_KEY, JSON.stringify({ isReady: false, name: "Overridden phone", url: widget })] as const,
  );

  await page.reload();
  const demo = new Demo(page);

  await expect(demo.get("override-status")).toHaveAttribute("data-status", "applied");
  await expect(demo.get("override-status")).toContainText("Overridden phone");
  await expect(demo.get("widget-url")).toHaveValue(widget);
  await expect(demo.get("test-badge")).toBeVisible();
  await expect(demo.get("frame").locator("iframe")).toHaveAttribute("src", widget);

  await demo.get("override-clear").click();
  await demo.get("override-reload").click();
  await expect(demo.get("override-status")).toHaveAttribute("data-status", "absent");
  await expect(demo.get("widget-url")).not.toHaveValue(widget);
  expect(await page.evaluate((key) => localStorage.getItem(key), OVERRIDE_KEY)).toBeNull();
});

for (const [name, value, told] of [
  ["that is not JSON", "{isReady", /JSON/],
  ["that lacks a field", JSON.stringify({ isReady: true, name: "Half an override" }), /url/],
  ["with a field of a wrong type", JSON.stringify({ isReady: "yes", name: "x", url: "https://x.example" }), /isReady/],
  ["with a javascript: address", JSON.stringify({ isReady: true, name: "x", url: "javascript:alert(1)" }), /url/],
] as const) {
  test(`an override ${name} is shown as an error and not applied`, unless(/^that/.test(name)), async ({ page, demoUrl }) => {
    await page.addInitScript(([key, text]) => localStorage.setItem(key, text), [OVERRIDE_KEY, value] as const);

    const demo = await Demo.start(page, demoUrl);

    await expect(demo.get("override-banner")).toBeVisible();
    await expect(demo.get("override-banner")).toContainText(told);
    await expect(demo.get("override-status")).toHaveAttribute("data-status", "invalid");
    await expect(demo.get("widget-url")).toHaveValue(/login=auto/);
    await demo.call(NUMBERS.mariaMobile);
  });
}

test("blocked storage is said, and the page carries on", async ({ page, demoUrl }) => {
  await page.addInitScript(() => {
    Object.defineProperty(window, "localStorage", {
      get: () => {
        throw new DOMException("Access is denied for this document.", "SecurityError");
      },
    });
  });

  const demo = await Demo.start(page, demoUrl);

  await expect(demo.get("override-banner")).toContainText("blocked");
  await expect(demo.get("override-status")).toHaveAttribute("data-status", "blocked");
  await demo.call(NUMBERS.mariaMobile);
});

for (const [at, url] of ["javascript:alert(document.domain)", "data:text/html,<p>x", "ftp://files.example", ""].entries()) {
  test(`the widget address "${url}" is refused, and the phone stays`, unless(at === 0), async ({ page, demoUrl }) => {
    const demo = await Demo.start(page, demoUrl);

    await demo.get("widget-url").fill(url);
    await demo.get("widget-apply").click();

    await expect(demo.get("widget-error")).not.toHaveText("");
    await demo.expectPhone("idle");
    await demo.call(NUMBERS.mariaMobile);
  });
}

test("a widget is chosen from the list, and an address of one's own is none of them", async ({ page, demoUrl }) => {
  const demo = await Demo.start(page, demoUrl);
  await expect(demo.get("widget-choice")).toHaveValue("own");
  await demo.get("widget-demo").click();
  await expect(demo.get("widget-choice")).toHaveValue("answers");

  await demo.get("widget-choice").selectOption("busy");
  await expect(demo.get("widget-url")).toHaveValue(`${softphone(demoUrl)}?farEnd=busy`);
  await demo.get("widget-apply").click();

  await expect(demo.get("frame").locator("iframe")).toHaveAttribute("src", /farEnd=busy/);
  await demo.get("widget-choice").selectOption("own");
  await expect(demo.get("widget-url")).toHaveValue("");
});

for (const [at, size] of ["5", "", "300.5"].entries()) {
  test(`the width "${size}" is refused at its own field`, unless(at === 0), async ({ page, demoUrl }) => {
    const demo = await Demo.start(page, demoUrl);

    await page.getByLabel("Width").fill(size);
    await demo.get("widget-apply").click();

    await expect(demo.get("widget-error")).toContainText("Width");
    await expect(page.getByLabel("Width")).toHaveAttribute("aria-invalid", "true");
    await expect(demo.get("widget-url")).not.toHaveAttribute("aria-invalid");
  });
}

test("the log counts the SYNCs one row stands for", async ({ page, demoUrl, site }) => {
  const demo = await Demo.open(page, demoUrl, { widget: site.page("phone.test", { libraries: [] }) });

  const type = demo.get("log").locator('[data-type="SYNC"] .log-type');

  await expect(type).toHaveAttribute("data-times", /^\d+$/);
  expect(await type.evaluate((element) => getComputedStyle(element, "::after").content)).toMatch(/\d|attr/);
});

test("another app's address can be typed in", async ({ page, demoUrl, site }) => {
  const demo = await Demo.start(page, demoUrl);
  const app = site.page(
    "phone.test",
    { libraries: ["published-0.9.7", "app"], main: () => window.startApp({}) },
  );

  await demo.get("widget-url").fill(app);
  await demo.get("widget-apply").click();

  const frame = await frameAt(page, app);
  await expect(demo.get("host-state")).toHaveText("initialized");
  await demo.get(`dial-${NUMBERS.mariaMobile}`).click();
  await frame.waitForFunction(() => window.seen.calls.some(({ handler }) => handler === "onDialNumber"));
  await expect(demo.latestCall()).toHaveAttribute("data-state", "completed");
});

test("a widget that cannot be reached is diagnosed when the handshake times out", async ({ page, demoUrl }) => {
  await page.clock.install();
  const demo = await Demo.open(page, demoUrl, { widget: "http://localhost:9/phone" });
  await expect(demo.get("host-state")).toHaveText("syncing");

  await page.clock.runFor(31_000);

  await expect(demo.get("host-state")).toHaveText("failed");
  await expect(demo.get("host-hint")).toContainText("http://localhost:9/phone");
  await expect(demo.get("host-hint")).toContainText("allow framing");
  await expect(demo.get("host-hint")).toContainText("'wasm-unsafe-eval'");
  await expect(demo.get("retry")).toBeVisible();
  await expect(demo.get(`dial-${NUMBERS.mariaMobile}`)).toBeDisabled();
});

test("the softphone on its own says that it is not embedded", async ({ page, demoUrl }) => {
  await page.goto(softphone(demoUrl));

  await expect(page.getByTestId("sp-notice")).toContainText("not inside a CRM page");
});

test("the page fits 400 px and loads nothing from elsewhere", async ({ page, demoUrl }) => {
  const origins = new Set<string>();
  page.on("request", (request) => {
    origins.add(new URL(request.url()).hostname);
  });
  await page.setViewportSize({ width: 400, height: 800 });

  const demo = await Demo.start(page, demoUrl);

  expect([...origins].filter((host) => host !== "localhost" && host !== "")).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(400);
  await demo.get(`dial-${NUMBERS.mariaMobile}`).click();
  await demo.expectPhone("connected");
  await expect(demo.sp("hangup")).toBeInViewport();
});
