// The demo in the visitor's browser: the platform in a service worker, without a server.
import type { BrowserContext, Page } from "@playwright/test";

import { Demo, NUMBERS } from "../../../tests/e2e/support/demo.ts";
import { expect, test } from "./support.ts";

async function open(page: Page, address: string): Promise<Demo> {
  await page.goto(address);
  const demo = new Demo(page);
  await expect(demo.get("host-state")).toHaveText("initialized");
  await demo.expectPhone("idle");
  return demo;
}

/** One call from the click to the timeline. */
async function makeCall(demo: Demo, notes: string): Promise<void> {
  await demo.call(NUMBERS.mariaMobile);
  await demo.sp("hangup").click();
  await demo.save(notes);
  await expect(demo.get("timeline").getByText(notes)).toBeVisible();
}

/** Ends every worker, as a browser does with idle ones. */
async function endWorkers(context: BrowserContext, page: Page): Promise<void> {
  const session = await context.newCDPSession(page);
  await session.send("ServiceWorker.enable");
  await session.send("ServiceWorker.stopAllWorkers");
}

test("the demo needs no network after the first visit", async ({ context, page, site }) => {
  const demo = await open(page, `${site.url}demo/`);
  await makeCall(demo, "Online");
  await site.stop();

  await page.reload();
  await expect(demo.get("timeline").getByText("Online")).toBeVisible();
  await demo.expectPhone("idle");
  await makeCall(demo, "Offline");

  const opening = context.waitForEvent("page");
  await demo.get("quote").getByRole("link").first().click();
  const quote = await opening;
  await expect(quote).toHaveURL(/\/demo\/quotes\/harbour-finch-phones$/);
  await expect(quote.getByRole("heading").first()).toBeVisible();
  const pdf = await page.evaluate(async () => (await (await fetch("quotes/harbour-finch-phones.pdf")).text()).slice(0, 5));
  expect(pdf).toBe("%PDF-");
});

test("a click starts afresh, also past the worker", async ({ context, page, site }) => {
  const demo = await open(page, `${site.url}demo/`);
  await makeCall(demo, "To be forgotten");
  await demo.get("start-afresh").click();
  await demo.expectPhone("idle");
  await expect(demo.get("timeline").getByText("Rated a call")).toBeVisible();
  await expect(demo.get("timeline").getByText("To be forgotten")).toHaveCount(0);

  const session = await context.newCDPSession(page);
  await session.send("Page.reload", { ignoreCache: true });
  await demo.expectPhone("idle");
  await makeCall(demo, "Past the worker");
});

test("foreign or damaged data give a fresh start", async ({ context, page, site }) => {
  const demo = await open(page, `${site.url}demo/`);
  await makeCall(demo, "Of another version");
  await endWorkers(context, page);
  await page.evaluate(
    (place) =>
      new Promise<void>((resolve, reject) => {
        const opening = indexedDB.open("calling-widget-sdk-demo");
        opening.onsuccess = () => {
          const writing = opening.result.transaction("images", "readwrite").objectStore("images").put(new Uint8Array(10_000).fill(7), place);
          writing.onsuccess = () => {
            opening.result.close();
            resolve();
          };
          writing.onerror = () => {
            reject(new Error("not written"));
          };
        };
      }),
    `${site.url}demo/`,
  );

  await page.reload();

  await demo.expectPhone("idle");
  await expect(demo.get("timeline").getByText("Of another version")).toHaveCount(0);
  await makeCall(demo, "A fresh start");
});

test("every endpoint is there as a page, and answers from it", async ({ page, site }) => {
  await open(page, `${site.url}demo/`);
  await page.goto(`${site.url}demo/emulator/docs`);

  await expect(page.getByText("/crm/v3/objects/{objectType}", { exact: true }).first()).toBeVisible();
  const health = await page.evaluate(async () => (await fetch("health")).status);
  expect(health).toBe(200);
});

test("nothing is asked of another server", async ({ context, page, site }) => {
  const foreign: string[] = [];
  context.on("request", (request) => {
    if (!request.url().startsWith(site.url) && /^https?:/.test(request.url())) {
      foreign.push(request.url());
    }
  });

  await makeCall(await open(page, `${site.url}demo/`), "At home");

  expect(foreign).toEqual([]);
});

test("no answered write is lost by reloads or an ended worker", async ({ context, page, site, faults }) => {
  await open(page, `${site.url}demo/`);
  const other = (await open(await context.newPage(), `${site.url}demo/`)).page;
  const answered = new Set<string>();
  await context.exposeFunction("answered", (name: string) => answered.add(name));
  const write = (tab: Page, name: string): Promise<void> =>
    tab
      .evaluate(async (name) => {
        const { accessToken } = (await (await fetch("emulator/host-page", { method: "POST", headers: { "x-emulator-control": "1" } })).json()) as { accessToken: string };
        for (let number = 0; number < 40; number += 1) {
          const firstname = `${name}-${number}`;
          const body = JSON.stringify({ properties: { firstname } });
          const answer = await fetch("crm/v3/objects/contacts", { method: "POST", headers: { authorization: `Bearer ${accessToken}`, "content-type": "application/json" }, body });
          if (answer.ok) await (window as unknown as { answered(name: string): Promise<void> }).answered(firstname);
        }
      }, name)
      // The page is left in the middle, or its worker is.
      .catch(() => undefined);

  const first = [write(page, "a"), write(other, "b")];
  await expect.poll(() => answered.size).toBeGreaterThan(10);
  await page.reload();
  first.push(write(page, "c"));
  await expect.poll(() => [...answered].some((name) => name.startsWith("c"))).toBe(true);
  await endWorkers(context, page);
  await other.reload();
  await Promise.all(first);
  await endWorkers(context, page);

  const stored = await page.evaluate(async () => {
    const { accessToken } = (await (await fetch("emulator/host-page", { method: "POST", headers: { "x-emulator-control": "1" } })).json()) as { accessToken: string };
    const names: string[] = [];
    for (let after: string | undefined = "0"; after !== undefined; ) {
      const answer = await fetch(`crm/v3/objects/contacts?limit=100&properties=firstname&after=${after}`, { headers: { authorization: `Bearer ${accessToken}` } });
      const part = (await answer.json()) as { results: { properties: { firstname: string | null } }[]; paging?: { next?: { after: string } } };
      names.push(...part.results.map(({ properties }) => properties.firstname ?? ""));
      after = part.paging?.next?.after;
    }
    return names;
  });
  expect([...answered].filter((name) => !stored.includes(name))).toEqual([]);
  // Requests that the ended worker had not answered.
  faults.length = 0;
});
