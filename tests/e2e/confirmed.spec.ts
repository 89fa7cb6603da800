// Confirmed messages between our two halves in a browser: whole calls, over a channel
// that loses, doubles and delays what is posted, and towards the published SDK.
import type { Page } from "@playwright/test";

import { expect, frameAt, test, type Site } from "./support/test.ts";
import { PUBLISHED_VERSIONS } from "./support/versions.ts";

const FIELD = "callingWidgetSdk";

type Message = { readonly type: string; readonly messageId: string; readonly data?: Readonly<Record<string, unknown>>; readonly [FIELD]?: object };

const SEED = Number(process.env["CHANNEL_SEED"] ?? 20_261_121);

test("an outbound call ends on the timeline, once", async ({ page, site }) => {
  await open(page, site, { library: "sdk", confirmsMessages: true });

  await page.evaluate(() => window.host.dialNumber({ phoneNumber: "+12025550143" }));
  await page.waitForFunction(() => window.store.engagements[0]?.properties["hs_call_title"] !== undefined);
  await page.evaluate(() => window.settled());

  expect(await page.evaluate(() => window.store.engagements)).toMatchObject([
    { direction: "OUTBOUND", callEndStatus: "COMPLETED", onTimeline: true, properties: { hs_call_title: "Title of call-0143" } },
  ]);
  const heard = await heardBy(page);
  const types = heard.filter((message) => FIELD in message).map(({ type }) => type);
  expect(types).toEqual(expect.arrayContaining(["INITIALIZED", "OUTGOING_CALL_STARTED", "CALL_ANSWERED", "CALL_ENDED", "CALL_COMPLETED"]));
  await expectConfirmed(page);
});

test("an inbound call ends on the timeline, once", async ({ page, site }) => {
  const url = await open(page, site, { library: "sdk", confirmsMessages: true });
  const frame = await frameAt(page, url);

  await frame.evaluate(() => window.ring("+12025550143"));
  await page.waitForFunction(() => window.store.engagements[0]?.properties["hs_call_title"] !== undefined);
  await page.evaluate(() => window.settled());

  expect(await page.evaluate(() => window.store.engagements)).toMatchObject([
    { direction: "INBOUND", fromNumber: "+12025550143", onTimeline: true, properties: { hs_call_title: "Title of call-0143" } },
  ]);
  expect(await frame.evaluate(() => window.seen.calls.filter(({ handler }) => handler === "onCallerIdMatchSucceeded").length)).toBe(1);
  await expectConfirmed(page);
});

test("the field goes out only after the other side has said what it is", async ({ page, site }) => {
  const url = await open(page, site, { library: "sdk", confirmsMessages: true });
  const frame = await frameAt(page, url);
  await page.evaluate(() => window.settled());

  const [atHost, atWidget] = await Promise.all([heardBy(page), heardBy(frame)]);
  const first = atHost.find((message) => FIELD in message);
  expect(atHost[0]).toMatchObject({ type: "SYNC_ACK", version: "0.9.7" });
  expect("sdkVersion" in (atHost[0] ?? {})).toBe(true);
  expect(FIELD in (atHost[0] ?? {})).toBe(false);
  expect(first).toBeDefined();
  expect(atWidget[0]?.type).toBe("SYNC");
  expect(FIELD in (atWidget[0] ?? {})).toBe(false);
  // READY is what the app sees of a SYNC: it holds nothing of this.
  expect(JSON.stringify(await frame.evaluate(() => window.cti.getSnapshot().ready))).not.toContain(FIELD);
});

