// Our CallingHost on a page of its own: the frame, what the widget asks of it,
// and both roles of this package face to face.
import type { Frame, Page } from "@playwright/test";

import { expect, frameAt, test, type Site } from "./support/test.ts";

type Message = { type: string; data?: unknown };

test("an adopted frame keeps its place and its look, and stays after destroy", async ({ page, site }) => {
  const widget = app(site);
  await page.goto(
    site.page(
      "crm.test",
      {
        libraries: ["host"],
        body: `<main><iframe title="Phone" class="mine" width="111"></iframe></main>`,
        main: (url) => {
          const frame = document.querySelector("iframe");
          if (frame !== null) {
            window.host = new window.hostSdk.CallingHost({ url, frame, height: 222, context: { portalId: 1, userId: 2 } });
          }
        },
      },
      widget,
    ),
  );
  await page.waitForFunction(() => window.host.state === "initialized");

  const frame = page.locator("main > iframe.mine");
  await expect(frame).toHaveAttribute("title", "Phone");
  await expect(frame).toHaveAttribute("allow", "microphone; autoplay");
  await expect(frame).toHaveAttribute("width", "111");
  await expect(frame).toHaveAttribute("height", "222px");
  await page.evaluate(() => {
    window.host.destroy();
    window.host.destroy();
  });
  await expect(frame).toHaveCount(1);
  expect(await page.evaluate(() => [window.host.state, window.host.endCall()])).toMatchObject([
    "destroyed",
    { sent: false, code: "DESTROYED" },
  ]);
});

test("a frame's own permissions stay, even none; its sandbox is the page's to set", async ({ page, site }) => {
  await page.goto(
    site.page(
      "crm.test",
      {
        libraries: ["host"],
        body: `<iframe allow=""></iframe>`,
        main: (url) => {
          const frame = document.querySelector("iframe");
          if (frame !== null) {
            const sandbox = "allow-scripts allow-same-origin";
            window.host = new window.hostSdk.CallingHost({ url, frame, sandbox, context: { portalId: 1, userId: 2 } });
          }
        },
      },
      app(site),
    ),
  );
  await page.waitForFunction(() => window.host.state === "initialized");

  await expect(page.locator("iframe")).toHaveAttribute("allow", "");
  await expect(page.locator("iframe")).toHaveAttribute("sandbox", "allow-scripts allow-same-origin");
});

test("what authorize refuses fails at the widget and does not reach the store", async ({ page, site }) => {
  const widget = app(site);
  await page.goto(
    site.page(
      "crm.test",
      {
        libraries: ["host"],
        body: `<div id="phone"></div>`,
        main: (url) => {
          window.startHost({
            url,
            context: { portalId: 1, userId: 2, iframeLocation: "remote" },
            authorize: ({ method }) => method !== "createEngagement",
          });
        },
      },
      widget,
    ),
  );
  await page.waitForFunction(() => window.host.state === "initialized");
  const frame = await frameAt(page, widget);

  const code = await frame.evaluate(async () => {
    const call = window.cti.tracked.outgoingCall({ externalCallId: "c-1", toNumber: "+12025550143", createEngagement: true });
    return call.engagement().catch((error: unknown) => (error as { code: string }).code);
  });

  expect(code).toBe("HOST_REFUSED");
  expect(await page.evaluate(() => [window.store.engagements.length, window.host.diagnostics().counts])).toMatchObject([0, { STORE_FAILED: 1 }]);
});

test("the ready context reaches the widget whole, further fields included", async ({ page, site }) => {
  const frame = await frameAt(page, await open(page, site, app(site)));

  const sync = await frame.evaluate(() => window.seen.messages[0]?.data);
  expect(sync).toMatchObject({
    type: "SYNC",
    hostUrl: site.origin("crm.test"),
    portalId: 1,
    userId: 2,
    ownerId: "3",
    engagementId: 4,
    iframeLocation: "window",
    usesCallingWindow: false,
    theme: { dark: true },
  });
  const ready = await frame.evaluate(() => window.seen.calls.find(({ handler }) => handler === "onReady")?.args[0]);
  expect(ready).toEqual({
    hostUrl: site.origin("crm.test"),
    portalId: 1,
    userId: 2,
    ownerId: "3",
    engagementId: 4,
    iframeLocation: "window",
    usesCallingWindow: false,
    theme: { dark: true },
  });
});

