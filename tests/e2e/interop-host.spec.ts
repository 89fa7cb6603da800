// Every published CallingExtensions as the widget of our CallingHost.
import type { Page } from "@playwright/test";

import { unless } from "./support/all.ts";
import { expect, frameAt, test, type Site } from "./support/test.ts";
import { isEnd, PUBLISHED_VERSIONS } from "./support/versions.ts";

const CONTACT = {
  objectCoordinates: { portalId: 1, objectId: 501, objectTypeId: "0-1" },
  firstName: "Maria",
  lastName: "Okafor",
  email: "maria@example.com",
  phoneNumbers: ["+12025550143"],
} as const;

for (const version of PUBLISHED_VERSIONS) {
  test(`an outbound and an inbound call of a ${version} widget end on the timeline`, unless(isEnd(version)), async ({ page, site }) => {
    const widget = await open(page, site, `published-${version}`);

    const outcome = await page.evaluate(() => {
      return window.host.dialNumber({
        phoneNumber: "+12025550143",
        objectId: 501,
        objectType: "CONTACT",
        calleeInfo: { calleeId: 501, calleeObjectTypeId: "0-1" },
      });
    });
    expect(outcome).toMatchObject({ sent: true });

    await page.waitForFunction(() => window.store.engagements[0]?.properties["hs_call_title"] !== undefined);
    await page.evaluate(() => window.settled());
    expect(await page.evaluate(() => window.store.engagements)).toMatchObject([
      {
        direction: "OUTBOUND",
        toNumber: "+12025550143",
        callEndStatus: "COMPLETED",
        onTimeline: true,
        properties: { hs_call_title: "Title of call-0143", hs_call_body: "Notes" },
        associations: [CONTACT.objectCoordinates],
      },
    ]);
    expect(await page.evaluate(() => window.host.hasActiveCall)).toBe(false);
    expect(await toWidget(page)).toEqual(
      expect.arrayContaining(["DIAL_NUMBER", "CREATE_ENGAGEMENT_SUCCEEDED", "UPDATE_ENGAGEMENT_SUCCEEDED"]),
    );
    await expectQuiet(page);

    const frame = await frameAt(page, widget);
    await frame.evaluate(() => window.ring("+12025550143"));

    await page.waitForFunction(() => window.store.engagements[1]?.properties["hs_call_title"] !== undefined);
    await page.evaluate(() => window.settled());
    expect(await page.evaluate(() => window.store.engagements)).toMatchObject([
      { direction: "OUTBOUND" },
      {
        direction: "INBOUND",
        fromNumber: "+12025550143",
        onTimeline: true,
        properties: { hs_call_title: "Title of call-0143" },
      },
    ]);
    const matches = await frame.evaluate(
      () => window.seen.messages.map(({ data }) => data as { type?: string; data?: unknown }).find(({ type }) => type === "CALLER_ID_MATCH_SUCCEEDED")?.data,
    );
    expect(matches).toMatchObject({
      callerIdMatches: [{ callerIdType: "CONTACT", firstName: "Maria", objectCoordinates: CONTACT.objectCoordinates }],
    });
    await expectQuiet(page);
  });
}

/** Opens a host page with this widget in it and waits until it is initialized. */
async function open(page: Page, site: Site, library: string): Promise<string> {
  const widget = site.page(
    "phone.test",
    { libraries: [library, "app"], main: (hostOrigin) => window.startApp({ hostOrigin }) },
    site.origin("crm.test"),
  );
  const host = site.page(
    "crm.test",
    {
      libraries: ["host"],
      body: `<div id="phone"></div>`,
      main: ({ url, contact }) => {
        window.startHost({
          url,
          context: { portalId: 1, userId: 2, ownerId: 3, iframeLocation: "remote" },
          store: new window.hostSdk.InMemoryRecordStore({ contacts: [contact] }),
        });
      },
    },
    { url: widget, contact: { ...CONTACT, phoneNumbers: [...CONTACT.phoneNumbers] } },
  );
  await page.goto(host);
  await page.waitForFunction(() => window.host.state === "initialized");
  return widget;
}

/** The types of messages received by the widget. */
async function toWidget(page: Page): Promise<string[]> {
  const frame = page.frames()[1];
  return (await frame?.evaluate(() => window.seen.messages.map(({ data }) => (data as { type: string }).type))) ?? [];
}

/** Waits until no message leads to another. */
async function expectQuiet(page: Page): Promise<void> {
  const counts = [];
  for (let round = 0; round < 3; round++) {
    await page.evaluate(() => window.settled());
    counts.push(await Promise.all(page.frames().map((frame) => frame.evaluate(() => window.seen.messages.length))));
  }
  expect(new Set(counts.map(String)).size).toBe(1);
}