test("over a channel that loses, doubles and delays every call is created and saved once", async ({ page, site }) => {
  test.setTimeout(120_000);
  console.log(`confirmed: CHANNEL_SEED=${String(SEED)}`);
  const url = await open(page, site, { library: "sdk", confirmsMessages: true, isHostile: true });
  const frame = await frameAt(page, url);

  const numbers = Array.from({ length: 6 }, (_, at) => `+1202555${String(100 + at).padStart(4, "0")}`);
  for (const phoneNumber of numbers) {
    const isInbound = numbers.indexOf(phoneNumber) % 3 === 2;
    if (isInbound) {
      await frame.evaluate((number) => window.ring(number), phoneNumber);
    } else {
      await page.evaluate((number) => window.host.dialNumber({ phoneNumber: number }), phoneNumber);
    }
    await page.waitForFunction(
      (title) => window.store.engagements.some(({ properties }) => properties["hs_call_title"] === title),
      `Title of call-${phoneNumber.slice(-4)}`,
      { timeout: 60_000 },
    );
  }
  const fates = await Promise.all([page.evaluate(() => window.fate), frame.evaluate(() => window.fate)]);

  for (const fate of fates) {
    expect(Math.min(fate.lost, fate.doubled, fate.late), JSON.stringify(fate)).toBeGreaterThan(0);
  }
  const engagements = await page.evaluate(() => window.store.engagements);
  expect(engagements.map(({ properties }) => properties["hs_call_title"])).toEqual(numbers.map((number) => `Title of call-${number.slice(-4)}`));
  expect(engagements.every(({ onTimeline }) => onTimeline)).toBe(true);
  const told = await page.evaluate(() =>
    window.seen.calls.map(({ handler, args }) => `${handler} ${String((args[0] as { externalCallId?: string }).externalCallId)}`),
  );
  expect(told).toHaveLength(numbers.length * 4);
  expect(new Set(told).size).toBe(told.length);
  // A dial and each answer are heard once; the outbound engagement has two names.
  const handled = await frame.evaluate(() => window.seen.calls.map(({ handler, args }) => `${handler} ${JSON.stringify(args[0])}`));
  const dials = handled.filter((line) => line.startsWith("onDialNumber"));
  expect(dials).toHaveLength(4);
  await expect
    .poll(() => frame.evaluate(() => window.seen.calls.filter(({ handler }) => handler === "onUpdateEngagementSucceeded").length), { timeout: 30_000 })
    .toBe(6);
});

test("the control: the same channel loses calls where messages are not confirmed", async ({ page, site }) => {
  const url = await open(page, site, { library: "sdk", confirmsMessages: false });
  const frame = await frameAt(page, url);
  await frame.evaluate(() => {
    window.carry = (data, send) => {
      if ((data as { type?: string }).type !== "OUTGOING_CALL_STARTED") {
        send();
      }
    };
  });

  await page.evaluate(() => window.host.dialNumber({ phoneNumber: "+12025550143" }));
  await frame.waitForFunction(() => window.seen.calls.some(({ handler }) => handler === "onDialNumber"));
  await page.waitForTimeout(3_000);

  expect(await page.evaluate(() => window.store.engagements.length)).toBe(0);
});

for (const library of PUBLISHED_VERSIONS.map((version) => `published-${version}`)) {
  test(`towards a ${library} widget the wire is that of plain mode`, async ({ context, site }) => {
    const wires = [];
    for (const confirmsMessages of [false, true]) {
      const page = await context.newPage();
      const url = await open(page, site, { library, confirmsMessages });
      const frame = await frameAt(page, url);
      await page.evaluate(() => window.host.dialNumber({ phoneNumber: "+12025550143", startTimestamp: 1 }));
      await page.waitForFunction(() => window.store.engagements[0]?.properties["hs_call_title"] !== undefined);
      await page.evaluate(() => window.settled());
      // Longer than the pause before anything is repeated.
      await page.waitForTimeout(1_500);
      await page.evaluate(() => window.host.setVisibility({ isMinimized: true }));
      await page.evaluate(() => window.settled());
      const [toHost, toWidget] = await Promise.all([heardBy(page), heardBy(frame)]);
      wires.push({ toHost: comparable(toHost, url), toWidget: comparable(toWidget, url) });
    }

    const [plain, confirming] = wires;
    expect(plain?.toWidget).toContainEqual(expect.stringContaining("CREATE_ENGAGEMENT_SUCCEEDED"));
    expect(confirming).toEqual(plain);
    expect(JSON.stringify(confirming)).not.toContain(FIELD);
  });
}