test("resizing, errors and navigation reach the page", async ({ page, site }) => {
  const frame = await frameAt(page, await open(page, site, app(site)));

  const events = page.evaluate(
    () =>
      new Promise<unknown[]>((resolve) => {
        const events: unknown[] = [];
        window.host.on("resized", (size) => events.push(size));
        window.host.on("alert", (alert) => events.push(alert));
        window.host.on("navigateToRecord", (data) => {
          events.push(data);
          resolve(events);
        });
      }),
  );
  await frame.evaluate(() => {
    window.cti.resizeWidget({ width: 345, height: 456 });
    window.cti.sendError({ message: "No microphone" });
    window.cti.navigateToRecord({ objectCoordinates: { portalId: 1, objectId: 404, objectTypeId: "0-1" } });
  });

  expect(await events).toMatchObject([
    { width: "345px", height: "456px" },
    { message: "No microphone", source: "widget" },
    { objectCoordinates: { objectId: 404 } },
  ]);
  await expect(page.locator("iframe")).toHaveAttribute("width", "345px");
  // The page's `navigate` refuses this one.
  await frame.waitForFunction(() => window.seen.messages.some(({ data }) => (data as Message).type === "NAVIGATE_TO_RECORD_FAILED"));
});

test("a widget may move to an allowed address, and to no other", async ({ page, site }) => {
  const first = await open(page, site, app(site));
  const next = app(site, "mid.test");
  const evil = app(site, "evil.test");

  const frame = await frameAt(page, first);
  await frame.evaluate((iFrameUrl) => window.cti.setWidgetUrl({ iFrameUrl }), evil);
  await frame.evaluate(() => window.cti.setWidgetUrl({ iFrameUrl: "javascript:alert(1)" }));
  await page.evaluate(() => window.settled());
  const failures = await frame.evaluate(() => window.seen.messages.filter(({ data }) => (data as Message).type === "SET_WIDGET_URL_FAILED").length);
  expect(failures).toBe(2);
  await expect(page.locator("iframe")).toHaveAttribute("src", first);

  await frame.evaluate((iFrameUrl) => window.cti.setWidgetUrl({ iFrameUrl }), next);
  const moved = await frameAt(page, next);
  await moved.waitForFunction(() => window.seen.calls.some(({ handler }) => handler === "onReady"));
  await page.waitForFunction(() => window.host.state === "initialized");
  await page.evaluate(() => window.host.dialNumber({ phoneNumber: "+1" }));
  await moved.waitForFunction(() => window.seen.calls.some(({ handler }) => handler === "onDialNumber"));
});

test("an address with a fragment is loaded anew by reload() and by a move within its page", async ({ page, site }) => {
  // Of the page's own site: the test's browser loses frames that change their process.
  const plain = app(site, "phone.crm.test");
  const first = `${plain}#/phone`;
  const second = `${plain}#/other`;
  await open(page, site, first);
  await page.evaluate(() => {
    window.host.on("stateChanged", window.recorded("state"));
    window.host.on("failed", window.recorded("failed"));
  });
  const entries = await page.evaluate(() => history.length);

  const reload = (): Promise<void> => page.evaluate(() => window.host.reload());
  const move = (frame: Frame): Promise<void> => frame.evaluate((iFrameUrl) => window.cti.setWidgetUrl({ iFrameUrl }), second);
  const moveRespelled = (frame: Frame): Promise<void> =>
    frame.evaluate((iFrameUrl) => window.cti.setWidgetUrl({ iFrameUrl }), second.replace("http:", "HTTP:"));
  const reloadTwice = (): Promise<void> =>
    page.evaluate(() => {
      window.host.reload();
      window.host.reload();
    });
  const loads: { hash: string; at: number }[] = [];
  const look = async (): Promise<Frame> => {
    const frame = await frameAt(page, plain);
    loads.push(await frame.evaluate(() => ({ hash: location.hash, at: performance.timeOrigin })));
    return frame;
  };
  for (const act of [reload, move, move, moveRespelled, reloadTwice]) {
    const frame = await look();
    await page.evaluate(() => window.seen.calls.splice(0));
    await act(frame);
    await page.waitForFunction(() => window.seen.calls.some(({ args }) => args[0] === "initialized"));
    const events = await page.evaluate(() => window.seen.calls.map(({ handler, args }) => [handler, args[0]]));
    expect(events.filter(([handler, state]) => handler === "failed" || state === "failed")).toEqual([]);
  }
  const frame = await look();

  expect(loads.map(({ hash }) => hash)).toEqual(["#/phone", "#/phone", "#/other", "#/other", "#/other", "#/other"]);
  expect(new Set(loads.map(({ at }) => at)).size).toBe(loads.length);
  await expect(page.locator("iframe")).toHaveAttribute("src", second);
  // Only the move to another address is a step that the user can take back.
  expect(await page.evaluate(() => history.length)).toBe(entries + 1);
  await page.evaluate(() => window.host.dialNumber({ phoneNumber: "+1" }));
  await frame.waitForFunction(() => window.seen.calls.some(({ handler }) => handler === "onDialNumber"));
});

