// Our CallingHost on a page: the frame, and the widget's requests to it.
import type { Frame, Page } from "@playwright/test";

import { expect, frameAt, test, type Site } from "./support/test.ts";

type Message = { type: string; data?: unknown };

test("an adopted frame keeps its look, and stays after destroy", async ({ page, site }) => {
  const widget = app(site);
  await page.goto(
    site.page(
      "crm.test",
      {
        libraries: ["host"],
        body: `<main style="margin-top: 9999px"><iframe title="Phone" class="mine" width="111" allow="" loading="lazy" srcdoc="Loading"></iframe></main>`,
        main: (url) => {
          const frame = document.querySelector("iframe");
          if (frame !== null) {
            const sandbox = "allow-scripts allow-same-origin";
            window.host = new window.hostSdk.CallingHost({ url, frame, sandbox, height: 222, context: { portalId: 1, userId: 2 } });
          }
        },
      },
      widget,
    ),
  );
  await page.waitForFunction(() => window.host.state === "initialized");

  const frame = page.locator("main > iframe.mine");
  await expect(frame).toHaveAttribute("title", "Phone");
  await expect(frame).toHaveAttribute("allow", "");
  await expect(frame).toHaveAttribute("sandbox", "allow-scripts allow-same-origin");
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

test("a widget gets a size, a refused record, an allowed address", async ({ page, site }) => {
  const widget = app(site);
  await open(page, site, widget);
  const frame = await frameAt(page, widget);
  await expect(page.locator("iframe")).toHaveAttribute("allow", "microphone; autoplay; speaker-selection");

  await frame.evaluate(() => {
    window.cti.resizeWidget({ width: 345, height: 456 });
    window.cti.navigateToRecord({ objectCoordinates: { portalId: 1, objectId: 404, objectTypeId: "0-1" } });
  });

  await expect(page.locator("iframe")).toHaveAttribute("width", "345px");
  // The page's `navigate` refuses this one.
  await frame.waitForFunction(() => window.seen.messages.some(({ data }) => (data as Message).type === "NAVIGATE_TO_RECORD_FAILED"));

  const next = app(site, "mid.test");
  await frame.evaluate((iFrameUrl) => window.cti.setWidgetUrl({ iFrameUrl }), next);
  const moved = await frameAt(page, next);
  await moved.waitForFunction(() => window.seen.calls.some(({ handler }) => handler === "onReady"));
  await page.waitForFunction(() => window.host.state === "initialized");
  await page.evaluate(() => window.host.dialNumber({ phoneNumber: "+1" }));
  await moved.waitForFunction(() => window.seen.calls.some(({ handler }) => handler === "onDialNumber"));
});

test("an adopted frame with a fragment is loaded anew at once", async ({ page, site }) => {
  // On the page's site: the test's browser loses frames that change their process.
  const plain = app(site, "phone.crm.test");
  const first = `${plain}#/phone`;
  const second = `${plain}#/other`;
  await page.goto(site.page("crm.test", { libraries: ["host"], body: `<iframe title="Phone" src="${first}"></iframe>` }));
  await (await frameAt(page, plain)).waitForFunction(() => typeof window.cti === "object");
  await page.evaluate((url) => {
    const frame = document.querySelector("iframe");
    if (frame !== null) {
      window.host = new window.hostSdk.CallingHost({ url, frame, context: { portalId: 1, userId: 2 } });
    }
  }, first);
  await page.waitForFunction(() => window.host.state === "initialized");
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
  // Only the move to another address adds a step to the history.
  expect(await page.evaluate(() => history.length)).toBe(entries + 1);
  await page.evaluate(() => window.host.dialNumber({ phoneNumber: "+1" }));
  await frame.waitForFunction(() => window.seen.calls.some(({ handler }) => handler === "onDialNumber"));
});

test("a number clicked while the frame is out of the page waits for it", async ({ page, site }) => {
  const widget = app(site);
  await open(page, site, widget);
  const left = await frameAt(page, widget);
  const clicked = await page.evaluate(() => {
    window.host.frame.remove();
    return [window.host.dialNumber({ phoneNumber: "+1" }), window.host.state];
  });
  expect(clicked).toMatchObject([{ sent: false, code: "HELD_LOADING" }, "loading"]);
  // Until then, it is the frame at this address.
  await expect.poll(() => left.isDetached()).toBe(true);

  await page.evaluate(() => { document.body.append(window.host.frame); });

  const frame = await frameAt(page, widget);
  await frame.waitForFunction(() => window.seen.calls.some(({ handler }) => handler === "onDialNumber"));
});

test("a widget in a frame of the host's page has a session", async ({ page, site }) => {
  const widget = app(site);
  const main = (url: string): void => {
    const container = document.querySelector("iframe")?.contentDocument?.body;
    window.host = new window.hostSdk.CallingHost({ url, container, context: { portalId: 1, userId: 2 } });
  };
  await page.goto(site.page("crm.test", { libraries: ["host"], body: `<iframe title="Aside"></iframe>`, main }, widget));

  await page.waitForFunction(() => window.host.state === "initialized");
  await page.evaluate(() => window.host.dialNumber({ phoneNumber: "+1" }));
  const frame = await frameAt(page, widget);
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
  // A browser asks only after an interaction of the user.
  await page.locator("iframe").click();
  const before = await frame.evaluate(() => performance.timeOrigin);
  const close = async (answer: "dismiss" | "accept"): Promise<void> => {
    // The page is blocked until the answer is given.
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

test("an end of a call in pagehide reaches the host", async ({ page, site }) => {
  const widget = app(site);
  await open(page, site, widget);
  const frame = await frameAt(page, widget);
  await frame.evaluate(() => {
    window.cti.outgoingCall({ externalCallId: "c-1", toNumber: "+12025550143", createEngagement: false });
  });
  await page.waitForFunction(() => window.host.calls[0]?.state === "dialing");

  await frame.evaluate(() => {
    const externalCallId = "c-1";
    // From here on the browser names no window for posts.
    addEventListener("pagehide", () => {
      window.cti.callEnded({ externalCallId, callEndStatus: "CANCELED" });
      window.cti.callCompleted({ externalCallId, hideWidget: false });
    });
    location.reload();
  });

  await page.waitForFunction(() => window.host.calls[0]?.state === "completed" && window.host.state === "initialized");
});

/** The calling app of `app.ts` on a separate page. */
function app(site: Site, host = "phone.test"): string {
  return site.page(
    host,
    { libraries: ["sdk", "app"], main: (hostOrigin) => window.startApp({ hostOrigin }) },
    site.origin("crm.test"),
  );
}

/** Opens a host page with this widget and waits until it is initialized. */
async function open(page: Page, site: Site, widget: string): Promise<void> {
  const host = site.page(
    "crm.test",
    {
      libraries: ["host"],
      body: `<div id="phone"></div>`,
      main: ({ url, allowed }) => {
        window.host = new window.hostSdk.CallingHost({
          url,
          container: "#phone",
          context: { portalId: 1, userId: 2 },
          allowedWidgetOrigins: [allowed],
          navigate: ({ objectCoordinates }) => objectCoordinates.objectId !== 404,
        });
      },
    },
    { url: widget, allowed: site.origin("mid.test") },
  );
  await page.goto(host);
  await page.waitForFunction(() => window.host.state === "initialized");
}
