// The browser's own back/forward cache: pages that are frozen whole and shown again.
//
// Playwright disables it by a flag; here the browser is started without that flag.
import { type Browser, chromium } from "@playwright/test";

import { expect, test, type Site } from "./support/test.ts";

test("a session lives on after the way back", async ({ site }, info) => {
  const use = info.project.use.launchOptions ?? {};
  const browser = await chromium.launch({ ...use, ignoreDefaultArgs: ["--disable-back-forward-cache"] });
  try {
    await goThereAndBack(browser, site);
  } finally {
    await browser.close();
  }
});

async function goThereAndBack(browser: Browser, site: Site): Promise<void> {
  const context = await browser.newContext();
  // The other tests' watch loses restored pages: these store their reports themselves.
  await context.addInitScript(() => {
    // A restored frame runs its script again.
    const reports = ((window as Watched).reports ??= []);
    window.reportPost = (post) => reports.push(post.targetOrigin);
    window.reportLeak = (leak) => reports.push(leak);
    (window as Watched).seenSoFar = () => [...reports, ...(window.personalDataKept?.() ?? [])];
  });
  const page = await context.newPage();
  // A page with `no-store` is not frozen either.
  const headers = { "cache-control": "no-cache" };
  const widget = site.page(
    "phone.test",
    {
      libraries: ["sdk", "app"],
      headers,
      main: (hostOrigin) => {
        window.startApp({ hostOrigin });
        addEventListener("message", ({ data }) => {
          if (data === "reports") {
            window.parent.postMessage({ reports: (window as Watched).seenSoFar?.() }, hostOrigin);
          }
        });
      },
    },
    site.origin("crm.test"),
  );
  const host = site.page(
    "crm.test",
    {
      libraries: ["host"],
      headers,
      body: `<div id="phone"></div>`,
      main: (url) => {
        window.startHost({ url });
        addEventListener("pageshow", ({ persisted }) => {
          window.recorded("pageshow")(persisted);
        });
      },
    },
    widget,
  );
  await page.goto(host);
  await page.waitForFunction(() => window.host.state === "initialized");

  const acknowledged = `window.seen.messages.filter(({ data }) => "iFrameUrl" in data).length`;
  const before = await page.evaluate(acknowledged);

  await page.goto(site.page("other.test", { libraries: [], headers }));
  // Playwright does not know restored pages; the protocol below it does.
  const session = await page.context().newCDPSession(page);
  const ask = async (expression: string): Promise<unknown> => {
    const answer = await session.send("Runtime.evaluate", { expression, awaitPromise: true, returnByValue: true });
    return answer.result.value;
  };
  // The page may go before it answers.
  await ask("setTimeout(() => history.back(), 50)").catch(() => undefined);
  // Between the two pages there is none to answer.
  const pageshows = (): Promise<unknown> => ask(`window.seen?.calls.filter(({ handler }) => handler === "pageshow").map(({ args }) => args[0])`).catch(() => undefined);
  await expect.poll(pageshows).toEqual([false, true]);
  expect(await ask(`performance.getEntriesByType("navigation")[0].notRestoredReasons`)).toBe(null);

  for (const number of ["+12025550143", "+12025550144"]) {
    expect(await ask(`window.host.dialNumber({ phoneNumber: "${number}" }).sent`)).toBe(true);
    const titles = (): Promise<unknown> => ask(`window.store.engagements.map(({ properties }) => properties.hs_call_title)`);
    await expect.poll(titles).toContain(`Title of call-${number.slice(-4)}`);
  }
  expect(await ask("window.store.engagements.length")).toBe(2);
  // It is the same session: no new acknowledgement.
  expect(before).toBeGreaterThan(0);
  expect(await ask(acknowledged)).toBe(before);
  expect(await ask("seenSoFar()")).toEqual([site.origin("phone.test")]);
  expect(await ask(ofWidget)).toEqual([site.origin("crm.test")]);
}

/** Collects the reports that the widget's page would have sent to the watch. */
const ofWidget = `new Promise((resolve) => {
  addEventListener("message", ({ data }) => data.reports && resolve(data.reports));
  frames[0].postMessage("reports", new URL(document.querySelector("iframe").src).origin);
})`;

type Watched = { reports?: unknown[]; seenSoFar?: () => unknown[] };
