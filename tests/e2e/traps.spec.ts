// The module traps in the middle of its work; the session goes on, and with it
// what the app awaits.
import type { Frame, Page } from "@playwright/test";

import { expect, frameAt, test, type Site } from "./support/test.ts";

type Message = { type: string; messageId: string; data?: { externalCallId?: string } };

declare global {
  interface Window {
    /** What came of the engagements the app awaits, by the call: an id, or a code. */
    awaited: Record<string, Promise<unknown>>;
    /** Has the app call somebody and await the engagement. */
    startAwaited(externalCallId: string, timeoutMs?: number): void;
    /** Has the host's store create the engagement that it holds back, of the call `held`. */
    release(): void;
  }
}

test("a trap before an inbound message costs that message and nothing else", async ({ page, site }) => {
  const frame = await embed(page, site);
  await frame.evaluate(() => {
    window.startAwaited("held");
    window.traps.push({ in: "receive", when: "before" });
  });

  await page.evaluate(() => {
    window.host.sendMessage({ type: "APP_DATA", data: "lost" });
    window.host.sendMessage({ type: "APP_DATA", data: "kept" });
  });
  await page.evaluate(() => window.settled());
  await expectHeldKept(page, frame);
  await page.evaluate(() => window.host.dialNumber({ phoneNumber: "+12025550143" }));
  await page.waitForFunction(() => window.store.engagements[1]?.onTimeline === true);

  expect(await frame.evaluate(() => [window.trapped, window.instances])).toEqual([1, 2]);
  const taken = await calls(frame, "defaultEventHandler");
  expect(taken.map(([data]) => data)).toEqual(["kept"]);
  await expectOneSession(page, frame);
});

test("a trap after a command costs that command, and the call goes on", async ({ page, site }) => {
  const frame = await embed(page, site);

  const outcome = await frame.evaluate(() => {
    window.cti.outgoingCall({ externalCallId: "c-1", toNumber: "+12025550143" });
    window.traps.push({ in: "send", when: "after" });
    window.cti.callAnswered({ externalCallId: "c-1" });
    const lost = window.cti.calls[0]?.state;
    window.cti.callAnswered({ externalCallId: "c-1" });
    window.traps.push({ in: "send", when: "before" });
    window.startAwaited("lost");
    return lost;
  });
  await page.evaluate(() => window.settled());

  expect(outcome).toBe("dialing");
  expect(await frame.evaluate(() => window.trapped)).toBe(2);
  const sent = await toHost(page);
  expect(sent.filter(({ type }) => type === "CALL_ANSWERED")).toHaveLength(1);
  expect(await frame.evaluate(() => window.cti.calls)).toMatchObject([{ externalCallId: "c-1", state: "connected" }]);
  expect(await frame.evaluate(() => window.awaited["lost"])).toBe("SESSION_LOST");
  await expectOneSession(page, frame);
});

test("a trap after the queue is emptied loses nothing and keeps the order", async ({ page, site }) => {
  const sends = 40;
  const frame = await embed(page, site, { in: "delivered", when: "after", sends });

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

test("the app is told of each recovery once", async ({ page, site }) => {
  const frame = await embed(page, site);
  const report = await frame.evaluate(() => {
    window.startAwaited("held");
    const events: unknown[] = [];
    window.cti.on("diagnostic", ({ code, level }) => {
      events.push({ code, level });
    });
    window.traps.push({ in: "send", when: "before" });
    window.cti.userUnavailable();
    return events;
  });

  expect(report).toEqual([{ code: "RECOVERED", level: "error" }]);
  expect((await frame.evaluate(() => window.cti.diagnostics())).counts).toMatchObject({ RECOVERED: 1 });
  expect(await frame.evaluate(() => window.seen.console.map(({ level }) => level))).toEqual(["error"]);
  await expectHeldKept(page, frame);
});

test("a host that begins a new session after a trap gets INITIALIZED as it stands", async ({ page, site }) => {
  const frame = await embed(page, site);
  await frame.evaluate(() => {
    window.cti.resizeWidget({ width: 410, height: 620 });
    window.traps.push({ in: "send", when: "before" });
    window.cti.sendError({ message: "lost" });
    window.cti.userUnavailable();
    window.traps.push({ in: "send", when: "after" });
    window.cti.sendError({ message: "lost" });
  });

  const before = await toHost(page);
  // Another page of the same account and user would be in this one's place.
  await page.evaluate((url) => {
    const sync = { type: "SYNC", messageId: "next_1", hostUrl: location.origin, portalId: 1, userId: 2, iframeLocation: "remote" };
    document.querySelector("iframe")?.contentWindow?.postMessage(sync, new URL(url).origin);
  }, frame.url());
  await expect.poll(async () => (await toHost(page)).length).toBe(before.length + 2);

  const [ack, initialized] = (await toHost(page)).slice(before.length);
  expect(await frame.evaluate(() => [window.trapped, window.instances])).toEqual([2, 3]);
  expect(before.filter(({ type }) => type === "INITIALIZED")).toHaveLength(1);
  expect([ack?.type, ack?.messageId]).toEqual(["SYNC_ACK", "next_1"]);
  expect(initialized).toMatchObject({
    type: "INITIALIZED",
    data: { isLoggedIn: true, isAvailable: false, sizeInfo: { width: 410, height: 620 } },
  });
  expect(await calls(frame, "onReady")).toHaveLength(1);
  expect(await frame.evaluate(() => window.seen.errors)).toEqual([]);
});

/** A receipt that was open is lost with the module; the call still gets its engagement. */
async function expectHeldKept(page: Page, frame: Frame): Promise<void> {
  expect(await frame.evaluate(() => window.awaited["held"])).toBe("SESSION_LOST");
  await page.evaluate(() => {
    window.release();
  });
  await page.waitForFunction(() => window.store.engagements.some(({ externalCallId }) => externalCallId === "held"));
  const engagements = await page.evaluate(() => window.store.engagements);
  const { id } = engagements.find(({ externalCallId }) => externalCallId === "held") ?? {};
  await expect
    .poll(() => frame.evaluate(() => window.cti.calls.find(({ externalCallId }) => externalCallId === "held")?.engagementId))
    .toBe(id);
}

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

type Queued = { in: string; when: "before" | "after"; sends: number };

/** Opens a host page with a widget whose module can be made to trap. */
async function embed(page: Page, site: Site, queued?: Queued): Promise<Frame> {
  const widget = site.page(
    "phone.test",
    {
      libraries: ["trapping", "sdk", "app"],
      main: ({ hostOrigin, queued }: { hostOrigin: string; queued: Queued | undefined }) => {
        window.startApp({ hostOrigin });
        window.awaited = {};
        window.startAwaited = (externalCallId, timeoutMs) => {
          const receipt = window.cti.tracked.outgoingCall({
            externalCallId,
            fromNumber: "+12025550100",
            toNumber: "+12025550144",
            createEngagement: true,
          });
          window.awaited[externalCallId] = receipt.engagement({ timeoutMs }).catch((error: unknown) => (error as { code: string }).code);
        };
        if (queued === undefined) {
          return;
        }
        for (let at = 0; at < queued.sends; at++) {
          window.cti.sendMessage({ type: "APP_DATA", data: at });
        }
        window.traps.push(queued);
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
        const create = window.store.createEngagement.bind(window.store);
        const released = new Promise<void>((resolve) => {
          window.release = resolve;
        });
        const createEngagement = (input: Parameters<typeof create>[0]): unknown =>
          input.externalCallId === "held" ? released.then(() => create(input)) : create(input);
        Object.assign(window.store, { createEngagement });
        window.startHost({ url, store: window.store });
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
