// The workbench's states: the session's, each open call's, and the host's list of calls.
import type { Locator } from "@playwright/test";

import { expectAccessible, openPanel } from "./support/accessible.ts";
import { Demo, NUMBERS } from "./support/demo.ts";
import { expect, test } from "./support/test.ts";

function lit(machine: Locator): Locator {
  return machine.locator(".across .state-box[data-lit] .state-name");
}

test("the session's state is lit, and what may come next is said", async ({ page, demoUrl, site }) => {
  const demo = await Demo.start(page, demoUrl);
  await openPanel(page, "states");
  const session = page.getByRole("region", { name: "Session", exact: true });

  await expect(lit(session)).toHaveText("initialized");
  await expect(session).toContainText("The session is initialized. Next: frameLoading leads to loading");
  // A page that never answers.
  await demo.get("widget-url").fill(site.page("phone.test", { libraries: [] }));
  await demo.get("widget-apply").click();

  await expect(lit(session)).toHaveText("syncing");
  await expect(session).toContainText("SYNC_ACK leads to connected");
});

test("a call goes through its states, and the list has what the host knows of it", async ({ page, demoUrl }) => {
  const demo = await Demo.start(page, demoUrl);
  await openPanel(page, "states");
  const calls = page.getByRole("region", { name: "Open calls" });
  await expect(calls).toContainText("None is open");
  await expect(lit(calls)).toHaveCount(0);

  await demo.call(NUMBERS.mariaMobile);

  await expect(lit(calls)).toHaveText("connected");
  await expect(calls).toContainText("callEnded leads to ended, callTransferred leads to transferred");
  await expect(demo.get("calls").locator("tbody tr")).toHaveCount(1);
  await expect(demo.get("calls")).toContainText("outbound");
  await demo.sp("hangup").click();
  await expect(lit(calls)).toHaveText("ended");
  await demo.save();
  await expect(lit(calls)).toHaveCount(0);
  await expect(demo.get("calls").locator("tbody tr")).toHaveAttribute("data-state", "completed");
});

test("what the host refuses is counted", async ({ page, demoUrl }) => {
  const demo = await Demo.start(page, demoUrl);
  await openPanel(page, "states");
  await expect(demo.get("host-counts")).toContainText("Nothing");

  await page.evaluate(() => window.postMessage({ type: "CALL_ENDED" }, location.origin));
  await demo.call(NUMBERS.mariaMobile);

  await expect(demo.get("host-counts")).toContainText("FOREIGN_SOURCE");
});

test("axe finds nothing in the states", async ({ page, demoUrl }) => {
  const demo = await Demo.start(page, demoUrl, { query: { location: "remote" } });
  await demo.call(NUMBERS.mariaMobile);
  await expectAccessible(page, "#bench-dock", () => openPanel(page, "states"));
});
