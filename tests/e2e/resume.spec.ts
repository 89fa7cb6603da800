// What survives a reload of the widget: against a host page that posts by hand,
// so that the moment of READY is the test's.
import type { Frame, Page } from "@playwright/test";

import { expect, frameAt, type Site, test } from "./support/test.ts";

type Message = { type: string; messageId?: string; data?: { externalCallId?: string } };

/** A widget that asks for its calls to survive. */
const start = ({ hostOrigin, guardUnload }: { hostOrigin: string; guardUnload: boolean }): void => {
  window.cti = new window.sdk.default({
    resume: true,
    ...(guardUnload ? { guardUnload } : {}),
    allowedHostOrigins: [hostOrigin],
    eventHandlers: {
      onReady: () => {
        window.cti.initialized({ isLoggedIn: true });
      },
    },
  });
  const resumed = window.recorded("resumed");
  window.cti.on("resumed", ({ calls, owed, ageMs }) => {
    resumed(calls, owed, ageMs < 60_000);
  });
};

test("a widget loaded anew goes on with its call and sends what it owed, once", async ({ page, site }) => {
  const [frame] = await open(page, site);
  await sync(page, 0);
  await frame.waitForFunction(() => window.cti.state === "ready");
  await frame.evaluate(() => {
    window.cti.outgoingCall({ externalCallId: "c-1", toNumber: "+12025550123", createEngagement: true });
    window.cti.callAnswered({ externalCallId: "c-1" });
  });

  await reload(frame);
  await frame.evaluate(() => {
    window.cti.callEnded({ externalCallId: "c-1", callEndStatus: "COMPLETED" });
    window.cti.callData({ note: 1 });
  });
  const ids = await reload(frame);
  await sync(page, 0);
  await frame.waitForFunction(() => window.cti.state === "ready");
  await frame.evaluate(() => {
    window.cti.callCompleted({ externalCallId: "c-1", hideWidget: false });
  });

  expect(await resumedIn(frame)).toEqual([
    [
      [{ externalCallId: "c-1", direction: "outbound", state: "ended", callEndStatus: "COMPLETED", engagement: "pending" }],
      { CALL_ENDED: 1, CALL_DATA: 1 },
      true,
    ],
  ]);
  await expect.poll(() => toHost(page)).toEqual([
    "SYNC_ACK",
    "INITIALIZED",
    "OUTGOING_CALL_STARTED",
    "CALL_ANSWERED",
    "SYNC_ACK",
    "INITIALIZED",
    "CALL_ENDED",
    "CALL_DATA",
    "CALL_COMPLETED",
  ]);
  expect(ids.every((text) => !text.includes("+1202555"))).toBe(true);
  expect(await frame.evaluate(() => window.cti.calls[0]?.state)).toBe("completed");
});

test("where another site's storage is blocked it is kept in the history entry", async ({ page, site }) => {
  await page.addInitScript(() => {
    for (const name of ["sessionStorage", "localStorage"]) {
      Object.defineProperty(window, name, {
        get: () => {
          throw new DOMException("blocked", "SecurityError");
        },
      });
    }
  });
  const [frame] = await open(page, site, 1, "phone.test");
  await sync(page, 0);
  await frame.waitForFunction(() => window.cti.state === "ready");
  await frame.evaluate(() => {
    history.replaceState({ own: 1 }, "");
    window.cti.outgoingCall({ externalCallId: "c-1" });
  });

  await reload(frame);
  await frame.evaluate(() => {
    window.cti.callData({ note: 1 });
  });
  for (let round = 0; round < 2; round += 1) {
    await reload(frame);
    await sync(page, 0);
    await frame.waitForFunction(() => window.cti.calls.length === 1);
  }

  expect(await frame.evaluate(() => window.cti.diagnostics().environment.journal)).toBe("history");
  expect(await frame.evaluate(() => (history.state as { own: number }).own)).toBe(1);
  expect((await toHost(page)).filter((type) => type === "CALL_DATA")).toEqual(["CALL_DATA"]);
});

