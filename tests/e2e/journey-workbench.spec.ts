// A developer's day at the workbench: scenarios, messages, faults, states, traces. The panels'
// rules are tested in tests/unit/workbench.test.ts.
import { readFile } from "node:fs/promises";

import { replayTrace } from "calling-widget-sdk/trace";

import { openPanel } from "./support/accessible.ts";
import { Demo, NUMBERS } from "./support/demo.ts";
import { expect, frameAt, test } from "./support/test.ts";

const QUICK = { pause: "50" };

/** Runs a scenario, and asserts that each of its steps is ticked off. */
async function run(demo: Demo, id: string): Promise<void> {
  await test.step(id, async () => {
    await openPanel(demo.page, "scenarios");
    await demo.get(`scenario-${id}`).click();
    await expect(demo.get(`scenario-${id}`)).toHaveAttribute("aria-pressed", "true");
    await expect(demo.get("scenario-status"), id).toHaveText("Everything was seen.");
    await expect(demo.get("scenario-steps").locator('li:not([data-state="done"]):not([data-state="skipped"])')).toHaveCount(0);
  });
}

test("each scenario runs by one click, and each step is ticked off", async ({ context, page, demoUrl }) => {
  const demo = await Demo.start(page, demoUrl, { phone: QUICK });

  for (const id of ["outbound-answered", "outbound-busy", "inbound-answered", "inbound-missed", "inbound-rejected", "transferred", "task-queue", "custom-object", "reload"]) {
    await run(demo, id);
  }

  // A script belongs to one run: a reload of the widget does not repeat it.
  await expect(demo.get("widget-url")).not.toHaveValue(/script|run/);
  await run(demo, "outbound-answered");
  await demo.get("scenario-steps").locator("li", { hasText: "DIAL_NUMBER" }).getByRole("button").click();
  await expect(demo.log("DIAL_NUMBER").first().locator("details")).toHaveAttribute("open");

  const completed = demo.get("timeline-item").and(page.locator("[data-state=completed]"));
  const before = await completed.count();
  const opened = context.waitForEvent("page");
  await run(demo, "popout");
  await expect((await opened).getByTestId("sp-state")).toHaveText("completed");
  await expect(completed).toHaveCount(before + 1);
});

/** An app whose user does everything by hand. */
function byHand(): void {
  const cti = new window.sdk.default({
    debugMode: false,
    eventHandlers: {
      onReady: () => {
        cti.initialized({ isLoggedIn: true });
      },
      onDialNumber: () => undefined,
      onVisibilityChanged: () => undefined,
    },
  });
  Object.assign(window, { cti });
}

test("with another app a scenario says what to do, and a call that ends too early fails it", async ({ page, demoUrl, site }) => {
  const app = site.page("phone.test", { libraries: ["published-0.9.7"], main: byHand });
  const demo = await Demo.open(page, demoUrl, { widget: app });
  // The link leads to another machine.
  await demo.get("leave-go").click();
  await expect(demo.get("host-state")).toHaveText("initialized");
  const frame = await frameAt(page, app);
  await openPanel(page, "scenarios");

  await demo.get("scenario-outbound-answered").click();

  await expect(demo.get("scenario-status")).toHaveText("Waiting: OUTGOING_CALL_STARTED. Have the app place the call.");
  await frame.evaluate(() => {
    const { cti } = window as unknown as { cti: Record<"outgoingCall" | "callEnded", (data: object) => void> };
    cti.outgoingCall({ externalCallId: "c-1", toNumber: "+12025550143", createEngagement: false });
    cti.callEnded({ externalCallId: "c-1", callEndStatus: "FAILED" });
  });
  await expect(demo.get("scenario-status")).toContainText("did not go as it should");
  await expect(demo.get("scenario-steps")).toContainText("CALL_ENDED came instead");
});

