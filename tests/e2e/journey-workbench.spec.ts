// A developer's day at the workbench: messages, faults, traces, several windows. The panels'
// rules are tested in tests/unit/workbench.test.ts.
import { readFile } from "node:fs/promises";

import { replayTrace } from "calling-widget-sdk/trace";

import { openPanel } from "./support/accessible.ts";
import { Demo, NUMBERS } from "./support/demo.ts";
import { expect, test } from "./support/test.ts";

test("a popout of the softphone calls through the tab of its host", async ({ context, page, demoUrl }) => {
  const demo = await Demo.start(page, demoUrl, { phone: { share: "on" } });
  await expect(demo.sp("role")).toHaveText("leader");
  const opening = context.waitForEvent("page");
  await demo.sp("popout").click();
  const popout = await opening;
  await expect(popout.getByTestId("sp-role")).toHaveText("follower");

  await popout.getByTestId("sp-number").fill(`+${NUMBERS.mariaMobile}`);
  await popout.getByTestId("sp-call").click();
  await expect(popout.getByTestId("sp-state")).toHaveText("connected");
  await demo.expectPhone("connected");
  await popout.getByTestId("sp-hangup").click();
  await popout.getByTestId("sp-save").click();

  await expect(demo.latestCall()).toHaveAttribute("data-state", "completed");
  await expect(demo.get("timeline-item")).toHaveCount(1);
  await expect(demo.log("OUTGOING_CALL_STARTED")).toHaveCount(1);
});

test("a call's messages are a list, a diagram and a trace", async ({ page, demoUrl }, info) => {
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
  await demo.get("diagram").press("Escape");
  await expect(demo.get("message-details")).toBeHidden();

  await demo.sp("hangup").click();
  await demo.save();

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

test("faults of wire, session and records happen and are logged", async ({ page, demoUrl }) => {
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
  await expect(demo.get("timeline-item").filter({ hasText: "Lost notes" })).toHaveCount(0);
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

test("a copied link restores app, place, faults and panel", async ({ page, context, demoUrl }) => {
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