test("a popup gets a copy of the storage and takes nothing of it", async ({ page, site }) => {
  const [frame] = await open(page, site);
  await frame.evaluate(() => {
    window.cti.callData({ note: 1 });
  });
  await frame.waitForFunction(() => Object.values(sessionStorage).some((text) => String(text).includes("CALL_DATA")));

  const opened = page.waitForEvent("popup");
  await frame.evaluate((url) => window.open(url), page.url());
  const popup = await opened;
  const inPopup = await frameAt(popup, frame.url());
  await inPopup.waitForFunction(() => typeof window.cti === "object");
  expect(await inPopup.evaluate(() => window.cti.diagnostics().counts.JOURNAL_IN_USE)).toBe(1);
  for (let round = 0; round < 2; round += 1) {
    await sync(popup, 0);
    await inPopup.waitForFunction(() => window.cti.state === "ready");
    await reload(inPopup);
  }
  await sync(popup, 0);
  await sync(page, 0);

  await expect.poll(() => toHost(page)).toEqual(["SYNC_ACK", "INITIALIZED", "CALL_DATA"]);
  expect((await toHost(popup)).filter((type) => type === "CALL_DATA")).toEqual([]);
});

test("what a closed page left is taken once, although a popup has a copy", async ({ page, site }) => {
  const [frame] = await open(page, site);
  await frame.evaluate(() => {
    window.cti.callData({ note: 1 });
    window.dispatchEvent(new PageTransitionEvent("pagehide"));
  });
  const copy = await frame.evaluate(() => Object.fromEntries(Object.entries(sessionStorage)) as Record<string, string>);
  await reload(frame);
  await sync(page, 0);
  await expect.poll(() => toHost(page)).toContain("CALL_DATA");

  await frame.evaluate((texts) => {
    for (const [name, text] of Object.entries(texts)) {
      addEventListener("pagehide", () => {
        sessionStorage.setItem(name, text);
      });
    }
  }, copy);
  await reload(frame);
  await sync(page, 0);
  await frame.waitForFunction(() => window.cti.state === "ready");

  expect(await toHost(page)).toEqual(["SYNC_ACK", "INITIALIZED", "CALL_DATA", "SYNC_ACK", "INITIALIZED"]);
});

test("two frames of one origin keep their calls apart, and a third takes none", async ({ page, site }) => {
  const [one, two] = (await open(page, site, 2)) as [Frame, Frame];
  for (const [at, frame] of [one, two].entries()) {
    await sync(page, at);
    await frame.waitForFunction(() => window.cti.state === "ready");
    await frame.evaluate((id) => {
      window.cti.incomingCall({ externalCallId: id, fromNumber: "+12025550123", toNumber: "+12025550124" });
    }, `c-${String(at)}`);
  }

  await reload(two);
  await page.evaluate(() => {
    const again = document.querySelector("iframe")?.cloneNode() as HTMLIFrameElement;
    document.body.append(again);
  });
  await expect.poll(() => page.frames().length).toBe(4);
  const three = page.frames()[3] as Frame;
  await three.waitForFunction(() => typeof window.cti === "object");
  await sync(page, 1);
  await sync(page, 2);
  await reload(one);
  await sync(page, 0);

  const ids = (frame: Frame): Promise<unknown> =>
    frame.evaluate(() => window.cti.calls.map(({ externalCallId }) => externalCallId));
  await expect.poll(() => ids(one)).toEqual(["c-0"]);
  await expect.poll(() => ids(two)).toEqual(["c-1"]);
  await three.waitForFunction(() => window.cti.state === "ready");
  expect(await ids(three)).toEqual([]);
});

test("what is older than it may be is dropped with a code", async ({ page, site }) => {
  const [frame] = await open(page, site);
  await frame.evaluate(() => {
    window.cti.callData({ note: 1 });
    // The last turn that the SDK writes at.
    addEventListener("visibilitychange", () => {
      for (const name of Object.keys(sessionStorage)) {
        const text = sessionStorage.getItem(name) ?? "";
        sessionStorage.setItem(name, text.replace(/"(at|since)":\d/g, '"$1":'));
      }
    });
  });

  await reload(frame);
  await sync(page, 0);
  await frame.waitForFunction(() => window.cti.state === "ready");

  expect(await frame.evaluate(() => window.cti.diagnostics().counts.JOURNAL_EXPIRED)).toBe(1);
  expect(await toHost(page)).not.toContain("CALL_DATA");
});

