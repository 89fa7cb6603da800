// Receipts end to end: our widget in our own host, and in the published
// IFrameManager as a host that ties its answers to messages in any way, or in none.
import type { Page } from "@playwright/test";

import { expect, frameAt, test, type Site } from "./support/test.ts";

type Message = { type: string; messageId: string; data: { externalCallId: string } };

const ENGAGED = "CREATE_ENGAGEMENT_SUCCEEDED";

test("every receipt of a call gives what our own host says", async ({ page, site }) => {
  const frame = await frameAt(page, await openOurs(page, site));

  const outcomes = await frame.evaluate(async () => {
    const { tracked } = window.cti;
    const start = { fromNumber: "+12025550100", toNumber: "+12025550199", createEngagement: true };
    window.cti.userAvailable();
    const outgoing = await tracked.outgoingCall({ ...start, externalCallId: "c-1" }).engagement();
    window.cti.callEnded({ externalCallId: "c-1", engagementId: Number(outgoing), callEndStatus: "COMPLETED" });
    const saved = await tracked
      .callCompleted({
        externalCallId: "c-1",
        engagementId: Number(outgoing),
        hideWidget: false,
        engagementProperties: { hs_call_title: "Call" },
      })
      .saved()
      .then(() => "saved");

    const incoming = tracked.incomingCall({ ...start, externalCallId: "c-2" });
    const [engagement, matches] = await Promise.all([incoming.engagement(), incoming.callerId()]);

    const record = (objectId: number) => ({ objectCoordinates: { portalId: 1, objectId, objectTypeId: "0-1" as const } });
    const opened = await tracked.navigateToRecord(record(5)).navigated({ timeoutMs: 500 });
    const refused = await tracked
      .navigateToRecord(record(404))
      .navigated()
      .catch((error: unknown) => {
        const { name, code, data } = error as { name: string; code: string; data: unknown };
        return { name, code, data };
      });
    return { outgoing, saved, engagement, matches, opened, refused };
  });

  expect(outcomes).toMatchObject({
    saved: "saved",
    opened: { outcome: "notRefused" },
    refused: { name: "CallingError", code: "HOST_REFUSED", data: { objectCoordinates: { objectId: 404 } } },
  });
  expect(typeof outcomes.outgoing).toBe("number");
  expect(outcomes.engagement).not.toBe(outcomes.outgoing);
  expect(Array.isArray(outcomes.matches)).toBe(true);
});

for (const ties of ["echo", "names", "neither"] as const) {
  test(`two calls in the published host, answers tied by ${ties}`, async ({ page, site }) => {
    const frame = await frameAt(page, await openPublished(page, site));

    const waiting = frame.evaluate(async () => {
      const receipts = ["c-1", "c-2"].map((externalCallId) =>
        window.cti.tracked.outgoingCall({ externalCallId, fromNumber: "+12025550100", createEngagement: true }),
      );
      const settled = await Promise.allSettled(receipts.map((receipt) => receipt.engagement()));
      return settled.map((one) => (one.status === "fulfilled" ? one.value : (one.reason as { code: string }).code));
    });
    await page.waitForFunction(
      () => window.seen.messages.filter(({ data }) => (data as Message).type === "OUTGOING_CALL_STARTED").length === 2,
    );
    await page.evaluate(
      ({ ties, type }) => {
        const messages = window.seen.messages.map(({ data }) => data as Message);
        const starts = messages.filter((message) => message.type === "OUTGOING_CALL_STARTED");
        // The later call is answered first.
        for (const { messageId, data } of starts.reverse()) {
          const { externalCallId } = data;
          const engagementId = externalCallId === "c-1" ? 1 : 2;
          window.relay.sendMessage({
            type,
            ...(ties === "echo" ? { messageId } : {}),
            data: ties === "names" ? { engagementId, externalCallId } : { engagementId },
          });
        }
      },
      { ties, type: ENGAGED },
    );

    expect(await waiting).toEqual(ties === "neither" ? ["AMBIGUOUS", "AMBIGUOUS"] : [1, 2]);
    // The app's own handlers got every answer all the same.
    const handled = await frame.evaluate(
      () => window.seen.calls.filter(({ handler }) => handler === "onCreateEngagementSucceeded").length,
    );
    expect(handled).toBe(2);
  });
}

