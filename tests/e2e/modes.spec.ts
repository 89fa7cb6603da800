// Instances that have another host, or hooks:
// a popout, a port, and what beforeSend and afterReceive see.
import type { Page } from "@playwright/test";

import { expect, test } from "./support/test.ts";

type Posted = { type: string; messageId?: string; data?: unknown };
type Opener = { popout: Window | null };

test("a popout talks to its opener, and to nobody else", async ({ page, site, context }) => {
  const popout = site.page(
    "phone.test",
    {
      libraries: ["sdk"],
      main: (origin) => {
        window.cti = new window.sdk.default({
          hostWindow: { window: window.opener as Window, origin },
          eventHandlers: { onReady: window.recorded("onReady"), onDialNumber: window.recorded("onDialNumber") },
        });
      },
    },
    site.origin("crm.test"),
  );
  const sync = { type: "SYNC", messageId: "h_1", portalId: 1, userId: 2 };

  const open = async (host: string): Promise<{ opener: Page; popup: Page }> => {
    const opener = await context.newPage();
    await opener.goto(site.page(host, { libraries: [] }));
    const [popup] = await Promise.all([
      opener.waitForEvent("popup"),
      opener.evaluate((url) => {
        (window as unknown as Opener).popout = window.open(url);
      }, popout),
    ]);
    await popup.waitForFunction(() => (window.cti as unknown) !== undefined);
    return { opener, popup };
  };
  const say = (opener: Page, message: object): Promise<void> =>
    opener.evaluate(
      ([message, origin]) => {
        (window as unknown as Opener).popout?.postMessage(message, origin);
      },
      [message, site.origin("phone.test")] as const,
    );

  const evil = await open("evil.test");
  await say(evil.opener, sync);
  await evil.popup.waitForFunction(() => window.cti.diagnostics().counts.ORIGIN_REFUSED === 1);
  const real = await open("crm.test");
  const before = await real.popup.evaluate(() => window.cti.state);
  await real.popup.evaluate((message) => {
    window.postMessage(message, location.origin);
  }, sync);
  await real.popup.waitForFunction(() => window.cti.diagnostics().counts.FOREIGN_SOURCE === 1);
  const afterOwn = await real.popup.evaluate(() => window.cti.state);
  await say(real.opener, sync);
  await say(real.opener, { type: "DIAL_NUMBER", messageId: "h_2", data: { phoneNumber: "+12025550143" } });
  await real.popup.waitForFunction(() => window.seen.calls.length === 2);

  expect(await evil.popup.evaluate(() => [window.cti.state, window.seen.calls])).toEqual(["waiting", []]);
  expect(await evil.opener.evaluate(() => window.seen.messages)).toEqual([]);
  expect([before, afterOwn]).toEqual(["waiting", "waiting"]);
  expect(await real.popup.evaluate(() => window.cti.diagnostics().hostOrigin)).toBe(site.origin("crm.test"));
  expect(await real.opener.evaluate(() => window.seen.messages.map(({ data }) => (data as Posted).type))).toEqual([
    "SYNC_ACK",
  ]);
  await page.close();
});

