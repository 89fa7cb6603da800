// Every published CallingExtensions as the widget of our CallingHost, and of our IFrameManager,
// constructed with the published options.
import { unless } from "./support/all.ts";
import { expect, frameAt, test } from "./support/test.ts";
import { isEnd, PUBLISHED_VERSIONS } from "./support/versions.ts";

const CONTACT = {
  objectCoordinates: { portalId: 1, objectId: 501, objectTypeId: "0-1" as const },
  firstName: "Maria",
  lastName: "Okafor",
  email: "maria@example.com",
  phoneNumbers: ["+12025550143"],
};

for (const version of PUBLISHED_VERSIONS) {
  test(`${version}: calls both ways end on our host's timeline`, unless(isEnd(version)), async ({ page, site }) => {
    const widget = site.page("phone.test", { libraries: [`published-${version}`, "app"], main: () => window.startApp({}) });
    const main = ({ url, contact }: { url: string; contact: typeof CONTACT }): void => {
      window.startHost({ url, store: new window.hostSdk.InMemoryRecordStore({ contacts: [contact] }) });
    };
    await page.goto(site.page("crm.test", { libraries: ["host"], body: `<div id="phone"></div>`, main }, { url: widget, contact: CONTACT }));
    await page.waitForFunction(() => window.host.state === "initialized");

    await page.evaluate(() => window.host.dialNumber({ phoneNumber: "+12025550143", calleeInfo: { calleeId: 501, calleeObjectTypeId: "0-1" } }));
    await page.waitForFunction(() => window.store.engagements[0]?.properties["hs_call_title"] !== undefined);
    const frame = await frameAt(page, widget);
    await frame.evaluate(() => window.ring("+12025550143"));
    await page.waitForFunction(() => window.store.engagements[1]?.properties["hs_call_title"] !== undefined);

    const ended = { callEndStatus: "COMPLETED", onTimeline: true, properties: { hs_call_title: "Title of call-0143", hs_call_body: "Notes" } };
    expect(await page.evaluate(() => window.store.engagements)).toMatchObject([
      { direction: "OUTBOUND", toNumber: "+12025550143", associations: [CONTACT.objectCoordinates], ...ended },
      { direction: "INBOUND", fromNumber: "+12025550143", ...ended },
    ]);
    expect(await page.evaluate(() => window.host.hasActiveCall)).toBe(false);
    const matches = await frame.evaluate(
      () => window.seen.messages.map(({ data }) => data as { type?: string; data?: unknown }).find(({ type }) => type === "CALLER_ID_MATCH_SUCCEEDED")?.data,
    );
    expect(matches).toMatchObject({ callerIdMatches: [{ callerIdType: "CONTACT", firstName: "Maria", objectCoordinates: CONTACT.objectCoordinates }] });
  });

  test(`${version}: our IFrameManager is its host`, unless(isEnd(version)), async ({ page, site }) => {
    const widget = site.page("phone.test", {
      libraries: [`published-${version}`],
      main: () => {
        window.cti = new window.sdk.default({
          debugMode: true,
          eventHandlers: {
            onReady: window.recorded("onReady"),
            onDialNumber: window.recorded("onDialNumber"),
            defaultEventHandler: window.recorded("defaultEventHandler"),
          },
        });
      },
    });
    const host = site.page(
      "crm.test",
      {
        libraries: ["sdk"],
        body: `<div id="phone">emptied</div>`,
        main: (src) => {
          window.relay = new window.sdk.IFrameManager({
            iFrameOptions: { src, width: "400px", height: "600px", hostElementSelector: "#phone" },
            debugMode: false,
            onMessageHandler: window.recorded("host"),
          });
        },
      },
      widget,
    );

    await page.goto(host);
    await page.waitForFunction(() => window.relay.isReady);
    const frame = await frameAt(page, widget);

    // The handshake: READY once on either side, the widget's debug mode taken over.
    await page.evaluate(() => window.settled());
    expect(await page.evaluate(() => window.seen.calls)).toMatchObject([
      { handler: "host", args: [{ type: "READY", data: {} }] },
    ]);
    expect((await frame.evaluate(() => window.seen.calls)).map(({ handler }) => handler)).toEqual(["onReady"]);

    // Messages both ways; tests/compare has their payloads and the callbacks.
    await page.evaluate(() => {
      window.relay.sendMessage({ type: "DIAL_NUMBER", data: { phoneNumber: "+15550100" } });
    });
    await frame.waitForFunction(() => window.seen.calls.some(({ handler }) => handler === "onDialNumber"));
    await frame.evaluate(() => window.cti.outgoingCall({ externalCallId: "c-1", toNumber: "+15550100", createEngagement: true }));
    await page.waitForFunction(() => window.seen.calls.some(({ args: [message] }) => (message as { type: string }).type === "OUTGOING_CALL_STARTED"));

    // Another handshake with the widget's next page.
    await page.evaluate(() => {
      window.seen.calls.length = 0;
    });
    await frame.evaluate(() => location.reload());
    await page.waitForFunction(() => window.seen.calls.length > 0);
    expect(await page.evaluate(() => window.seen.calls.map(({ args }) => args[0]))).toEqual([{ type: "READY", data: {} }]);
  });
}
