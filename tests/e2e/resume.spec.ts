// State that survives a reload of the widget: under a host page that posts by hand, so that the
// test chooses the moment of READY. The rules are in tests/session/widget_engine/journal.rs.
import type { Frame, Page } from "@playwright/test";

import { BY_CLOCK, expect, frameAt, type Site, test } from "./support/test.ts";

/** A host whose pages have Web Locks; those of the other hosts are on plain http. */
const CRM = "crm.localhost";

/** A widget that asks for its calls to be resumed. */
const start = (hostOrigin: string): void => {
  window.cti = new window.sdk.default({
    resume: true,
    allowedHostOrigins: [hostOrigin],
    eventHandlers: {
      onReady: () => {
        window.cti.initialized({ isLoggedIn: true });
      },
    },
  });
};

test("a call is not resumed in a copied tab, nor in a popup", async ({ page, context, site }) => {
  const [frame] = await open(page, site);
  await begin(page, frame, 0, "c-1");
  const texts = await frame.evaluate(() => Object.entries(sessionStorage) as [string, string][]);

  // Like a browser that duplicates a tab.
  const copy = await context.newPage();
  await copy.addInitScript((texts) => {
    if (sessionStorage.getItem("copied") === null) {
      for (const [name, text] of [...texts, ["copied", "yes"] as const]) {
        sessionStorage.setItem(name, text);
      }
    }
  }, texts);
  await copy.goto(page.url());
  const inCopy = await frameAt(copy, frame.url());
  await inCopy.waitForFunction(() => window.cti.diagnostics().counts.JOURNAL_IN_USE === 1, undefined, BY_CLOCK);
  for (const [of, inside] of [[copy, inCopy], [page, frame]] as const) {
    await reload(inside);
    await sync(of, 0);
    await inside.waitForFunction(() => window.cti.state === "ready", undefined, BY_CLOCK);
  }

  await expect.poll(() => ids(frame)).toEqual(["c-1"]);
  expect(await ids(inCopy)).toEqual([]);
  expect(await inCopy.evaluate(() => Object.keys(sessionStorage))).toEqual(["copied"]);

  await copy.close();
  const opened = page.waitForEvent("popup");
  await frame.evaluate((url) => window.open(url), frame.url());
  const popup = await opened;
  await popup.waitForFunction(() => typeof window.cti === "object");
  expect(await popup.evaluate(() => Object.keys(sessionStorage).length)).toBe(1);
  expect(await popup.evaluate(() => window.cti.diagnostics().counts.JOURNAL_IN_USE)).toBeUndefined();
  await popup.close();
  await reload(frame);
  await sync(page, 0);
  await expect.poll(() => ids(frame)).toEqual(["c-1"]);
});

test("each frame of an app resumes its own calls", async ({ page, site }) => {
  const [one, two] = (await open(page, site, 2)) as [Frame, Frame];
  for (const [at, frame] of [one, two].entries()) {
    await begin(page, frame, at, `c-${String(at)}`);
  }
  const expectOwn = async (): Promise<void> => {
    for (const [at, frame] of [one, two].entries()) {
      await sync(page, at);
      await expect.poll(() => ids(frame)).toEqual([`c-${String(at)}`]);
    }
  };

  await reload(two);
  await expectOwn();
  await reload(one);
  await expectOwn();
  await Promise.all([reload(one), reload(two)]);
  await expectOwn();

  await page.evaluate(() => {
    const again = document.querySelector("iframe")?.cloneNode() as HTMLIFrameElement;
    document.body.append(again);
  });
  await expect.poll(() => page.frames().length).toBe(4);
  const three = page.frames()[3] as Frame;
  await three.waitForFunction(() => typeof window.cti === "object");
  await sync(page, 2);
  await three.waitForFunction(() => window.cti.state === "ready");
  expect(await ids(three)).toEqual([]);

  // The page around is reloaded, and its frames with it.
  await page.reload();
  await expect.poll(() => page.frames().length).toBe(3);
  // In the page's order; they may have been attached in another one.
  const elements = await page.locator("iframe").elementHandles();
  for (const [at, element] of elements.entries()) {
    const frame = (await element.contentFrame()) as Frame;
    await frame.waitForFunction(() => typeof window.cti === "object");
    await sync(page, at);
    await expect.poll(() => ids(frame)).toEqual([`c-${String(at)}`]);
  }
});

/**
 * Opens a page with the widget in as many frames, and waits until each listens.
 * On the page's own site, since browsers keep the storage of others from frames.
 */
async function open(page: Page, site: Site, frames = 1): Promise<[Frame, ...Frame[]]> {
  const widget = site.page(CRM, { libraries: ["sdk"], main: start }, site.origin(CRM));
  const body = `<iframe src="${widget}"></iframe>`.repeat(frames);
  await page.goto(site.page(CRM, { libraries: [], body }));
  await expect.poll(() => page.frames().length).toBe(frames + 1);
  const inside = page.frames().slice(1);
  for (const frame of inside) {
    await frame.waitForFunction(() => typeof window.cti === "object");
  }
  return inside as [Frame, ...Frame[]];
}

/** Opens a session, and places a call from the app. */
async function begin(page: Page, frame: Frame, at: number, externalCallId: string): Promise<void> {
  await sync(page, at);
  await frame.waitForFunction(() => window.cti.state === "ready");
  await frame.evaluate((externalCallId) => {
    window.cti.outgoingCall({ externalCallId, toNumber: "+12025550123", createEngagement: true });
  }, externalCallId);
  await frame.waitForFunction(() => Object.keys(sessionStorage).some((name) => name.includes(":journal:")));
}

/** The ids of a widget's calls. */
function ids(frame: Frame): Promise<unknown> {
  return frame.evaluate(() => window.cti.calls.map(({ externalCallId }) => externalCallId));
}

/** Opens a session of the host page with a frame. */
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

/** Reloads a frame. */
async function reload(frame: Frame): Promise<void> {
  await frame.evaluate(() => {
    window.seen.errors.push("an old page");
    location.reload();
  });
  await frame.waitForFunction(() => typeof window.cti === "object" && window.seen.errors.length === 0);
}
