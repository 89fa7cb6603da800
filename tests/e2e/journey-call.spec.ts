// A user's day at the record page: calls from the click to the timeline, and everything around.
import { randomUUID } from "node:crypto";

import type { Page } from "@playwright/test";

import { accountOf, Demo, NUMBERS, softphone } from "./support/demo.ts";
import { expect, frameAt, test } from "./support/test.ts";

type Call = { id: string; properties: Record<string, string>; associations?: object };

/** Calls the emulator in the account of an open page; the answer's body. */
async function ask(page: Page, method: string, path: string, data?: object): Promise<unknown> {
  const account = await accountOf(page);
  const answer = await account(method, path, data);
  expect(answer.ok(), `${method} ${path}`).toBe(true);
  return answer.status() === 204 ? undefined : await answer.json();
}

async function calls(page: Page): Promise<Call[]> {
  const query = "properties=hs_call_body,hs_call_to_number,demo_on_timeline&associations=contacts";
  return ((await ask(page, "GET", `/crm/v3/objects/calls?${query}`)) as { results: Call[] }).results;
}

/** Hangs up and saves the open form; the call is on the timeline then. */
async function complete(demo: Demo, notes: string): Promise<void> {
  await demo.sp("hangup").click();
  await demo.save(notes);
  await expect(demo.latestCall()).toContainText(notes);
  await expect(demo.latestCall()).toHaveAttribute("data-state", "completed");
}

test("a dialled call is on the record after a reload", async ({ page, demoUrl }) => {
  const demo = await Demo.start(page, demoUrl, { phone: { answerAfter: "200" } });
  await expect(demo.get("storage")).toHaveText("Stored in the emulator");
  const screens = await demo.screens();

  await demo.call(NUMBERS.mariaMobile);
  await expect(demo.latestCall()).toHaveAttribute("data-state", "open");
  expect(await screens()).toEqual(["dialing", "ringing", "connected"]);
  await demo.sp("hangup").click();
  await demo.expectPhone("ended");
  await demo.sp("title").fill("Spring check agreed");
  await demo.save("Tuesday at nine.");

  await demo.expectPhone("completed");
  const call = demo.latestCall();
  for (const [name, value] of [["state", "completed"], ["direction", "OUTBOUND"], ["status", "COMPLETED"]] as const) {
    await expect(call).toHaveAttribute(`data-${name}`, value);
  }
  for (const text of ["Spring check agreed", "Tuesday at nine.", "+1 (202) 555-0100 to +1 (202) 555-0143"]) await expect(call).toContainText(text);
  // By default, the host hides the phone.
  await expect(demo.get("frame")).toHaveAttribute("data-hidden", "");
  for (const type of ["DIAL_NUMBER", "OUTGOING_CALL_STARTED", "CREATE_ENGAGEMENT_SUCCEEDED", "CALL_ANSWERED", "CALL_ENDED", "CALL_COMPLETED", "UPDATE_ENGAGEMENT_SUCCEEDED"]) {
    await expect(demo.log(type)).toHaveCount(1);
  }
  const duration = await call.textContent();

  await page.reload();

  await expect(demo.get("host-state")).toHaveText("initialized");
  expect(await call.textContent()).toBe(duration);
  const [, stored] = await calls(page);
  expect(stored?.properties).toMatchObject({ hs_call_body: "Tuesday at nine.", hs_call_to_number: `+${NUMBERS.mariaMobile}`, demo_on_timeline: "true" });
  expect(stored?.associations).toEqual({ contacts: { results: [{ id: "1001", type: "call_to_contact" }] } });
  await expect(call).toHaveAttribute("data-engagement-id", stored?.id ?? "");
  // The page continues, even after its token expired.
  await ask(page, "POST", "/emulator/clock", { advanceMs: 3_600_000 });
  await demo.call(NUMBERS.mariaMobile);
  await complete(demo, "The second one.");
  expect(await calls(page)).toHaveLength(3);

  await ask(page, "POST", "/emulator/faults", { route: "/crm/v3/objects/{objectType}", status: 503, times: 1 });
  await demo.get(`dial-${NUMBERS.mariaMobile}`).click();
  await expect(demo.log("CREATE_ENGAGEMENT_FAILED")).toHaveCount(1);
  expect(await calls(page)).toHaveLength(3);
});

