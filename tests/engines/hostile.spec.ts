// Attacks that need nothing of one engine, in each engine.
import { test as base, expect } from "@playwright/test";

import { Site } from "../e2e/support/test.ts";
import { startEngine, type Engine } from "./support/engines.ts";
import { evilPage, hostPage, SITES, widgetPage, type Report } from "./support/pages.ts";
import { serve } from "./support/serve.ts";

const test = base.extend<object, { engine: Engine; site: Site }>({
  engine: [
    async ({}, use, { project }) => {
      const engine = await startEngine(project.name);
      await use(engine);
      await engine.close();
    },
    { scope: "worker" },
  ],
  site: [
    async ({}, use) => {
      const { site, close } = await serve();
      await use(site);
      close();
    },
    { scope: "worker" },
  ],
});

const FRAMES = [
  { name: "a frame beside the widget's", sandbox: undefined },
  { name: "a sandboxed frame beside the widget's", sandbox: "allow-scripts" },
];

const ATTACKS = ["dial", "sync", "created", "end", "acknowledge", "complete", "prototypes", "flood", "bomb"];

test("a call goes from the dial to the timeline", async ({ engine, site }) => {
  await engine.open(hostPage(site, widgetPage(site)));

  expect(await engine.evaluate("bench.dial()")).toBe(true);
  const { state, handlers, errors } = await report(engine);
  expect(state).toBe("ready");
  expect(handlers.filter((handler) => handler === "onReady")).toHaveLength(1);
  expect(errors).toEqual([]);
});

test("an inbound call goes from the ringing to the timeline", async ({ engine, site }) => {
  await engine.open(hostPage(site, widgetPage(site)));
  await engine.evaluate("bench.dial()");

  await engine.evaluate(`document.querySelector("#phone iframe").contentWindow.postMessage("ring", "*")`);

  expect(await engine.evaluate("bench.inbound()")).toBe(true);
});

for (const { name, sandbox } of FRAMES) {
  for (const attack of ATTACKS) {
    test(`${name} attacks: ${attack}`, async ({ engine, site }) => {
      await engine.open(hostPage(site, widgetPage(site)));
      expect(await engine.evaluate("bench.dial()")).toBe(true);
      const before = await report(engine);

      const heard = await engine.evaluate(
        `bench.attacker(${JSON.stringify(evilPage(site))}, ${JSON.stringify(sandbox)})
          .then((frame) => bench.attack(frame, ${JSON.stringify(attack)}))`,
      );

      const after = await report(engine);
      expect(heard).toBe(0);
      expect(after.handlers).toEqual(before.handlers);
      expect(after.state).toBe("ready");
      expect(after.counts["FOREIGN_SOURCE"] ?? 0).toBeGreaterThan(before.counts["FOREIGN_SOURCE"] ?? 0);
      expect(await engine.evaluate("bench.dial()")).toBe(true);
      expect(await engine.evaluate("store.engagements.length")).toBe(2);
    });
  }
}

test("a frame within the widget's own page attacks", async ({ engine, site }) => {
  await engine.open(hostPage(site, widgetPage(site)));
  expect(await engine.evaluate("bench.dial()")).toBe(true);
  const before = await report(engine);

  await engine.evaluate(
    `document.querySelector("#phone iframe").contentWindow.postMessage({ nested: ${JSON.stringify(evilPage(site))} }, "*")`,
  );
  await expect.poll(async () => (await report(engine)).counts["FOREIGN_SOURCE"] ?? 0).toBeGreaterThan(5000);

  expect((await report(engine)).handlers).toEqual(before.handlers);
  expect(await engine.evaluate("bench.dial()")).toBe(true);
});

test("the widget's own page forges messages", async ({ engine, site }) => {
  await engine.open(hostPage(site, widgetPage(site)));
  expect(await engine.evaluate("bench.dial()")).toBe(true);
  const before = await report(engine);

  await engine.evaluate(`document.querySelector("#phone iframe").contentWindow.postMessage("attack the own window", "*")`);

  await expect.poll(async () => (await report(engine)).counts["UNTRUSTED_EVENT"]).toBe(1);
  expect((await report(engine)).handlers).toEqual(before.handlers);
  expect(await engine.evaluate("bench.dial()")).toBe(true);
});

test("a foreign page around the widget opens no session", async ({ engine, site }) => {
  await engine.open(hostPage(site, widgetPage(site), SITES.evil));

  await expect.poll(async () => (await report(engine)).counts["ORIGIN_REFUSED"] ?? 0).toBeGreaterThan(2);

  expect((await report(engine)).state).toBe("waiting");
  expect(await engine.evaluate(`seen.messages.filter(({ data }) => !("report" in data))`)).toEqual([]);
});

test("a page in the widget's place hears nothing and says nothing", async ({ engine, site }) => {
  await engine.open(hostPage(site, widgetPage(site)));
  expect(await engine.evaluate("bench.dial()")).toBe(true);

  const heard = await engine.evaluate(`(async () => {
    const frame = document.querySelector("#phone iframe");
    const ready = new Promise((resolve) => addEventListener("message", ({ data }) => data?.attacker && resolve()));
    frame.src = ${JSON.stringify(evilPage(site))};
    await ready;
    host.setVisibility({ isMinimized: true });
    await bench.attack(frame, "acknowledge");
    return bench.attack(frame, "complete");
  })()`);

  expect(heard).toBe(0);
  expect(await engine.evaluate("host.state")).toBe("syncing");
  expect(await engine.evaluate("store.engagements.length")).toBe(1);
});

async function report(engine: Engine): Promise<Report> {
  return (await engine.evaluate("bench.report()")) as Report;
}
