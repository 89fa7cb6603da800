// The module traps in the middle of its work; the session goes on.
import type { Frame, Page } from "@playwright/test";

import { expect, frameAt, test, type Site } from "./support/test.ts";

type Message = { type: string; messageId: string; data?: { externalCallId?: string } };

test("a trap in an inbound message costs that message and nothing else", async ({ page, site }) => {
  const frame = await embed(page, site);
  await frame.evaluate(() => {
    window.traps.push({ in: "receive", at: 6 });
  });

  await page.evaluate(() => {
    window.host.sendMessage({ type: "APP_DATA", data: "lost" });
    window.host.sendMessage({ type: "APP_DATA", data: "kept" });
    window.host.dialNumber({ phoneNumber: "+12025550143" });
  });
  await page.waitForFunction(() => window.store.engagements[0]?.onTimeline === true);

  expect(await frame.evaluate(() => [window.trapped, window.instances])).toEqual([1, 2]);
  const taken = await calls(frame, "defaultEventHandler");
  expect(taken.map(([data]) => data)).toEqual(["kept"]);
  await expectOneSession(page, frame);
});

test("a trap in a command costs that command, and the call goes on", async ({ page, site }) => {
  const frame = await embed(page, site);

  await frame.evaluate(() => {
    window.cti.outgoingCall({ externalCallId: "c-1", toNumber: "+12025550143" });
    window.traps.push({ in: "send", at: 8 });
    window.cti.callAnswered({ externalCallId: "c-1" });
    window.cti.callAnswered({ externalCallId: "c-1" });
  });
  await page.evaluate(() => window.settled());

  expect(await frame.evaluate(() => window.trapped)).toBe(1);
  const sent = await toHost(page);
  expect(sent.filter(({ type }) => type === "CALL_ANSWERED")).toHaveLength(1);
  expect(await frame.evaluate(() => window.cti.calls)).toMatchObject([
    { externalCallId: "c-1", state: "connected" },
  ]);
  await expectOneSession(page, frame);
});

test("a trap while the queue is emptied loses nothing and keeps the order", async ({ page, site }) => {
  const sends = 40;
  const frame = await embed(page, site, { in: "delivered", at: 90, sends });

  await page.waitForFunction(
    (count) => window.seen.messages.filter(({ data }) => (data as Message).type === "APP_DATA").length === count,
    sends,
  );
  expect(await frame.evaluate(() => window.trapped)).toBe(1);
  const sent = await toHost(page);
  expect(sent[1]?.type).toBe("INITIALIZED");
  const order = sent.filter(({ type }) => type === "APP_DATA").map(({ data }) => data);
  expect(order).toEqual(Array.from({ length: sends }, (_, at) => at));
  await expectOneSession(page, frame);
});

test("wherever the module traps, the session, the calls and the ids stay", async ({ page, site }) => {
  const frame = await embed(page, site);

  const outcome = await frame.evaluate(() => {
    const states: unknown[] = [];
    for (let at = 1; at <= 120; at++) {
      const before = window.trapped;
      const externalCallId = `c-${String(at)}`;
      window.cti.outgoingCall({ externalCallId, toNumber: "+12025550143" });
      window.traps.push({ in: "send", at });
      window.cti.callAnswered({ externalCallId });
      if (window.trapped === before) {
        window.traps.length = 0;
        window.cti.callEnded({ externalCallId });
        window.cti.callCompleted({ externalCallId, hideWidget: false });
        break;
      }
      const { state } = window.cti.calls.find((call) => call.externalCallId === externalCallId) ?? {};
      states.push(state);
      window.cti.callEnded({ externalCallId });
      window.cti.callCompleted({ externalCallId, hideWidget: false });
    }
    return { states, trapped: window.trapped, instances: window.instances, calls: window.cti.calls };
  });
  await page.evaluate(() => window.settled());

  expect(outcome.trapped).toBeGreaterThan(10);
  expect(outcome.instances).toBe(outcome.trapped + 1);
  expect(outcome.states).toEqual(outcome.states.map(() => "dialing"));
  expect(new Set(outcome.calls.map(({ state }) => state))).toEqual(new Set(["completed"]));
  const sent = await toHost(page);
  const completed = sent.filter(({ type }) => type === "CALL_COMPLETED").map(({ data }) => data?.externalCallId);
  expect(completed).toEqual(Array.from({ length: outcome.trapped + 1 }, (_, at) => `c-${String(at + 1)}`));
  await expectOneSession(page, frame);
});

test("the app is told of each recovery once", async ({ page, site }) => {
  const frame = await embed(page, site);
  const told = await frame.evaluate(() => {
    const events: unknown[] = [];
    window.cti.on("diagnostic", ({ code, level }) => {
      events.push({ code, level });
    });
    window.traps.push({ in: "send", at: 5 });
    window.cti.userUnavailable();
    return events;
  });

  expect(told).toEqual([{ code: "RECOVERED", level: "error" }]);
  expect((await frame.evaluate(() => window.cti.diagnostics())).counts).toMatchObject({ RECOVERED: 1 });
  expect(await frame.evaluate(() => window.seen.console.map(({ level }) => level))).toEqual(["error"]);
});

/** No second handshake, READY once, and no message id twice. */
async function expectOneSession(page: Page, frame: Frame): Promise<void> {
  const sent = await toHost(page);
  expect(sent.filter(({ type }) => type === "SYNC_ACK")).toHaveLength(1);
  expect(await calls(frame, "onReady")).toHaveLength(1);
  expect(new Set(sent.map(({ messageId }) => messageId)).size).toBe(sent.length);
  expect(await frame.evaluate(() => window.seen.errors)).toEqual([]);
  await page.evaluate(() => {
    window.host.setVisibility({ isMinimized: true });
  });
  await expect.poll(() => calls(frame, "onVisibilityChanged")).toHaveLength(1);
}

type Queued = { in: string; at: number; sends: number };

/** Opens a host page with a widget whose module can be made to trap. */
async function embed(page: Page, site: Site, queued?: Queued): Promise<Frame> {
  const widget = site.page(
    "phone.test",
    {
      libraries: ["trapping", "sdk", "app"],
      main: ({ hostOrigin, queued }: { hostOrigin: string; queued: Queued | undefined }) => {
        window.startApp({ hostOrigin });
        for (let at = 0; at < (queued?.sends ?? 0); at++) {
          window.cti.sendMessage({ type: "APP_DATA", data: at });
        }
        if (queued) {
          window.traps.push(queued);
        }
      },
    },
    { hostOrigin: site.origin("crm.test"), queued },
  );
  const host = site.page(
    "crm.test",
    {
      libraries: ["host"],
      body: `<div id="phone"></div>`,
      main: (url) => {
        window.store = new window.hostSdk.InMemoryRecordStore();
        window.host = new window.hostSdk.CallingHost({
          url,
          container: "#phone",
          context: { portalId: 1, userId: 2, iframeLocation: "remote" },
          store: window.store,
        });
      },
    },
    widget,
  );
  await page.goto(host);
  await page.waitForFunction(() => window.host.state === "initialized");
  return frameAt(page, widget);
}

function toHost(page: Page): Promise<Message[]> {
  return page.evaluate(() => window.seen.messages.map(({ data }) => data as Message));
}

function calls(frame: Frame, handler: string): Promise<readonly (readonly unknown[])[]> {
  return frame.evaluate(
    (name) => window.seen.calls.filter((call) => call.handler === name).map(({ args }) => args),
    handler,
  );
}