test("reload() asks again where the user has stayed", async ({ page, site }) => {
  const widget = `${app(site, "phone.crm.test")}#/phone`;
  await open(page, site, widget);
  const frame = await frameAt(page, widget);
  await frame.evaluate(() => {
    addEventListener("beforeunload", (event) => {
      event.preventDefault();
    });
  });
  // A browser asks only where the user has done something.
  await page.locator("iframe").click();
  const before = await frame.evaluate(() => performance.timeOrigin);
  const close = async (answer: "dismiss" | "accept"): Promise<void> => {
    // The page stands still until the answer is given.
    const [dialog] = await Promise.all([
      page.waitForEvent("dialog"),
      page.evaluate(() => {
        setTimeout(() => {
          window.host.reload();
        });
      }),
    ]);
    await dialog[answer]();
  };

  await close("dismiss");
  expect(await frame.evaluate(() => performance.timeOrigin)).toBe(before);
  await close("accept");
  await page.waitForFunction(() => window.host.state === "initialized");

  const anew = await frameAt(page, widget);
  expect(await anew.evaluate(() => performance.timeOrigin)).toBeGreaterThan(before);
});

test("an adopted frame that shows its address with a fragment is loaded anew, too", async ({ page, site }) => {
  const widget = `${app(site, "phone.crm.test")}#/phone`;
  await page.goto(site.page("crm.test", { libraries: ["host"], body: `<iframe title="Phone" src="${widget}"></iframe>` }));
  await (await frameAt(page, widget)).waitForFunction(() => typeof window.cti === "object");

  await page.evaluate((url) => {
    const frame = document.querySelector("iframe");
    if (frame !== null) {
      window.host = new window.hostSdk.CallingHost({ url, frame, context: { portalId: 1, userId: 2 } });
    }
  }, widget);

  await page.waitForFunction(() => window.host.state === "initialized");
  await expect.poll(() => page.frames().map((frame) => frame.url())).toContain(widget);

  const loadedAt = async (): Promise<number> => {
    const frame = page.frames().find((frame) => frame.url() === widget);
    // Amid two pages there is none to ask.
    return (await frame?.evaluate(() => performance.timeOrigin).catch(() => 0)) ?? 0;
  };
  const before = await loadedAt();
  await page.evaluate(() => {
    window.host.reload();
    window.host.destroy();
  });
  await expect.poll(loadedAt).toBeGreaterThan(before);
});

test("a host that a listener destroys tells everyone so, and nothing after it", async ({ page, site }) => {
  await open(page, site, app(site));

  const events = await page.evaluate(() => {
    const events: string[] = [];
    window.host.on("message", () => {
      events.push("first message");
      window.host.destroy();
    });
    window.host.on("message", () => events.push("second message"));
    window.host.on("stateChanged", (state) => events.push(state));
    window.host.endCall();
    window.host.sendMessage({ type: "TOO_LATE" });
    return events;
  });

  expect(events).toEqual(["first message", "second message", "destroyed"]);
});

