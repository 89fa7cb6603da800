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
    /** Sets a trap for a message before the module has it. */
    arm?: (type: string, data: unknown) => void;
  }
}

test("a trap in an inbound message costs that message and nothing else", async ({ page, site }) => {
  const frame = await embed(page, site);
  await frame.evaluate(() => {
    window.startAwaited("held");
    window.traps.push({ in: "receive", at: 6 });
  });

  await page.evaluate(() => {
    window.host.sendMessage({ type: "APP_DATA", data: "lost" });
    window.host.sendMessage({ type: "APP_DATA", data: "kept" });
  });
  await page.evaluate(() => window.settled());
  await expectHeldAnswered(page, frame);
  await page.evaluate(() => window.host.dialNumber({ phoneNumber: "+12025550143" }));
  await page.waitForFunction(() => window.store.engagements[1]?.onTimeline === true);

  expect(await frame.evaluate(() => [window.trapped, window.instances])).toEqual([1, 2]);
  const taken = await calls(frame, "defaultEventHandler");
  expect(taken.map(([data]) => data)).toEqual(["kept"]);
  await expectOneSession(page, frame);
});

test("whoever awaits an answer that a trap cost is told so in time", async ({ page, site }) => {
  const frame = await embed(page, site);
  await frame.evaluate(() => {
    // The host tells of an outgoing call's engagement under two names.
    window.arm = (type) => {
      if (type.includes("ENGAGEMENT")) {
        window.traps.push({ in: "receive", at: 6 });
      }
    };
    window.startAwaited("answered", 1_000);
  });

  expect(await frame.evaluate(() => window.awaited["answered"])).toBe("TIMED_OUT");

  expect(await frame.evaluate(() => window.trapped)).toBe(2);
  await expectOneSession(page, frame);
});

test("a trap in a command costs that command, and the call goes on", async ({ page, site }) => {
  const frame = await embed(page, site);

  await frame.evaluate(() => {
    window.startAwaited("held");
    window.cti.outgoingCall({ externalCallId: "c-1", toNumber: "+12025550143" });
    window.traps.push({ in: "send", at: 8 });
    window.cti.callAnswered({ externalCallId: "c-1" });
    window.cti.callAnswered({ externalCallId: "c-1" });
    window.traps.push({ in: "send", at: 8 });
    window.startAwaited("lost");
  });
  await page.evaluate(() => window.settled());

  expect(await frame.evaluate(() => window.trapped)).toBe(2);
  const sent = await toHost(page);
  expect(sent.filter(({ type }) => type === "CALL_ANSWERED")).toHaveLength(1);
  expect(await frame.evaluate(() => window.cti.calls)).toMatchObject([
    { externalCallId: "held", state: "dialing" },
    { externalCallId: "c-1", state: "connected" },
  ]);
  expect(await frame.evaluate(() => window.awaited["lost"])).toBe("NOT_SENT");
  await expectHeldAnswered(page, frame);
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
  await expectHeldAnswered(page, frame);
  await expectOneSession(page, frame);
});

test("wherever the module traps in a command, the session, the calls and the ids stay", async ({ page, site }) => {
  const frame = await embed(page, site);

  const outcome = await frame.evaluate(() => {
    window.startAwaited("held");
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
    return { states, trapped: window.trapped, instances: window.instances, calls: window.cti.calls.slice(1) };
  });
  await page.evaluate(() => window.settled());

  expect(outcome.trapped).toBeGreaterThan(10);
  expect(outcome.instances).toBe(outcome.trapped + 1);
  expect(outcome.states).toEqual(outcome.states.map(() => "dialing"));
  expect(new Set(outcome.calls.map(({ state }) => state))).toEqual(new Set(["completed"]));
  const sent = await toHost(page);
  const completed = sent.filter(({ type }) => type === "CALL_COMPLETED").map(({ data }) => data?.externalCallId);
  expect(completed).toEqual(Array.from({ length: outcome.trapped + 1 }, (_, at) => `c-${String(at + 1)}`));
  await expectHeldAnswered(page, frame);
  await expectOneSession(page, frame);
});

test("wherever the module traps in a start, whoever awaits its engagement is told that it was not sent", async ({ page, site }) => {
  const frame = await embed(page, site);

  const trapped = await frame.evaluate(() => {
    window.startAwaited("held");
    for (let at = 1; window.trapped === at - 1; at++) {
      window.traps.push({ in: "send", at });
      window.startAwaited(`c-${String(at)}`);
    }
    return window.trapped;
  });
  const ids = Array.from({ length: trapped + 1 }, (_, at) => `c-${String(at + 1)}`);
  const outcomes = await frame.evaluate((ids) => Promise.all(ids.map(async (id) => window.awaited[id])), ids);

  expect(trapped).toBeGreaterThan(10);
  expect(outcomes).toEqual([...ids.slice(1).map(() => "NOT_SENT"), expect.any(Number)]);
  const started = (await toHost(page)).filter(({ type }) => type === "OUTGOING_CALL_STARTED");
  expect(started.map(({ data }) => data?.externalCallId)).toEqual(["held", ids.at(-1)]);
  await expectHeldAnswered(page, frame);
  await expectOneSession(page, frame);
});