test("a page that was put aside goes on, unless another took what it kept", async ({ page, site }) => {
  const [one, two] = (await open(page, site, 2)) as [Frame, Frame];
  for (const frame of [one, two]) {
    await frame.evaluate(() => {
      window.cti.callData({ note: 1 });
      window.dispatchEvent(new PageTransitionEvent("pagehide", { persisted: true }));
    });
  }

  for (const [frame, isTaken] of [[one, false], [two, true]] as const) {
    await frame.evaluate((clears) => {
      if (clears) {
        sessionStorage.clear();
      }
      window.dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true }));
    }, isTaken);
  }
  await sync(page, 1);
  await two.waitForFunction(() => window.cti.state === "ready");
  await sync(page, 0);
  await one.waitForFunction(() => window.cti.state === "ready");

  expect(await two.evaluate(() => window.cti.diagnostics().counts.JOURNAL_CLAIMED)).toBe(1);
  expect(await toHost(page)).toEqual(["SYNC_ACK", "INITIALIZED", "SYNC_ACK", "INITIALIZED", "CALL_DATA"]);
});

for (const [name, guardUnload] of [
  ["the browser asks before a page is left only while a call is active", true],
  ["without the unload guard the browser never asks", false],
] as const) {
  test(name, async ({ page, site }) => {
    const [frame] = await open(page, site, 1, "crm.test", guardUnload);
    const asks = (): Promise<boolean> =>
      frame.evaluate(() => {
        const event = new Event("beforeunload", { cancelable: true });
        window.dispatchEvent(event);
        return event.defaultPrevented;
      });
    await sync(page, 0);
    await frame.waitForFunction(() => window.cti.state === "ready");

    const seen = [await asks()];
    await page.evaluate((origin) => {
      window.frames[0]?.postMessage({ type: "DIAL_NUMBER", messageId: "h_2", data: { phoneNumber: "+12025550123" } }, origin);
    }, new URL(frame.url()).origin);
    await frame.waitForFunction(() => window.cti.calls[0]?.state === "requested");
    seen.push(await asks());
    await frame.evaluate(() => {
      window.cti.outgoingCall({ externalCallId: "c-1" });
    });
    seen.push(await asks());
    await frame.evaluate(() => {
      window.cti.callEnded({ externalCallId: "c-1" });
    });
    seen.push(await asks());

    expect(seen).toEqual([false, false, guardUnload, false]);
  });
}

/**
 * Opens a page with the widget in as many frames, and waits until each listens.
 * On the page's own site, since browsers keep the storage of others from frames.
 */
async function open(page: Page, site: Site, frames = 1, host = "crm.test", guardUnload = true): Promise<[Frame, ...Frame[]]> {
  const widget = site.page(host, { libraries: ["sdk"], main: start }, { hostOrigin: site.origin("crm.test"), guardUnload });
  const body = `<iframe src="${widget}"></iframe>`.repeat(frames);
  await page.goto(site.page("crm.test", { libraries: [], body }));
  await expect.poll(() => page.frames().length).toBe(frames + 1);
  const inside = page.frames().slice(1);
  for (const frame of inside) {
    await frame.waitForFunction(() => typeof window.cti === "object");
  }
  return inside as [Frame, ...Frame[]];
}

/** The host page opens a session with a frame. */
async function sync(page: Page, at: number): Promise<void> {
  await page.evaluate((frame) => {
    window.frames[frame]?.postMessage(
      {
        type: "SYNC",
        messageId: `h${String(Date.now())}_1`,
        hostUrl: location.origin,
        portalId: 1,
        userId: 2,
        iframeLocation: "widget",
      },
      "*",
    );
  }, at);
}

/** Loads a frame anew; the texts its storage held when it ended. */
async function reload(frame: Frame): Promise<string[]> {
  const texts = await frame.evaluate(() => {
    try {
      return Object.values(sessionStorage) as string[];
    } catch {
      return [];
    }
  });
  await frame.evaluate(() => {
    window.seen.errors.push("an old page");
    location.reload();
  });
  await frame.waitForFunction(() => typeof window.cti === "object" && window.seen.errors.length === 0);
  return texts;
}

/** What the event `resumed` told. */
function resumedIn(frame: Frame): Promise<unknown> {
  return frame.evaluate(() =>
    window.seen.calls.filter(({ handler }) => handler === "resumed").map(({ args }) => args),
  );
}

/** The types the host page has received. */
function toHost(page: Page): Promise<string[]> {
  return page.evaluate(() => window.seen.messages.map(({ data }) => (data as Message).type));
}
