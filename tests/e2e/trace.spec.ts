// A session recorded in a browser, replayed in Node.
import { replayTrace } from "calling-widget-sdk/trace";

import { embed } from "./support/phone-call.ts";
import { expect, test } from "./support/test.ts";

test("a recorded call replays the same in Node, and names nobody", async ({ page, site }) => {
  const widget = site.page(
    "phone.test",
    {
      libraries: ["sdk-traced"],
      main: (hostOrigin) => {
        const cti = new window.sdk.default({
          trace: window.recorder(),
          allowedHostOrigins: [hostOrigin],
          eventHandlers: {
            onReady: () => {
              cti.initialized({ isLoggedIn: true, isAvailable: true });
            },
            onDialNumber: ({ phoneNumber }) => {
              cti.outgoingCall({ externalCallId: "call-1", toNumber: phoneNumber, fromNumber: "+12025550100", createEngagement: true });
            },
            onCreateEngagementSucceeded: ({ engagementId }) => {
              cti.callAnswered({ externalCallId: "call-1" });
              cti.callEnded({ externalCallId: "call-1", engagementId, callEndStatus: "COMPLETED" });
              cti.callCompleted({ externalCallId: "call-1", engagementId, engagementProperties: { hs_call_title: "Call with Ada Lovelace" } });
            },
          },
        });
        window.cti = cti;
      },
    },
    site.origin("crm.test"),
  );
  const frame = await embed(page, site, widget);
  await page.evaluate(() => window.host.dialNumber({ phoneNumber: "+12025550143" }));
  await page.waitForFunction(() => window.store.engagements[0]?.onTimeline === true);

  const text = await frame.evaluate(() => window.cti.exportTrace());
  const trace = replayTrace(text);
  const steps = [...trace.steps()];

  expect(trace.isSameBuild).toBe(true);
  expect(steps.filter(({ isSame }) => !isSame)).toEqual([]);
  const messages = steps.flatMap((step) => step.messages.map(({ from, message }) => `${from} ${message.type}`));
  // A host repeats its SYNC until the acknowledgement comes: the number depends on the machine.
  expect(messages.filter((message, at) => message !== "host SYNC" || at === 0)).toEqual([
    "host SYNC",
    "widget SYNC_ACK",
    "widget INITIALIZED",
    "host DIAL_NUMBER",
    "widget OUTGOING_CALL_STARTED",
    "host CREATE_ENGAGEMENT_SUCCEEDED",
    "widget CALL_ANSWERED",
    "widget CALL_ENDED",
    "widget CALL_COMPLETED",
    "host ENGAGEMENT_CREATED",
    "host VISIBILITY_CHANGED",
    "host UPDATE_ENGAGEMENT_SUCCEEDED",
  ]);
  expect(text).not.toMatch(/Lovelace|2025550143|2025550100/);
});