test("wherever the module traps in a message, that message is lost and no other", async ({ page, site }) => {
  const many = 150;
  const frame = await embed(page, site);
  await frame.evaluate(() => {
    window.startAwaited("held");
    window.arm = (type, data) => {
      window.traps = type === "APP_DATA" ? [{ in: "receive", at: Number(data) }] : [];
    };
  });

  await page.evaluate((many) => {
    for (let at = 1; at <= many; at++) {
      window.host.sendMessage({ type: "APP_DATA", data: at });
    }
  }, many);
  await page.evaluate(() => window.settled());

  const trapped = await frame.evaluate(() => window.trapped);
  expect(trapped).toBeGreaterThan(10);
  expect(trapped).toBeLessThan(many);
  const taken = (await calls(frame, "defaultEventHandler")).map(([data]) => data);
  expect(taken).toEqual(Array.from({ length: many - trapped }, (_, at) => trapped + at + 1));
  await expectHeldAnswered(page, frame);
  await expectOneSession(page, frame);
});

test("wherever the module traps while a queue is emptied, all of it goes out once and is answered", async ({ page, site }) => {
  const frame = await embed(page, site);

  const rounds = await frame.evaluate(async (origin) => {
    const rounds: { heard: unknown[]; ids: number; engagementId: unknown }[] = [];
    for (let at = 1; window.trapped === at - 1; at++) {
      const { port1, port2 } = new MessageChannel();
      const heard: Message[] = [];
      port2.onmessage = ({ data }: MessageEvent<Message>) => heard.push(data);
      const cti = new window.sdk.default({ hostWindow: { window: port1, origin }, logger: null, eventHandlers: {} });
      const start = { externalCallId: "c-1", fromNumber: "+12025550100", toNumber: "+12025550143", createEngagement: true };
      const engagement = cti.tracked.outgoingCall(start).engagement();
      for (const data of [1, 2, 3]) {
        cti.sendMessage({ type: "APP_DATA", data });
      }
      window.traps.push({ in: "delivered", at });
      port2.postMessage({ type: "SYNC", messageId: "h_1", portalId: 1, userId: 2 });
      while (heard.length < 5) {
        await new Promise((resolve) => setTimeout(resolve, 1));
      }
      port2.postMessage({ type: "CREATE_ENGAGEMENT_SUCCEEDED", messageId: "h_2", data: { externalCallId: "c-1", engagementId: at } });
      const engagementId = await engagement;
      rounds.push({ heard: heard.map(({ type, data }) => [type, data]), ids: new Set(heard.map(({ messageId }) => messageId)).size, engagementId });
      cti.destroy();
    }
    return rounds;
  }, site.origin("crm.test"));

  expect(rounds.length).toBeGreaterThan(10);
  for (const [at, { heard, ids, engagementId }] of rounds.entries()) {
    expect(heard).toEqual([
      ["SYNC_ACK", undefined],
      ["OUTGOING_CALL_STARTED", expect.objectContaining({ externalCallId: "c-1" })],
      ...[1, 2, 3].map((data) => ["APP_DATA", data]),
    ]);
    expect([ids, engagementId]).toEqual([5, at + 1]);
  }
});

test("the app is told of each recovery once", async ({ page, site }) => {
  const frame = await embed(page, site);
  const told = await frame.evaluate(() => {
    window.startAwaited("held");
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
  await expectHeldAnswered(page, frame);
});

/** What was awaited before the module trapped comes after it. */
async function expectHeldAnswered(page: Page, frame: Frame): Promise<void> {
  await page.evaluate(() => {
    window.release();
  });
  const outcome = await frame.evaluate(() => window.awaited["held"]);
  const engagements = await page.evaluate(() => window.store.engagements);
  expect(outcome).toBe(engagements.find(({ externalCallId }) => externalCallId === "held")?.id);
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

type Queued = { in: string; at: number; sends: number };

/** Opens a host page with a widget whose module can be made to trap. */
async function embed(page: Page, site: Site, queued?: Queued): Promise<Frame> {
  const widget = site.page(
    "phone.test",
    {
      libraries: ["trapping", "sdk", "app"],
      main: ({ hostOrigin, queued }: { hostOrigin: string; queued: Queued | undefined }) => {
        // Ahead of the SDK's own listener.
        addEventListener("message", ({ data: { type = "", data } }: MessageEvent<{ type?: string; data?: unknown }>) => {
          window.arm?.(type, data);
        });
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
          if (at === 20) {
            window.startAwaited("held");
          }
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
