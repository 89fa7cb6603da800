// The module traps in the middle of its work; the session goes on. What each kind of
// trap costs is in tests/session/widget_engine/traps.rs.
import type { Frame, Page } from "@playwright/test";

import { expect, frameAt, test, type Site } from "./support/test.ts";

type Message = { type: string; messageId: string };

declare global {
  interface Window {
    /** What came of the engagements the app awaits, by the call: an id, or a code. */
    awaited: Record<string, Promise<unknown>>;
    /** Has the app call somebody and await the engagement. */
    startAwaited(externalCallId: string): void;
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

/** Opens a host page with a widget whose module can be made to trap. */
async function embed(page: Page, site: Site): Promise<Frame> {
  const widget = site.page(
    "phone.test",
    {
      libraries: ["trapping", "sdk", "app"],
      main: (hostOrigin) => {
        window.startApp({ hostOrigin });
        window.awaited = {};
        window.startAwaited = (externalCallId) => {
          const receipt = window.cti.tracked.outgoingCall({
            externalCallId,
            fromNumber: "+12025550100",
            toNumber: "+12025550144",
            createEngagement: true,
          });
          window.awaited[externalCallId] = receipt.engagement().catch((error: unknown) => (error as { code: string }).code);
        };
      },
    },
    site.origin("crm.test"),
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
