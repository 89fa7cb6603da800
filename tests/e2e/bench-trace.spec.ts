// The workbench's traces: a session to take away, and one to be replayed.
import { readFile, writeFile } from "node:fs/promises";

import { replayTrace } from "calling-widget-sdk/trace";

import { expectAccessible, openPanel } from "./support/accessible.ts";
import { Demo, NUMBERS } from "./support/demo.ts";
import { expect, test } from "./support/test.ts";

test("the session is saved, replayed in Node and in the page, and becomes a test", async ({ page, context, demoUrl }, info) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const demo = await Demo.start(page, demoUrl);
  await demo.call(NUMBERS.mariaMobile);
  await openPanel(page, "trace");

  const [download] = await Promise.all([page.waitForEvent("download"), demo.get("trace-save").click()]);
  const saved = info.outputPath("trace.jsonl");
  await download.saveAs(saved);
  const text = await readFile(saved, "utf8");
  const trace = replayTrace(text);
  const steps = [...trace.steps()];

  expect(trace.header.side).toBe("host");
  expect(steps.every(({ isSame }) => isSame)).toBe(true);
  expect(steps.flatMap(({ messages }) => messages.map(({ message }) => message.type))).toContain("OUTGOING_CALL_STARTED");
  expect(text).not.toContain(NUMBERS.mariaMobile.replace(/[^\d+]/g, ""));

  await demo.get("trace-file").setInputFiles(saved);
  await expect(demo.get("trace-status")).toHaveText("trace.jsonl: the host's side. Take its steps.");
  await demo.get("trace-next").click();
  await expect(page.getByTestId("trace-step")).toHaveCount(1);
  await expect(page.getByTestId("trace-step")).toHaveAttribute("data-input", "start");
  await demo.get("trace-rest").click();
  await expect(demo.get("trace-status")).toHaveText(`trace.jsonl: ${steps.length} steps, each gives the same as when it was recorded. That was all.`);
  await expect(demo.get("trace-next")).toBeDisabled();
  await page.getByTestId("trace-step").filter({ hasText: "DIAL_NUMBER" }).first().click();
  await expect(page.getByTestId("trace-step").filter({ hasText: "DIAL_NUMBER" }).first()).toContainText('"phoneNumber"');

  await demo.get("trace-test").click();
  await expect(demo.get("trace-test")).toHaveText("Copied");
  expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(/^\/\/ A recorded session of [^]*host\.dial\("\+/);
});

test("a step that gives something else is marked, and what is no trace is refused in words", async ({ page, demoUrl }, info) => {
  const demo = await Demo.start(page, demoUrl);
  await openPanel(page, "trace");
  const [download] = await Promise.all([page.waitForEvent("download"), demo.get("trace-save").click()]);
  const saved = info.outputPath("trace.jsonl");
  await download.saveAs(saved);
  const text = await readFile(saved, "utf8");
  await writeFile(saved, text.replace('["state","initialized"]', '["state","connected"]'));

  await demo.get("trace-file").setInputFiles(saved);
  await demo.get("trace-rest").click();

  await expect(page.locator('[data-testid="trace-step"][data-same="false"]')).toHaveCount(1);
  await expect(demo.get("trace-status")).toContainText("1 give something else than when they were recorded");
  await writeFile(saved, "no trace");
  await demo.get("trace-file").setInputFiles(saved);
  await expect(demo.get("trace-status")).toContainText("trace.jsonl: line 1 of the trace cannot be used: it is no object of JSON");
  await expect(demo.get("trace-test")).toBeDisabled();
});

test("the panel is accessible, narrow and wide, light and dark", async ({ page, demoUrl }) => {
  const demo = await Demo.start(page, demoUrl);
  await openPanel(page, "trace");
  await demo.get("trace-replay").click();
  await demo.get("trace-rest").click();

  await expectAccessible(page, "#panel-trace", async () => {
    await openPanel(page, "trace");
  });
});