test("an incoming call opens its record and ends on its timeline", async ({ page, demoUrl }) => {
  const demo = await Demo.start(page, demoUrl, { query: { location: "remote" } });
  await ask(page, "POST", "/crm/v3/objects/contacts", { properties: { firstname: "New", lastname: "Contact", phone: "+19175550126" } });
  await demo.get("record-1002").click();
  await expect(page.getByRole("heading", { level: 1, name: "Jonas Lindqvist" })).toBeVisible();

  // A contact that a program created while the page was open is found, too.
  await demo.sp("incoming-number").selectOption({ label: "Unknown number" });
  await demo.sp("incoming").click();
  await expect(demo.sp("caller")).toHaveText("New Contact");
  await demo.sp("decline").click();
  await demo.save();
  await demo.expectPhone("completed");
  await demo.get("show").click();
  await demo.sp("incoming-number").selectOption({ label: "Maria Okafor" });
  await demo.sp("incoming").click();
  await demo.expectPhone("incoming");
  await expect(demo.sp("caller")).toHaveText("Maria Okafor");
  await expect(page.getByRole("button", { name: /^Call Jonas Lindqvist/ }).first()).toBeEnabled();
  await demo.sp("answer").click();
  await demo.expectPhone("connected");
  await expect(page.getByRole("heading", { level: 1, name: "Maria Okafor" })).toBeVisible();
  await expect(demo.get(`dial-${NUMBERS.mariaMobile}`)).toBeDisabled();
  await complete(demo, "Called back.");

  await expect(demo.latestCall()).toHaveAttribute("data-direction", "INBOUND");
  await expect(demo.latestCall()).toContainText("Call from Maria Okafor");
});

test("a call is held, and three numbers end as they say", async ({ page, demoUrl }) => {
  const demo = await Demo.start(page, demoUrl, { query: { location: "remote" }, phone: { answerAfter: "200", save: "auto" } });
  await demo.call(NUMBERS.mariaMobile);
  for (const [isHeld, remark] of [["true", "On hold."], ["false", ""]] as const) {
    await demo.sp("hold").click();
    await expect(demo.sp("hold")).toHaveAttribute("aria-pressed", isHeld);
    await expect(demo.sp("remark")).toHaveText(remark);
  }
  await demo.sp("hangup").click();
  await demo.expectPhone("completed");

  for (const [number, status] of [["+1 202 555 0181", "BUSY"], ["+1 202 555 0182", "NO_ANSWER"], ["+1 202 555 0183", "FAILED"]] as const) {
    await demo.get("show").click();
    await demo.sp("number").fill(number);
    await demo.sp("call").click();
    await expect(demo.log("CALL_ENDED").filter({ hasText: status })).toHaveCount(1);
    await demo.expectPhone("completed");
  }
});

test("a first visit dials, and leaving during a call asks first", async ({ page, demoUrl }) => {
  const printed: string[] = [];
  const hosts = new Set<string>();
  page.on("console", (message) => {
    // Chromium names a permission of the frame that only Firefox has.
    if (["error", "warning"].includes(message.type()) && !message.text().includes("speaker-selection")) printed.push(message.text());
  });
  page.on("request", (request) => hosts.add(new URL(request.url()).hostname));
  await page.goto(`${demoUrl}?ns=first-${randomUUID().slice(0, 13)}`);
  await expect(page.getByTestId("host-state")).toHaveText("initialized");
  const demo = new Demo(page);
  await demo.call(NUMBERS.mariaMobile);
  expect(printed).toEqual([]);
  expect([...hosts].filter((host) => host !== "localhost" && host !== "")).toEqual([]);
  const heading = page.getByRole("heading", { level: 1 });

  await demo.get("record-1002").click();
  await demo.get("leave-stay").click();
  await expect(heading).toHaveText("Maria Okafor");
  const asking = page.waitForEvent("dialog");
  await page.close({ runBeforeUnload: true });
  const dialog = await asking;
  expect(dialog.type()).toBe("beforeunload");
  await dialog.dismiss();

  await demo.get("record-1002").click();
  await demo.get("leave-go").click();
  await expect(heading).toHaveText("Jonas Lindqvist");
  await demo.expectPhone("connected");
  await demo.sp("hangup").click();
  await demo.save();
  await demo.get("record-1001").click();
  await expect(demo.latestCall()).toHaveAttribute("data-state", "completed");
});

