// Receipts end to end: our widget in our own host, and in the published
// IFrameManager as a host, whose answers have ids of their own.
import type { Page } from "@playwright/test";

import { expect, frameAt, test, type Site } from "./support/test.ts";

type Message = { type: string; data: { externalCallId: string } };

test("each kind of receipt in the published host, which chooses message ids", async ({ page, site }) => {
  const frame = await frameAt(page, await openPublished(page, site));

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

/** Opens a page of the published manager around an app; the app's address. */
async function openPublished(page: Page, site: Site): Promise<string> {
  const widget = app(site);
  await page.goto(
    site.page(
      "crm.test",
      {
        libraries: ["published-0.9.7"],
        body: `<div id="phone"></div>`,
        main: (src) => {
          const record = window.recorded("host");
          window.relay = new window.sdk.IFrameManager({
            iFrameOptions: { src, width: "400px", height: "600px", hostElementSelector: "#phone" },
            debugMode: false,
            onMessageHandler: (message) => {
              record(message);
              const { type, data } = message as Message;
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
              for (const [type_, reply] of answer[type] ?? []) {
                window.relay.sendMessage({ type: type_, data: reply });
              }
            },
          });
        },
      },
      widget,
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
