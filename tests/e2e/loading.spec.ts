// Ways to load the package, each as it ships: a call placed through each, and
// what is said where it cannot run.
import { readFileSync } from "node:fs";
import { join } from "node:path";

import type { Frame, Page } from "@playwright/test";

import type { Options } from "calling-widget-sdk";

import { ROOT } from "./support/places.ts";
import { expect, frameAt, test, type PageSource, type Site } from "./support/test.ts";

test("a script tag sets one global, which knows its version", async ({ page, site }) => {
  const before = await globals(page, site, ["watcher"]);
  const after = await globals(page, site, ["dist/script"]);
  const { types } = await placeCall(page, site, {
    libraries: ["dist/script"],
    main: () => {
      window.startPhone((options) => new window.CallingWidgetSdk.CallingExtensions(options));
    },
  });

  expect(after.filter((name) => !before.includes(name))).toEqual(["CallingWidgetSdk"]);
  expect(await page.frames()[1]?.evaluate(() => window.CallingWidgetSdk.version)).toBe(packageVersion());
  expect(types).toEqual(CALL);
});

test("the published script's globals are set by ours, and its app runs unchanged", async ({ page, site }) => {
  const before = await globals(page, site, ["watcher"]);
  const seen = [];
  for (const script of ["dist/script-published", "published-script"]) {
    const after = await globals(page, site, [script]);
    const { messages } = await placeCall(page, site, {
      libraries: [script],
      main: () => {
        const published = window as unknown as { default: new (options: Options) => typeof window.cti };
        window.startPhone((options) => new published.default(options));
      },
    });
    seen.push({ globals: after.filter((name) => !before.includes(name)), messages });
  }

  expect(seen[0]).toEqual(seen[1]);
  expect(seen[0]?.globals).toEqual(["Constants", "IFrameManager", "default"]);
  expect(seen[0]?.messages.map(({ type }) => type)).toEqual(CALL);
});

/** What a host gets to hear in {@link placeCall}. */
const CALL = ["SYNC_ACK", "INITIALIZED", "OUTGOING_CALL_STARTED", "CALL_ANSWERED", "CALL_ENDED", "CALL_COMPLETED"];

/** Names a page's window has more once its scripts ran. */
async function globals(page: Page, site: Site, libraries: readonly string[]): Promise<string[]> {
  await page.goto(site.page("phone.test", { libraries }));
  return page.evaluate(() => Object.getOwnPropertyNames(window).sort());
}

/** Has a host dial a number in the widget, and tells what went over the wire. */
async function placeCall(
  page: Page,
  site: Site,
  source: PageSource,
): Promise<{ frame: Frame; types: string[]; messages: { type: string; data?: unknown }[] }> {
  const { libraries } = source;
  const url = site.page("phone.test", { ...source, libraries: [...libraries, "phone"] });
  await page.goto(
    site.page(
      "crm.test",
      {
        libraries: ["host"],
        body: `<div id="phone"></div>`,
        main: (address) => {
          window.store = new window.hostSdk.InMemoryRecordStore();
          window.host = new window.hostSdk.CallingHost({
            url: address,
            container: "#phone",
            context: { portalId: 1, userId: 2 },
            store: window.store,
          });
        },
      },
      url,
    ),
  );
  await page.waitForFunction(() => window.host.state === "initialized");
  await page.evaluate(() => window.host.dialNumber({ phoneNumber: "+12025550143" }));
  await page.waitForFunction(() => window.store.engagements[0]?.onTimeline === true);
  const messages = await page.evaluate(() =>
    window.seen.messages.map(({ data }) => data as { type: string; data?: unknown }).map(({ type, data }) => ({ type, data })),
  );
  return { frame: await frameAt(page, url), types: messages.map(({ type }) => type), messages };
}

function packageVersion(): string {
  return (JSON.parse(readFileSync(join(ROOT, "pkg/package.json"), "utf8")) as { version: string }).version;
}