test("the phone makes calls in the bar and in its own window", async ({ page, demoUrl }) => {
  const demo = await Demo.start(page, demoUrl);
  await demo.get("minimise").click();
  await expect(demo.sp("visibility")).toHaveText("minimised");
  await demo.get("minimise").click();
  await demo.get("close").click();
  await expect(demo.sp("visibility")).toHaveText("hidden");

  await demo.get("location-remote").click();
  await expect(demo.get("frame")).toHaveAttribute("data-location", "remote");
  await expect(demo.get("host-state")).toHaveText("initialized");
  await demo.call(NUMBERS.mariaMobile);
  await complete(demo, "From the navigation bar.");

  const [popup] = await Promise.all([page.waitForEvent("popup"), demo.get("location-window").click()]);
  demo.phone = popup.frameLocator("iframe");
  await expect(demo.get("host-state")).toHaveText("initialized");
  await demo.call(NUMBERS.mariaMobile);
  await complete(demo, "From the window.");
});

test("another app is opened by address or override, and kept", async ({ page, demoUrl, site }) => {
  const demo = await Demo.start(page, demoUrl);
  const app = site.page("phone.test", { libraries: ["published-0.9.7", "app"], main: () => window.startApp({}) });
  for (const url of ["javascript:alert(document.domain)", ""]) {
    await demo.get("widget-url").fill(url);
    await demo.get("widget-apply").click();
    await expect(demo.get("widget-error")).not.toHaveText("");
    await demo.expectPhone("idle");
  }
  await page.getByLabel("Width").fill("5");
  await demo.get("widget-apply").click();
  await expect(page.getByLabel("Width")).toHaveAttribute("aria-invalid", "true");
  await demo.get("widget-demo").click();
  await page.getByLabel("Width").fill("400");
  await demo.get("is-ready").uncheck();
  await demo.get("widget-apply").click();
  await expect(demo.get("test-badge")).toBeVisible();
  await expect.poll(() => ask(page, "GET", "/crm/v3/extensions/calling/123/settings")).toMatchObject({ width: 400, isReady: false });
  await demo.expectPhone("idle");
  const loads: string[] = [];
  page.on("framenavigated", (frame) => {
    if (frame !== page.mainFrame()) loads.push(frame.url());
  });

  await demo.get("widget-url").fill(app);
  await page.getByLabel("Name", { exact: true }).fill("Another phone");
  await demo.get("widget-apply").click();

  await expect(page.getByRole("region", { name: "Another phone" })).toBeVisible();
  await expect(demo.get("host-state")).toHaveText("initialized");
  expect(loads).toEqual([app]);
  await page.reload();
  const frame = await frameAt(page, app);
  await expect(demo.get("host-state")).toHaveText("initialized");
  await demo.get(`dial-${NUMBERS.mariaMobile}`).click();
  await frame.waitForFunction(() => window.seen.calls.some(({ handler }) => handler === "onDialNumber"));
  await expect(demo.latestCall()).toHaveAttribute("data-state", "completed");

  // An override in this browser is used and cleared; an invalid one is reported and ignored.
  const widget = `${softphone(demoUrl)}?login=auto&from=override`;
  const store = (text: string): Promise<void> => page.evaluate((text) => localStorage.setItem("LocalSettings:Calling:CallingExtensions", text), text);
  await store(JSON.stringify({ isReady: true, name: "x", url: "javascript:alert(1)" }));
  await page.reload();
  await expect(demo.get("override-banner")).toContainText("url");
  await expect(demo.get("override-status")).toHaveAttribute("data-status", "invalid");
  await expect(demo.get("widget-url")).toHaveValue(app);
  await store(JSON.stringify({ isReady: false, name: "Overridden phone", url: widget }));
  await page.reload();
  await expect(demo.get("override-status")).toHaveAttribute("data-status", "applied");
  await expect(demo.get("widget-url")).toHaveValue(widget);
  await expect(demo.get("test-badge")).toBeVisible();
  await expect(demo.get("frame").locator("iframe")).toHaveAttribute("src", widget);
  await demo.get("override-clear").click();
  await demo.get("override-reload").click();
  await expect(demo.get("override-status")).toHaveAttribute("data-status", "absent");
  await expect(demo.get("widget-url")).not.toHaveValue(widget);
});

