// Attacks that need nothing of one engine, in each engine.
import type { Page } from "@playwright/test";

import { unless } from "../support/all.ts";
import { evilPage, hostPage, widgetPage, type Report } from "../support/engines/pages.ts";
import { expect, test } from "../support/engines/test.ts";

const FRAMES = [
  { name: "a frame beside the widget's", sandbox: undefined },
  { name: "a sandboxed frame beside the widget's", sandbox: "allow-scripts" },
];

const ATTACKS = ["dial", "sync", "created", "end", "acknowledge", "complete", "flood"];

test("a call goes from the dial to the timeline, and an inbound one from the ringing", async ({ page, site }) => {
  await page.goto(hostPage(site, widgetPage(site)));

  expect(await page.evaluate("bench.dial()")).toBe(true);
  const { state, handlers, errors } = await report(page);
  expect(state).toBe("ready");
  expect(handlers.filter((handler) => handler === "onReady")).toHaveLength(1);
  expect(errors).toEqual([]);
  await page.evaluate(`bench.tell("ring")`);
  expect(await page.evaluate("bench.inbound()")).toBe(true);
});

for (const { name, sandbox } of FRAMES) {
  for (const attack of ATTACKS) {
    test(`${name} attacks: ${attack}`, unless(false), async ({ page, site }) => {
      await page.goto(hostPage(site, widgetPage(site)));
      expect(await page.evaluate("bench.dial()")).toBe(true);
      const before = await report(page);

      const heard = await page.evaluate(`bench.attacked(${JSON.stringify(evilPage(site, [attack]))}, ${JSON.stringify(sandbox)})`);

      const after = await report(page);
      expect(heard).toBe(0);
      expect(after.handlers).toEqual(before.handlers);
      expect(after.state).toBe("ready");
      expect(after.counts["FOREIGN_SOURCE"] ?? 0).toBeGreaterThan(before.counts["FOREIGN_SOURCE"] ?? 0);
      expect(await page.evaluate("bench.dial()")).toBe(true);
      expect(await page.evaluate("store.engagements.length")).toBe(2);
    });
  }
}

async function report(page: Page): Promise<Report> {
  return page.evaluate<Report>("bench.report()");
}
