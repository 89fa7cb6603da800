import type { Frame, Page } from "@playwright/test";

import type { HostSettings } from "./globals.ts";
import { frameAt, type PageSource, type Site } from "./test.ts";

/** The messages that a host receives in {@link placeCall}. */
export const CALL = ["SYNC_ACK", "INITIALIZED", "USER_AVAILABLE", "OUTGOING_CALL_STARTED", "CALL_ANSWERED", "CALL_ENDED", "CALL_COMPLETED"];

/** Embeds the widget at an address in a host's page; its frame, once it is initialized. */
export async function embed(page: Page, site: Site, url: string, context?: HostSettings["context"], hostName = "crm.test"): Promise<Frame> {
  const main = (settings: HostSettings): void => {
    window.startHost(settings);
  };
  await page.goto(site.page(hostName, { libraries: ["host"], body: `<div id="phone"></div>`, main }, { url, ...(context && { context }) }));
  await page.waitForFunction(() => window.host.state === "initialized");
  return frameAt(page, url);
}

/** The same, and dials a number in it. */
export async function dialIn(page: Page, site: Site, hostName: string, url: string): Promise<void> {
  await embed(page, site, url, { portalId: 1, userId: 2 }, hostName);
  await page.evaluate(() => window.host.dialNumber({ phoneNumber: "+12025550143" }));
}

/** Dials a number from a host in the widget, and returns the types on the wire. */
export async function placeCall(page: Page, site: Site, source: PageSource): Promise<{ frame: Frame; types: string[] }> {
  const { libraries } = source;
  const url = site.page("phone.test", { ...source, libraries: [...libraries, "app"] });
  await dialIn(page, site, "crm.test", url);
  await page.waitForFunction(() => window.store.engagements[0]?.onTimeline === true);
  const types = await page.evaluate(() => window.seen.messages.map(({ data }) => (data as { type: string }).type));
  return { frame: await frameAt(page, url), types };
}
