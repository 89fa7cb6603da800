// A host without a library: it posts the test's messages into the page's frame.
import type { Page } from "@playwright/test";

import { frameAt } from "./test.ts";

/** The fields of a SYNC. */
export function synced(page: Page): object {
  return { hostUrl: new URL(page.url()).origin, portalId: 1, userId: 2, iframeLocation: "widget" };
}

/** Posts a message to the widget at an address, and waits for the type it answers with. */
export async function say(page: Page, widget: string, type: string, fields: object, answer: string): Promise<void> {
  await frameAt(page, widget);
  await page.evaluate(
    ({ type, fields, origin }) => {
      window.frames[0]?.postMessage({ type, messageId: `host-${type}`, ...fields }, origin);
    },
    { type, fields, origin: new URL(widget).origin },
  );
  await page.waitForFunction(
    (answer) => window.seen.messages.some(({ data }) => (data as { type?: string }).type === answer),
    answer,
  );
}

/** The widget's posts, without the ids. */
export async function said(page: Page): Promise<Record<string, unknown>[]> {
  const messages = await page.evaluate(() => window.seen.messages.map(({ data }) => data as Record<string, unknown>));
  return messages.map((message) => Object.fromEntries(Object.entries(message).filter(([name]) => name !== "messageId")));
}