test("our IFrameManager relays as the widget, too", async ({ page, site }) => {
  const widget = site.page(
    "phone.test",
    {
      libraries: ["sdk"],
      main: (hostOrigin) => {
        window.relay = new window.sdk.IFrameManager({
          allowedHostOrigins: [hostOrigin],
          onMessageHandler: window.recorded("widget"),
        });
      },
    },
    site.origin("crm.test"),
  );
  await page.goto(relayHost(site, "published-0.9.7", widget));
  await page.waitForFunction(() => window.relay.isReady);
  const frame = await frameAt(page, widget);

  await frame.evaluate(() => window.relay.sendMessage({ type: "FROM_WIDGET", data: [1] }));
  await page.evaluate(() => {
    window.relay.sendMessage({ type: "FROM_HOST", data: { a: null } });
  });
  await page.evaluate(() => window.settled());

  expect((await page.evaluate(() => window.seen.calls)).map(({ args }) => args[0])).toMatchObject([
    { type: "READY" },
    { type: "FROM_WIDGET", data: [1] },
  ]);
  expect((await frame.evaluate(() => window.seen.calls)).map(({ args }) => args[0])).toMatchObject([
    { type: "READY", data: { hostUrl: site.origin("crm.test") } },
    { type: "FROM_HOST", data: { a: null } },
  ]);
  expect(await frame.evaluate(() => [window.relay.isReady, window.relay.destinationHost])).toEqual([true, site.origin("crm.test")]);
});

test("our IFrameManager tells when no widget answers", async ({ page, site }) => {
  await page.clock.install();
  await page.goto(relayHost(site, "sdk", site.page("phone.test", { libraries: [] })));
  await page.waitForFunction(() => window.relay.firstSyncSent > 0);

  await page.clock.runFor(31_000);

  await page.waitForFunction(() => window.seen.calls.length > 0);
  expect((await page.evaluate(() => window.seen.calls)).map(({ args }) => args[0])).toEqual([{ type: "SYNC_ACK_FAILED" }]);
});

for (const library of ["published-0.9.7", "sdk"]) {
  test(`our CallingExtensions as the host of a ${library} one: the traffic stops`, async ({ page, site }) => {
    const widget = app(site, "phone.test", library);
    const host = site.page(
      "crm.test",
      {
        libraries: ["sdk"],
        body: `<div id="phone"></div>`,
        main: (src) => {
          window.cti = new window.sdk.default({
            iFrameOptions: { src, width: "400px", height: "600px", hostElementSelector: "#phone" },
            eventHandlers: { onReady: window.recorded("onReady"), defaultEventHandler: window.recorded("default") },
          });
        },
      },
      widget,
    );
    await page.goto(host);
    await page.waitForFunction(() => window.seen.calls.length >= 3);
    await page.evaluate(() => window.cti.sendMessage({ type: "TOMORROWS_MESSAGE" }));

    const counts = [];
    for (let round = 0; round < 4; round++) {
      await page.evaluate(() => window.settled());
      counts.push(await Promise.all(page.frames().map((side) => side.evaluate(() => window.seen.messages.length))));
    }

    expect(new Set(counts.map(String)).size).toBe(1);
    const handled = await page.evaluate(() => window.seen.calls.map(({ args }) => (args[1] as Message).type));
    expect(handled.slice(0, 3)).toEqual(["READY", "INITIALIZED", "USER_AVAILABLE"]);
  });
}

/** The calling app of `app.ts` on a page of its own. */
function app(site: Site, host = "phone.test", library = "sdk"): string {
  return site.page(
    host,
    { libraries: [library, "app"], main: (hostOrigin) => window.startApp({ hostOrigin }) },
    site.origin("crm.test"),
  );
}

/** Opens a host page with this widget and waits until it is initialized. */
async function open(page: Page, site: Site, widget: string): Promise<string> {
  const host = site.page(
    "crm.test",
    {
      libraries: ["host"],
      body: `<div id="phone"></div>`,
      main: ({ url, allowed }) => {
        window.host = new window.hostSdk.CallingHost({
          url,
          container: "#phone",
          context: {
            portalId: 1,
            userId: 2,
            ownerId: "3",
            engagementId: 4,
            iframeLocation: "window",
            usesCallingWindow: false,
            theme: { dark: true },
          },
          allowedWidgetOrigins: [allowed],
          navigate: ({ objectCoordinates }) => objectCoordinates.objectId !== 404,
        });
      },
    },
    { url: widget, allowed: site.origin("mid.test") },
  );
  await page.goto(host);
  await page.waitForFunction(() => window.host.state === "initialized");
  return widget;
}

/** A host page made of an IFrameManager. */
function relayHost(site: Site, library: string, widget: string): string {
  return site.page(
    "crm.test",
    {
      libraries: [library],
      body: `<div id="phone"></div>`,
      main: (src) => {
        window.relay = new window.sdk.IFrameManager({
          iFrameOptions: { src, width: "400px", height: "600px", hostElementSelector: "#phone" },
          onMessageHandler: window.recorded("host"),
        });
      },
    },
    widget,
  );
}