test("a call's messages are a list and a diagram, each has its details and a link, and its states are lit; the session is saved as a trace", async ({ page, context, demoUrl }, info) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const demo = await Demo.start(page, demoUrl);
  await openPanel(page, "messages");
  await demo.get("look-diagram").click();
  const arrow = (type: string) => page.locator(`[data-testid=arrow][data-type="${type}"]`);

  await demo.call(NUMBERS.mariaMobile);

  for (const type of ["SYNC_ACK", "READY", "INITIALIZED", "DIAL_NUMBER", "OUTGOING_CALL_STARTED", "CALL_ANSWERED"]) {
    await expect(arrow(type)).toHaveCount(await demo.log(type).count());
  }
  await expect(arrow("DIAL_NUMBER")).toHaveAttribute("data-direction", "toWidget");
  // The dial names no call; the host attributes it to this one.
  await expect(arrow("DIAL_NUMBER").locator(".call-name")).toHaveText(/^Call 1 · demo-/);
  await arrow("SYNC_ACK").click();
  await expect(demo.get("message-title")).toContainText("SYNC_ACK");
  await expect(demo.get("message-details")).toContainText('"version": "0.9.7"');
  await demo.get("message-link").click();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(/#\/record\/0-1\/1001\/message\/\d+$/);
  await demo.get("diagram").press("Escape");
  await expect(demo.get("message-details")).toBeHidden();

  await openPanel(page, "states");
  const lit = (region: string) => page.getByRole("region", { name: region, exact: true }).locator(".across .state-box[data-lit] .state-name");
  await expect(lit("Session")).toHaveText("initialized");
  await expect(lit("Open calls")).toHaveText("connected");
  await demo.sp("hangup").click();
  await expect(lit("Open calls")).toHaveText("ended");
  await demo.save();
  await expect(lit("Open calls")).toHaveCount(0);
  await expect(demo.get("calls").locator("tbody tr")).toHaveAttribute("data-state", "completed");
  await expect(demo.get("host-counts")).toContainText("Nothing");
  await page.evaluate(() => window.postMessage({ type: "CALL_ENDED" }, location.origin));
  await demo.get("show").click();
  await demo.call(NUMBERS.mariaMobile);
  await expect(demo.get("host-counts")).toContainText("FOREIGN_SOURCE");

  await openPanel(page, "messages");
  await demo.get("look-list").click();
  await demo.get("message-filter").fill("initialized");
  await expect(demo.get("message-count")).toHaveText(/^1 of \d+$/);

  const [download] = await Promise.all([page.waitForEvent("download"), demo.get("trace-save").click()]);
  const saved = info.outputPath("trace.jsonl");
  await download.saveAs(saved);
  const text = await readFile(saved, "utf8");
  const trace = replayTrace(text);
  const steps = [...trace.steps()];
  expect(trace.header.side).toBe("host");
  expect(steps.every(({ isSame }) => isSame)).toBe(true);
  expect(steps.flatMap(({ messages }) => messages.map(({ message }) => message.type))).toContain("OUTGOING_CALL_STARTED");
  expect(text).not.toContain(NUMBERS.mariaMobile);
});

/** Arms a fault for the next message of a type. */
async function arm(demo: Demo, type: string, fate: string, ms = ""): Promise<void> {
  await demo.get("fault-type").selectOption(type);
  await demo.get("fault-fate").selectOption(fate);
  if (ms !== "") await demo.get("fault-ms").fill(ms);
  await demo.get("fault-arm").click();
}