/** Every message as text, byte for byte but for what is another in each session. */
function comparable(messages: readonly Message[], url: string): string[] {
  const ids = new Map<string, string>();
  const texts = messages.map((message) => {
    // An id is an instance's name and a count, or an epoch time and a count.
    const [instance = ""] = message.messageId.split("_");
    ids.set(instance, ids.get(instance) ?? `instance${String(ids.size)}`);
    let text = JSON.stringify(message);
    for (const [from, to] of ids) {
      text = text.replaceAll(from, to);
    }
    return text.replaceAll(new URL(url).pathname, "/page").replace(/\b1[6-9]\d{11}\b/g, "TIME");
  });
  // SYNC goes out ten times a second until it is acknowledged: how often is chance.
  const isHandshake = (text: string): boolean => /^\{[^}]*"type":"SYNC(_ACK)?"/.test(text);
  return texts.map((text) => (isHandshake(text) ? text.replace(/(instance\d+)_\d+/g, "$1_N") : text.replace(/(instance\d+)_\d+/g, "$1_M"))).filter((text, at, all) => !(isHandshake(text) && all.indexOf(text) < at));
}

/** The messages a page has heard. */
async function heardBy(place: Pick<Page, "evaluate">): Promise<Message[]> {
  return place.evaluate(() => window.seen.messages.map(({ data }) => data as Message));
}

/** Everything either side sent has been confirmed, and nobody has anything to say. */
async function expectConfirmed(page: Page): Promise<void> {
  const heard = (): Promise<number[]> => Promise.all(page.frames().map((frame) => frame.evaluate(() => window.seen.messages.length)));
  const isQuiet = async (): Promise<boolean> => {
    const before = await heard();
    // Longer than the pause before the first repetition.
    await page.waitForTimeout(700);
    return String(await heard()) === String(before);
  };
  await expect.poll(isQuiet).toBe(true);
  // What is repeated to a slow page is the same message again.
  const placed = (await heardBy(page))
    .map((message) => ({ id: message.messageId, seq: (message[FIELD] as { seq?: number } | undefined)?.seq ?? 0 }))
    .filter(({ seq }) => seq > 0);
  expect(new Set(placed.map(({ id, seq }) => `${String(seq)} ${id}`)).size).toBe(new Set(placed.map(({ seq }) => seq)).size);
}

/** Opens a host page with a calling app in it and waits until it is initialized. */
async function open(
  page: Page,
  site: Site,
  { library, confirmsMessages, isHostile = false }: { library: string; confirmsMessages: boolean; isHostile?: boolean },
): Promise<string> {
  const widget = site.page(
    "phone.test",
    {
      libraries: [...(isHostile ? ["watcher", "channel"] : []), library, "app"],
      main: ({ hostOrigin, seed }) => {
        window.breakChannel?.(seed);
        window.startApp({ hostOrigin });
      },
    },
    { hostOrigin: site.origin("crm.test"), seed: SEED },
  );
  const host = site.page(
    "crm.test",
    {
      libraries: [...(isHostile ? ["watcher", "channel"] : []), "host"],
      body: `<div id="phone"></div>`,
      main: ({ url, confirmsMessages, seed }) => {
        window.breakChannel?.(seed + 1);
        window.startHost({ url, context: { portalId: 1, userId: 2, ownerId: 3, iframeLocation: "remote" }, confirmsMessages });
        for (const name of ["outgoingCall", "incomingCall", "callAnswered", "callEnded", "callCompleted"] as const) {
          window.host.on(name, window.recorded(name));
        }
      },
    },
    { url: widget, confirmsMessages, seed: SEED },
  );
  await page.goto(host);
  await page.waitForFunction(() => window.host.state === "initialized", undefined, { timeout: 20_000 });
  return widget;
}
