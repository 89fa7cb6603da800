// The pages served by `npx calling-widget-sdk demo` and `dev`.
import { start, type Running } from "../support/running.ts";
import { Demo, NUMBERS, softphone } from "./support/demo.ts";
import { expect, test } from "./support/test.ts";

let running: Running | undefined;

test.afterEach(async () => {
  await running?.interrupt();
});

test("demo: a call is stored in the emulator", async ({ page }) => {
  const lines: string[] = [];
  page.on("console", (message) => lines.push(`${message.type()}: ${message.text()}`));
  running = start(["demo", "--port", "0"]);
  const [, address = ""] = await running.says(/The record page: {2}(\S+)\n/);

  const demo = await Demo.start(page, address);
  await demo.call(NUMBERS.mariaMobile);
  await demo.sp("hangup").click();
  await demo.save("From the package.");
  // The page stores it by a request: an immediate reload would abort that.
  await expect(demo.latestCall()).toContainText("From the package.");
  await page.reload();

  await expect(demo.get("storage")).toHaveText("Stored in the emulator");
  await expect(demo.latestCall()).toContainText("From the package.");
  await expect(demo.get("timeline-event")).toHaveCount(2);
  await page.goto(new URL("/emulator/docs", address).href);
  await expect(page.getByText("/crm/v3/extensions/calling/{appId}/settings").first()).toBeVisible();
  // Chromium names a permission of the frame that only Firefox has.
  expect(lines.filter((line) => /^(error|warning):(?!.*speaker-selection)/.test(line))).toEqual([]);
  // The softphone's origin serves nothing of the platform.
  const answer = await page.request.get(`${softphone(address)}emulator/host-page`, { failOnStatusCode: false });
  expect(answer.status()).toBe(404);
});

test("a platform or an app that cannot be reached is diagnosed", async ({ page, demoUrl }) => {
  await page.route(/emulator\/host-page$/, (route) => route.fulfill({ status: 404, contentType: "text/html", body: "<h1>Nothing here</h1>" }));
  await page.goto(demoUrl);

  await expect(page.getByTestId("outage")).toContainText("this server is no emulator: it answered 404 to /emulator/host-page");
  await expect(page.locator("main")).toBeHidden();
  await page.unroute(/emulator\/host-page$/);
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(page.getByTestId("host-state")).toHaveText("initialized");

  await page.clock.install();
  const demo = await Demo.open(page, demoUrl, { widget: "http://localhost:9/phone" });
  await expect(demo.get("host-state")).toHaveText("syncing");

  await page.clock.runFor(31_000);

  await expect(demo.get("host-state")).toHaveText("failed");
  for (const text of ["http://localhost:9/phone", "allow framing", "'wasm-unsafe-eval'"]) await expect(demo.get("host-hint")).toContainText(text);
  await expect(demo.get("retry")).toBeVisible();
  await expect(demo.get(`dial-${NUMBERS.mariaMobile}`)).toBeDisabled();
});

test("dev: the widget is the user's own, named after its host", async ({ page, demoUrl }) => {
  const own = new URL(softphone(demoUrl));
  running = start(["dev", `${own.href}?login=auto`, "--port", "0"]);
  const [, dev = ""] = await running.says(/The record page: {2}(\S+)\n/);

  await page.goto(dev);

  await expect(page.getByTestId("host-state")).toHaveText("initialized");
  await expect(page.getByTestId("widget-url")).toHaveValue(`${own.href}?login=auto`);
  await expect(page.getByTestId("frame")).toContainText(own.host);
});

test("a link's app on another machine is asked for first", async ({ page, demoUrl }) => {
  const addresses: string[] = [];
  await page.route(/^http:\/\/evil\.example\//, async (route) => {
    addresses.push(route.request().url());
    await route.fulfill({ contentType: "text/html", body: "<!doctype html><title>Evil</title>" });
  });
  const address = `${demoUrl}?ns=chosen&name=Phone&widget=${encodeURIComponent("http://evil.example/phone")}`;

  await page.goto(address);
  await expect(page.getByTestId("leave-dialog")).toContainText("A link chose http://evil.example, which is not on this machine.");
  await page.getByTestId("leave-stay").click();
  await expect(page.getByTestId("host-state")).toHaveText("initialized");
  expect(addresses).toEqual([]);
  await expect(page.getByTestId("widget-url")).toHaveValue(/^http:\/\/localhost:/);

  await page.goto(address);
  await page.getByTestId("leave-go").click();
  await expect.poll(() => addresses).toEqual(["http://evil.example/phone"]);
});