test("a port is a host, and two ports are two", async ({ page, site }) => {
  await page.goto(site.page("phone.test", { libraries: ["sdk"] }));

  const ends = await page.evaluate(async () => {
    const ends = [];
    // The first is a page of a file, which has no origin of its own.
    for (const origin of ["null", "https://two.example"]) {
      const { port1, port2 } = new MessageChannel();
      const posted: Posted[] = [];
      port2.onmessage = ({ data }: MessageEvent<Posted>) => posted.push(data);
      const dialled: unknown[] = [];
      const cti = new window.sdk.default({
        hostWindow: { window: port1, origin },
        eventHandlers: {
          onReady: () => {
            cti.initialized({ isLoggedIn: true });
          },
          onDialNumber: (data) => dialled.push(data),
        },
      });
      const before = cti.state;
      ends.push({ cti, before, posted, dialled, port2 });
    }
    ends[0]?.port2.postMessage({ type: "SYNC", messageId: "h_1" });
    ends[0]?.port2.postMessage({ type: "DIAL_NUMBER", messageId: "h_2", data: { phoneNumber: "1" } });
    while ((ends[0]?.posted.length ?? 0) < 2 || ends[0]?.dialled.length === 0) {
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
    return ends.map(({ cti, before, posted, dialled }) => ({
      states: [before, cti.state],
      posted: posted.map(({ type }) => type),
      dialled,
      hostOrigin: cti.diagnostics().hostOrigin,
      sessions: cti.diagnostics().sessions,
    }));
  });

  expect(ends).toEqual([
    {
      states: ["waiting", "ready"],
      posted: ["SYNC_ACK", "INITIALIZED"],
      dialled: [{ phoneNumber: "1" }],
      hostOrigin: "null",
      sessions: 2,
    },
    { states: ["waiting", "waiting"], posted: [], dialled: [], sessions: 2 },
  ]);
});

test("beforeSend alters a copy, replaces, drops, and fails without a trace", async ({ page, site }) => {
  await page.goto(site.page("phone.test", { libraries: ["sdk"] }));

  const result = await page.evaluate(async () => {
    const { port1, port2 } = new MessageChannel();
    const posted: Posted[] = [];
    const reports: string[] = [];
    port2.onmessage = ({ data }: MessageEvent<Posted>) => posted.push(data);
    const cti = new window.sdk.default({
      hostWindow: { window: port1, origin: "https://crm.example" },
      eventHandlers: {},
      onDiagnostic: ({ code, detail }) => reports.push(`${code} ${detail}`),
      beforeSend: (message) => {
        switch (message.type) {
          case "CALL_DATA":
            (message.data as { note: string }).note = "altered";
            return undefined;
          case "USER_AVAILABLE":
            return { type: "USER_UNAVAILABLE" };
          case "LOGGED_OUT":
            return null;
          case "CALL_ANSWERED":
            return { data: 1 };
          case "ERROR":
            throw new Error("hook");
          default:
            return undefined;
        }
      },
    });
    port2.postMessage({ type: "SYNC", messageId: "h_1" });
    while (cti.state !== "ready") {
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
    cti.initialized({ isLoggedIn: true });
    const own = { note: "own" };
    cti.callData(own);
    cti.userAvailable();
    cti.userLoggedOut();
    cti.callAnswered({ externalCallId: "c-1" });
    cti.sendError({ message: "m" });
    while (posted.length < 6) {
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
    return { own, reports, posted: posted.slice(2).map(({ type, data }) => [type, data]), errors: window.seen.errors };
  });

  expect(result.posted).toEqual([
    ["CALL_DATA", { note: "altered" }],
    ["USER_UNAVAILABLE", undefined],
    ["CALL_ANSWERED", { externalCallId: "c-1" }],
    ["ERROR", { message: "m" }],
  ]);
  expect(result.own).toEqual({ note: "own" });
  expect(result.reports).toEqual(
    expect.arrayContaining([
      "DROPPED_BY_HOOK LOGGED_OUT",
      "HOOK_RESULT_IGNORED CALL_ANSWERED",
      "HANDLER_THREW ",
    ]),
  );
  expect(result.errors.join()).toContain("hook");
});

test("afterReceive sees a copy of what was accepted, before the handlers, and nothing else", async ({ page, site }) => {
  await page.goto(site.page("phone.test", { libraries: ["sdk"] }));

  const order = await page.evaluate(async () => {
    const { port1, port2 } = new MessageChannel();
    const order: string[] = [];
    const cti = new window.sdk.default({
      hostWindow: { window: port1, origin: "https://crm.example" },
      eventHandlers: { onDialNumber: ({ phoneNumber }) => order.push(`handler ${phoneNumber}`) },
      afterReceive: (message, data) => {
        order.push(`hook ${message.type}`);
        if (message.type === "DIAL_NUMBER") {
          (data as { phoneNumber: string }).phoneNumber = "altered";
          throw new Error("hook");
        }
      },
    });
    window.postMessage({ type: "DIAL_NUMBER", messageId: "x_1", data: { phoneNumber: "9" } }, location.origin);
    port2.postMessage({ type: "DIAL_NUMBER", messageId: "h_0", data: { phoneNumber: "0" } });
    port2.postMessage({ type: "SYNC", messageId: "h_1" });
    port2.postMessage({ type: "DIAL_NUMBER", messageId: "h_2", data: { phoneNumber: "1" } });
    while (order.length < 3 || (cti.diagnostics().counts.FOREIGN_SOURCE ?? 0) + (cti.diagnostics().counts.BEFORE_SYNC ?? 0) < 1) {
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
    return order;
  });

  expect(order).toEqual(["hook READY", "hook DIAL_NUMBER", "handler 1"]);
});
