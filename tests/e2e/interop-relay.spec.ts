// Our IFrameManager as the host, constructed with the published options, of
// every published CallingExtensions as the widget.
/* oxlint-disable typescript/no-deprecated -- the older versions know the older names only */
import { unless } from "./support/all.ts";
import { expect, frameAt, test } from "./support/test.ts";
import { isEnd, PUBLISHED_VERSIONS } from "./support/versions.ts";

for (const version of PUBLISHED_VERSIONS) {
  test(`our IFrameManager is the host of a ${version} widget`, unless(isEnd(version)), async ({ page, site }) => {
    const widget = site.page("phone.test", {
      libraries: [`published-${version}`],
      main: () => {
        window.cti = new window.sdk.default({
          debugMode: true,
          eventHandlers: {
            onReady: window.recorded("onReady"),
            onDialNumber: window.recorded("onDialNumber"),
            onEngagementCreated: window.recorded("onEngagementCreated"),
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

    // Messages both ways, payloads unchanged; the callback gets the reply.
    const reply = page.evaluate(
      () =>
        new Promise<unknown>((resolve) => {
          window.relay.sendMessage({ type: "DIAL_NUMBER", data: { phoneNumber: "+15550100", extra: [null] } }, resolve);
        }),
    );
    await frame.waitForFunction(() => window.seen.calls.some(({ handler }) => handler === "onDialNumber"));
    await frame.evaluate(() => {
      const dial = window.seen.calls.find(({ handler }) => handler === "onDialNumber");
      const { messageId } = (dial?.args[1] ?? {}) as { messageId?: string };
      window.cti.sendMessage({ type: "CALL_DATA", messageId, data: "a reply" });
      window.cti.outgoingCall({ externalCallId: "c-1", toNumber: "+15550100", createEngagement: true });
      window.cti.callEnded({ externalCallId: "c-1", engagementId: 1 });
    });
    expect(await reply).toMatchObject({ type: "CALL_DATA", data: "a reply" });
    await page.evaluate(() => {
      window.relay.sendMessage({ type: "ENGAGEMENT_CREATED", data: { engagementId: 1 } });
    });
    await page.evaluate(() => window.settled());
    expect((await frame.evaluate(() => window.seen.calls.slice(1))).map(({ handler, args }) => [handler, args[0]])).toEqual([
      ["onDialNumber", { phoneNumber: "+15550100", extra: [null] }],
      ["onEngagementCreated", { engagementId: 1 }],
    ]);
    expect((await page.evaluate(() => window.seen.calls.slice(1))).map(({ args }) => args[0])).toMatchObject([
      { type: "OUTGOING_CALL_STARTED", data: { externalCallId: "c-1", toNumber: "+15550100", createEngagement: true } },
      { type: "CALL_ENDED", data: { externalCallId: "c-1", engagementId: 1 } },
    ]);

    // Another handshake with the widget's next page.
    await page.evaluate(() => {
      window.seen.calls.length = 0;
    });
    await frame.evaluate(() => location.reload());
    await page.waitForFunction(() => window.seen.calls.length > 0);
    expect(await page.evaluate(() => window.seen.calls.map(({ args }) => args[0]))).toEqual([{ type: "READY", data: {} }]);
  });
}
