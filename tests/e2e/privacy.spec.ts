// Personal data: the watch over every suite, with every message. `engines/watch.spec.ts` tests
// that the watch would report it.
import { CANARIES, personalIn } from "./support/canaries.ts";
import { type Fixture, fixturesOf, HANDLERS, METHODS } from "./support/fixtures.ts";
import { embed } from "./support/phone-call.ts";
import { expect, test } from "./support/test.ts";

test("no message of either side leaves personal data anywhere", async ({ page, site, watch }) => {
  for (const debugMode of [true, false]) {
    const widget = site.page(
      "phone.test",
      {
        libraries: ["sdk"],
        main: ({ allowed, debugMode }) => {
          window.cti = new window.sdk.default({
            debugMode,
            allowedHostOrigins: [allowed],
            onDiagnostic: window.recorded("onDiagnostic"),
            eventHandlers: { onReady: () => window.cti.initialized({ isLoggedIn: true, isAvailable: true }) },
          });
        },
      },
      { allowed: site.origin("crm.test"), debugMode },
    );
    const frame = await embed(page, site, widget);
    await page.evaluate(() => {
      window.host.on("diagnostic", window.recorded("diagnostic"));
    });

    // Moving the widget would end the test.
    for (const type of Object.values(METHODS).filter((type) => type !== "SET_WIDGET_URL")) {
      await frame.evaluate((messages) => messages.forEach((message) => window.cti.sendMessage(message)), tainted(type));
    }
    for (const type of Object.values(HANDLERS).filter((type) => type !== "READY")) {
      await page.evaluate((messages) => messages.forEach((message) => window.host.sendMessage(message)), tainted(type));
    }
    await page.evaluate(() => window.settled());
    // The gathered lines are written on pagehide.
    for (const side of [page, frame]) {
      await side.evaluate(() => window.dispatchEvent(new PageTransitionEvent("pagehide")));
    }

    for (const side of [page, frame]) {
      const calls = await side.evaluate(() => window.seen.calls);
      expect(calls.length).toBeGreaterThan(0);
      expect(personalIn(calls)).toBeUndefined();
    }
    expect(await watch.leaked()).toEqual([]);
  }
});

/** A type's fixtures, with personal data for every text in them. */
function tainted(type: string): Fixture[] {
  return fixturesOf(type).map((fixture) => ({ ...(taint(fixture) as Fixture), type, messageId: undefined as unknown as string }));
}

/** Fields whose text is one of a few values, or an identifier: not personal. */
const IDS_AND_CHOICES = /type|id$|status|location|version|origin|direction|openin|source|src$|code|callstate|disposition|timestamp|duration|ids$/i;

function taint(value: unknown, name = ""): unknown {
  if (typeof value === "string") {
    const fitting = /^fromNumber$/.test(name) ? "sipAddress" : /number|phone/i.test(name) ? "phoneNumber" : /recording/i.test(name) ? "recordingUrl" : /url/i.test(name) ? "url" : /mail/i.test(name) ? "email" : /name/i.test(name) ? "name" : "text";
    return IDS_AND_CHOICES.test(name) ? value : CANARIES[fitting];
  }
  if (Array.isArray(value)) {
    return value.map((item) => taint(item, name));
  }
  return typeof value === "object" && value !== null
    ? { ...Object.fromEntries(Object.entries(value).map(([key, item]) => [key, taint(item, key)])), note: CANARIES.text }
    : value;
}
