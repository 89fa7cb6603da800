// The demo where a browser stores nothing, in Firefox, and during updates of the site: it
// works, or reports the fault at once.
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { chromium, type Page } from "@playwright/test";

import { LAUNCH } from "../../../tests/e2e/support/chromium.ts";
import { Demo } from "../../../tests/e2e/support/demo.ts";
import type { Driver } from "../../../tests/e2e/support/engines/driver.ts";
import { openFirefox } from "../../../tests/e2e/support/engines/firefox.ts";
import { BUILT, expect, serve, test } from "./support.ts";

/** The alternative offered to a visitor. */
const WAY_OUT = "npx calling-widget-sdk demo";

/** The builds whose files the browser has. */
const BUILDS = async (): Promise<string[]> => (await caches.keys()).map((name) => name.split(" ").at(-1) ?? "");
const NEXT_BUILD = "0123456789abcdef";

/** Runs work in a folder that is removed afterwards. */
async function withFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), "site-"));
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** A modifiable copy of the demo alone. */
async function copyOfDemo(folder: string): Promise<string> {
  const demo = join(folder, "pages/demo");
  await mkdir(demo, { recursive: true });
  await cp(join(BUILT, "pages/demo"), demo, { recursive: true });
  return demo;
}

async function expectRefusal(page: Page, why: RegExp): Promise<void> {
  await expect(page.locator("#site-note")).toHaveText(why);
  await expect(page.locator("#site-note")).toContainText(WAY_OUT);
}

test("the demo says so if Chromium stores nothing", async ({ site }) => {
  await withFolder(async (profile) => {
    await mkdir(join(profile, "Default"));
    await writeFile(join(profile, "Default/Preferences"), JSON.stringify({ profile: { default_content_setting_values: { cookies: 2 } } }));
    const context = await chromium.launchPersistentContext(profile, LAUNCH);
    try {
      const page = await context.newPage();
      await page.goto(`${site.url}demo/`);
      await expectRefusal(page, /^The demo cannot start: the browser refuses its service worker .*let the site store data/);
    } finally {
      await context.close();
    }
  });
});

test("an unloaded file is reported, and a reload tries again", async ({ page, faults }) => {
  await withFolder(async (folder) => {
    const module = join(await copyOfDemo(folder), "emulator.wasm");
    await rm(module);
    const site = await serve(folder);
    try {
      await page.goto(`${site.url}demo/`);
      await expectRefusal(page, /^The demo cannot start: not all of its files were loaded and stored: reload the page/);
      faults.length = 0;

      await cp(join(BUILT, "pages/demo/emulator.wasm"), module);
      await page.reload();
      await new Demo(page).expectPhone("idle");
    } finally {
      await site.stop();
    }
  });
});

test("an update during the demo offers the new version", async ({ page }) => {
  await withFolder(async (folder) => {
    const script = join(await copyOfDemo(folder), "worker.js");
    const site = await serve(folder);
    try {
      await page.goto(`${site.url}demo/`);
      const demo = new Demo(page);
      await demo.expectPhone("idle");
      await demo.get("dial-12025550143").click();
      await demo.sp("hangup").click();
      await demo.save("Before the update");
      await expect(demo.get("timeline").getByText("Before the update")).toBeVisible();

      const [build = ""] = await page.evaluate(BUILDS);
      await writeFile(script, (await readFile(script, "utf8")).replace(build, NEXT_BUILD));
      await page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.update());
      await page.getByRole("button", { name: "Load the new version" }).click();

      await demo.expectPhone("idle");
      await expect(demo.get("timeline").getByText("Before the update")).toBeVisible();
      expect(await page.evaluate(BUILDS)).toEqual([NEXT_BUILD]);
    } finally {
      await site.stop();
    }
  });
});

/** Opens a page in Firefox. */
async function inFirefox(preferences: Readonly<Record<string, boolean | number>>, address: string, work: (driver: Driver) => Promise<void>): Promise<void> {
  const program = process.env["FIREFOX_BIN"];
  if (program === undefined) throw new Error("FIREFOX_BIN is not set: run `cargo xtask site --check`, which sets it");
  const driver = await openFirefox(program, preferences);
  try {
    const [window = ""] = await driver.windows();
    await driver.choose(window, []);
    await driver.open(address);
    await work(driver);
  } finally {
    await driver.close();
  }
}

for (const [name, preferences] of [
  ["Firefox", {}],
  ["a private window of Firefox", { "browser.privatebrowsing.autostart": true }],
] as const) {
  test(`in ${name} the demo calls, and makes a quote's PDF`, async ({ site }) => {
    await callInFirefox(preferences, site.url);
  });
}

async function callInFirefox(preferences: Readonly<Record<string, boolean>>, siteUrl: string): Promise<void> {
  await inFirefox(preferences, `${siteUrl}demo/`, async (driver) => {
    const text = (id: string): Promise<unknown> => driver.evaluate(`document.querySelector("[data-testid=${id}]")?.textContent`);
    const inPhone = (expression: string): Promise<unknown> => driver.evaluate(`(() => { const phone = document.querySelector("[data-testid=frame] iframe")?.contentDocument; return ${expression}; })()`);
    const state = (): Promise<unknown> => inPhone(`phone?.querySelector("[data-testid=sp-state]")?.textContent`);
    await expect.poll(() => text("host-state")).toBe("initialized");
    await expect.poll(state).toBe("idle");

    await driver.evaluate(`document.querySelector("[data-testid=dial-12025550143]").click()`);
    await expect.poll(state).toBe("connected");
    await inPhone(`phone.querySelector("[data-testid=sp-hangup]").click()`);
    await expect.poll(state).toBe("ended");
    await inPhone(`phone.querySelector("[data-testid=sp-notes]").value = "In Firefox"`);
    await inPhone(`phone.querySelector("[data-testid=sp-save]").click()`);

    await expect.poll(() => text("timeline")).toContain("In Firefox");
    expect(await driver.evaluate(`fetch("quotes/harbour-finch-phones.pdf").then((answer) => answer.text()).then((pdf) => pdf.slice(0, 5))`)).toBe("%PDF-");
  });
}

test("in Firefox without storage the demo says why", async ({ site }) => {
  await inFirefox({ "network.cookie.cookieBehavior": 2 }, `${site.url}demo/`, async (driver) => {
    const note = (): Promise<unknown> => driver.evaluate(`document.getElementById("site-note").textContent`);
    await expect.poll(note).toMatch(/^The demo cannot start: .*let the site store data/);
    expect(await note()).toContain(WAY_OUT);
  });
});