test("faults of the wire, of the session and of the records happen, and the log says which", async ({ page, demoUrl }) => {
  const demo = await Demo.start(page, demoUrl, { query: { location: "remote" } });
  await openPanel(page, "faults");
  await arm(demo, "DIAL_NUMBER", "dropped");
  await demo.get(`dial-${NUMBERS.mariaMobile}`).click();
  await expect(demo.log("DIAL_NUMBER")).toHaveAttribute("data-fate", "dropped");
  await expect(demo.get("fault-count")).toBeHidden();
  await demo.expectPhone("idle");
  // The host still waits for the call; once the widget is loaded again, the next dial arrives.
  await demo.get("reload").click();
  await page.getByRole("button", { name: "Reload widget" }).last().click();
  await expect(demo.log("INITIALIZED")).toHaveCount(2);

  // A lost message of the widget's is listed, although no host received it.
  await arm(demo, "OUTGOING_CALL_STARTED", "delayed", "300");
  await arm(demo, "CALL_ANSWERED", "dropped");
  await demo.get("fault-hang").click();
  await demo.call(NUMBERS.mariaMobile);
  await expect(demo.log("OUTGOING_CALL_STARTED")).toHaveAttribute("data-fate", "delayed");
  await expect(demo.log("CALL_ANSWERED")).toHaveAttribute("data-fate", "dropped");
  await expect(demo.get("fault-hang")).toHaveText("Let the creation answer");
  await expect(demo.log("CREATE_ENGAGEMENT_SUCCEEDED")).toHaveCount(0);
  await demo.get("fault-hang").click();
  await expect(demo.log("CREATE_ENGAGEMENT_SUCCEEDED")).toHaveCount(1);
  await demo.sp("hangup").click();
  await demo.get("fail-update").click();
  await demo.save("Lost notes");
  await expect(demo.log("UPDATE_ENGAGEMENT_FAILED")).toHaveCount(1);
  await expect(demo.latestCall()).not.toContainText("Lost notes");
  await demo.expectPhone("completed");

  await demo.get("show").click();
  await demo.get("fault-callers").selectOption("several");
  await demo.get("fault-silent").click();
  await demo.sp("incoming-number").selectOption({ label: "Harbour & Finch" });
  await demo.sp("incoming").click();
  await demo.expectPhone("incoming");
  await expect(demo.log("INCOMING_CALL")).toHaveCount(0);
  await demo.get("fault-silent").click();
  await expect(demo.sp("caller")).toHaveText("Maria Okafor");
  await expect(demo.phone.getByText("Also: Jonas Lindqvist, Priya Raman")).toBeVisible();
  await demo.sp("decline").click();
  await demo.get("fault-logout").click();
  await expect(demo.log("LOGGED_OUT")).toHaveAttribute("data-fate", "by the workbench");
  await expect(demo.get("host-hint")).toContainText("not logged in");
});

test("a copied link restores widget, place, faults and panel elsewhere", async ({ page, context, demoUrl }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const demo = await Demo.start(page, demoUrl, { query: { location: "remote" }, hash: "#/record/0-1/1002" });
  await openPanel(page, "faults");
  await demo.get("latency-toHostMs").fill("150");
  await arm(demo, "CALL_ENDED", "delayed", "700");
  await demo.get("fault-hang").click();
  await demo.get("fault-not-ready").click();
  await expect(demo.get("test-badge")).toBeVisible();

  await demo.get("bench-link").click();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  // Like another browser: with nothing stored.
  await page.evaluate(() => localStorage.clear());
  await page.goto("about:blank");
  await page.goto(link);

  await expect(demo.get("host-state")).toHaveText("initialized");
  await expect(demo.get("frame")).toHaveAttribute("data-location", "remote");
  await expect(demo.get("test-badge")).toBeVisible();
  await expect(demo.get("bench-faults")).toHaveAttribute("aria-selected", "true");
  await expect(demo.get("latency-toHostMs")).toHaveValue("150");
  await expect(demo.get("fault-armed")).toHaveText("CALL_ENDED is late by 700 ms");
  await expect(demo.get("fault-count")).toHaveText("3 on");
  await expect(page.getByRole("heading", { level: 1, name: "Jonas Lindqvist" })).toBeVisible();
  // They work, besides being shown.
  await demo.get(`dial-${NUMBERS.jonasMobile}`).click();
  await expect(demo.get("fault-hang")).toHaveText("Let the creation answer");
});