test("a record has its deals and its quotes, which open", async ({ page, demoUrl }) => {
  const demo = await Demo.start(page, demoUrl);
  const published = page.locator('[data-quote-id="6001"]');
  const draft = page.locator('[data-quote-id="6002"]');
  for (const text of ["Published", "To be paid", "EUR 3,794.64"]) await expect(published).toContainText(text);
  await expect(draft).toContainText("Draft");
  await expect(draft.locator("a")).toHaveCount(0);

  const title = `<img src=x onerror="document.title='run'">`;
  await ask(page, "PATCH", "/crm/v3/objects/quotes/6002", { properties: { hs_title: title, hs_status: "APPROVED" } });
  await page.evaluate(() => window.dispatchEvent(new Event("focus")));
  await expect(draft.locator("a")).toHaveText(title);
  const opened = page.waitForEvent("popup");
  await draft.locator("a").click();
  const quote = await opened;
  await expect(quote.locator("h1")).toHaveText(title);
  await expect(quote.locator("th.amount")).toHaveText("EUR 237.60");
  const pdf = await page.request.get(`${quote.url()}.pdf`);
  expect((await pdf.body()).subarray(0, 5).toString()).toBe("%PDF-");
  await quote.close();

  // A record without deals has no card for them.
  await demo.get("record-1002").click();
  await expect(page.locator("#deals")).toBeHidden();
  expect(await page.title()).not.toBe("run");
});

test("an app's events appear on their records, with their pages", async ({ page, demoUrl }) => {
  await page.route("https://phone.example/**", (route) =>
    route.fulfill({ contentType: "text/html", body: "<p>recording</p><script>try { top.location = 'https://phone.example/away'; } catch {}</script>" }),
  );
  const demo = await Demo.start(page, demoUrl);
  await expect(demo.get("timeline-event")).toHaveCount(2);
  const address = page.url();
  const put = (rating: string, comment: string): Promise<unknown> =>
    ask(page, "PUT", "/integrations/v1/123/timeline/event", { objectId: 1001, id: "new", eventTypeId: "5001", rating, extraData: { comment } });

  await put("5", "All *good*.");
  const event = demo.get("timeline-event").first();
  await expect(event.locator("h3 strong")).toHaveText("5 of 5");
  await event.locator("summary").click();
  await expect(event.locator("blockquote")).toHaveText("All *good*.");
  // Replacing the event leaves it open. On focus the page updates at once.
  await put("1", "Well.");
  await page.evaluate(() => window.dispatchEvent(new Event("focus")));
  await expect(event.locator("h3")).toContainText("1 of 5");
  await expect(event.locator("blockquote")).toBeVisible();

  await demo.get("event-link").click();
  const dialog = page.getByRole("dialog", { name: "Voicemail of Maria Okafor" });
  await expect(dialog.locator("iframe")).toHaveAttribute("width", "420");
  await expect(dialog.locator("iframe").contentFrame().getByText("recording")).toBeVisible();
  await demo.get("event-frame-close").click();
  await expect(dialog.locator("iframe")).toHaveCount(0);
  expect(page.url()).toBe(address);
  await page.getByRole("link", { name: "Harbour & Finch" }).click();
  await expect(demo.get("timeline-event")).toHaveCount(1);
});