for (const echoes of [true, false]) {
  test(`each kind of receipt in the published host, which ${echoes ? "echoes" : "chooses"} message ids`, async ({
    page,
    site,
  }) => {
    const frame = await frameAt(page, await openPublished(page, site, echoes));

    const outcomes = await frame.evaluate(async () => {
      const { tracked } = window.cti;
      const code = (error: unknown): string => (error as { code: string }).code;
      const ids = { externalCallId: "c-1", engagementId: 7 };
      const incoming = tracked.incomingCall({
        externalCallId: "c-1",
        fromNumber: "+12025550100",
        toNumber: "+12025550199",
        createEngagement: true,
      });
      const started = [await incoming.engagement(), await incoming.callerId()];
      window.cti.callEnded(ids);
      const record = { portalId: 1, objectId: 404, objectTypeId: "0-1" } as const;
      return [
        ...started,
        await tracked.callCompleted({ ...ids, engagementProperties: {} }).saved().catch(code),
        await tracked.finalizeEngagement(ids).finalized().then(() => "finalized"),
        await tracked.navigateToRecord({ objectCoordinates: record }).navigated().catch(code),
        await tracked.outgoingCall({ externalCallId: "c-2", fromNumber: "+12025550100" }).engagement().catch(code),
        await tracked
          .outgoingCall({ externalCallId: "silence", fromNumber: "+12025550100", createEngagement: true })
          .engagement({ timeoutMs: 50 })
          .catch(code),
      ];
    });

    expect(outcomes).toEqual([
      7,
      [{ callerIdType: "CONTACT" }],
      "HOST_REFUSED",
      "finalized",
      "HOST_REFUSED",
      "NOT_REQUESTED",
      "TIMED_OUT",
    ]);
  });
}

test("a host page that is replaced loses what it was asked", async ({ page, site }) => {
  const frame = await frameAt(page, await openPublished(page, site));

  const waiting = frame.evaluate(() =>
    window.cti.tracked
      .outgoingCall({ externalCallId: "c-1", fromNumber: "+12025550100", createEngagement: true })
      .engagement()
      .catch((error: unknown) => (error as { code: string }).code),
  );
  await page.waitForFunction(() =>
    window.seen.messages.some(({ data }) => (data as Message).type === "OUTGOING_CALL_STARTED"),
  );
  await page.evaluate(() => {
    const element = document.querySelector("iframe");
    const sync = { type: "SYNC", messageId: "another_1", portalId: 9, userId: 9, iframeLocation: "window" };
    element?.contentWindow?.postMessage(sync, new URL(element.src).origin);
  });

  expect(await waiting).toBe("SESSION_LOST");
});

/** Opens a page of our host around an app; the app's address. */
async function openOurs(page: Page, site: Site): Promise<string> {
  const widget = app(site);
  await page.goto(
    site.page(
      "crm.test",
      {
        libraries: ["host"],
        body: `<main></main>`,
        main: (url) => {
          window.host = new window.hostSdk.CallingHost({
            url,
            container: "main",
            context: { portalId: 1, userId: 2, iframeLocation: "remote" },
            navigate: ({ objectCoordinates }) => objectCoordinates.objectId !== 404,
          });
        },
      },
      widget,
    ),
  );
  await page.waitForFunction(() => window.host.state === "initialized");
  return widget;
}

/** Opens a page of the published manager around an app; the app's address. */
async function openPublished(page: Page, site: Site, answers?: boolean): Promise<string> {
  const widget = app(site);
  await page.goto(
    site.page(
      "crm.test",
      {
        libraries: ["published-0.9.7"],
        body: `<div id="phone"></div>`,
        main: ({ src, answers }) => {
          const record = window.recorded("host");
          window.relay = new window.sdk.IFrameManager({
            iFrameOptions: { src, width: "400px", height: "600px", hostElementSelector: "#phone" },
            debugMode: false,
            onMessageHandler: (message) => {
              record(message);
              const { type, messageId, data } = message as Message;
              const ids = { engagementId: 7 };
              const answer: Record<string, [string, object][]> = {
                INCOMING_CALL: [
                  ["CREATE_ENGAGEMENT_SUCCEEDED", ids],
                  ["CALLER_ID_MATCH_SUCCEEDED", { callerIdMatches: [{ callerIdType: "CONTACT" }] }],
                ],
                CALL_COMPLETED: [["UPDATE_ENGAGEMENT_FAILED", { error: { message: "no" } }]],
                FINALIZE_ENGAGEMENT: [["FINALIZE_ENGAGEMENT_SUCCEEDED", ids]],
                NAVIGATE_TO_RECORD: [["NAVIGATE_TO_RECORD_FAILED", data]],
              };
              for (const [type_, reply] of (answers === null ? undefined : answer[type]) ?? []) {
                window.relay.sendMessage({ type: type_, ...(answers ? { messageId } : {}), data: reply });
              }
            },
          });
        },
      },
      { src: widget, answers: answers ?? null },
    ),
  );
  await page.waitForFunction(() => window.relay.isReady);
  return widget;
}

/** A calling app that does what the test says. */
function app(site: Site): string {
  return site.page(
    "phone.test",
    {
      libraries: ["sdk"],
      main: (origin) => {
        window.cti = new window.sdk.default({
          allowedHostOrigins: [origin],
          eventHandlers: {
            onReady: () => {
              window.cti.initialized({ isLoggedIn: true, isAvailable: true });
            },
            onCreateEngagementSucceeded: window.recorded("onCreateEngagementSucceeded"),
          },
        });
      },
    },
    site.origin("crm.test"),
  );
}
