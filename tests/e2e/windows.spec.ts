// Several windows of one user, as far as only a browser decides: the holder of the leader's lock,
// and its release. The pages are on loopback, since browsers have Web Locks on secure pages
// only. The rules are in tests/session/widget_engine/windows.rs and in the model.
import type { BrowserContext, Frame, Page } from "@playwright/test";

import { BY_CLOCK, expect, frameAt, test, type Site } from "./support/test.ts";

/** A tab: the host's page with a widget in it. */
type Tab = { page: Page; frame: Frame };

/** The host's page, on the widget's site: a browser that blocks the storage of other sites denies them locks. */
const CRM = "crm.phone.localhost";

/** The widget of every tab; its app answers the incoming call, in each of them. */
function widgetPage(site: Site, crm = CRM): string {
  return site.page(
    "phone.localhost",
    {
      libraries: ["sdk"],
      main: (hostOrigin: string) => {
        window.cti = new window.sdk.default({
          shareCalls: true,
          logger: null,
          allowedHostOrigins: [hostOrigin],
          eventHandlers: {
            onReady: () => {
              window.cti.initialized({ isLoggedIn: true, isAvailable: true });
            },
          },
        });
      },
    },
    site.origin(crm),
  );
}

async function openTab(context: BrowserContext, site: Site, widget: string, crm = CRM): Promise<Tab> {
  const page = await context.newPage();
  await page.goto(
    site.page(
      crm,
      {
        libraries: ["host"],
        body: `<div id="phone"></div>`,
        main: (url: string) => {
          window.heard = [];
          window.startHost({ url });
          window.host.on("message", ({ direction, type }) => {
            if (direction === "toHost" && type.includes("CALL")) {
              window.heard.push(type);
            }
          });
        },
      },
      widget,
    ),
  );
  await page.waitForFunction(() => window.host.state === "initialized", undefined, BY_CLOCK);
  return { page, frame: await frameAt(page, widget) };
}

const leads = ({ frame }: Tab): Promise<unknown> => frame.waitForFunction(() => window.cti.role === "leader", undefined, BY_CLOCK);

/** Two tabs of one user that know each other; the first one leads. */
async function openTwo(context: BrowserContext, site: Site): Promise<[Tab, Tab]> {
  const widget = widgetPage(site);
  const tabs: [Tab, Tab] = [await openTab(context, site, widget), await openTab(context, site, widget)];
  await leads(tabs[0]);
  await Promise.all(tabs.map(({ frame }) => frame.waitForFunction(() => window.cti.diagnostics().windows.others === 1, undefined, BY_CLOCK)));
  return tabs;
}

/** The messages about calls that a tab's host received. */
const heard = ({ page }: Tab): Promise<string[]> => page.evaluate(() => window.heard);

/** Calls the app of each tab, as a back end's event reaches all of them. */
function everywhere(tabs: readonly Tab[], type: string): Promise<unknown> {
  const start = type === "INCOMING_CALL" ? { fromNumber: "+12025550143", toNumber: "+12025550100", createEngagement: true } : {};
  return Promise.all(tabs.map(({ frame }) => frame.evaluate(({ type, data }) => {
    window.cti.sendMessage({ type, data });
  }, { type, data: { externalCallId: "call-1", ...start } })));
}

const state = (tab: Tab, wanted: string): Promise<unknown> =>
  tab.frame.waitForFunction((wanted) => window.cti.calls.at(-1)?.state === wanted, wanted, BY_CLOCK);

test("the first tab leads, and sends what comes in to both", async ({ context, site }) => {
  const tabs = await openTwo(context, site);

  await everywhere(tabs, "INCOMING_CALL");

  await expect.poll(() => heard(tabs[0])).toEqual(["INCOMING_CALL"]);
  await state(tabs[1], "ringing");
  expect(await heard(tabs[1])).toEqual([]);
  expect(await Promise.all(tabs.map(({ frame }) => frame.evaluate(() => window.cti.role)))).toEqual(["leader", "follower"]);
  expect(await tabs[0].frame.evaluate(() => window.cti.diagnostics().windows)).toEqual({ role: "leader", link: "broadcast", others: 1 });
});

test("a closed leader's call goes on in the other tab", async ({ context, site }) => {
  const tabs = await openTwo(context, site);
  const [leader, next] = tabs;
  await everywhere(tabs, "INCOMING_CALL");
  await Promise.all(tabs.map(({ frame }) => frame.waitForFunction(() => window.cti.calls[0]?.engagement === "created", undefined, BY_CLOCK)));
  const engagementId = await leader.frame.evaluate(() => window.cti.calls[0]?.engagementId);
  await everywhere(tabs, "CALL_ANSWERED");
  await Promise.all(tabs.map((tab) => state(tab, "connected")));

  await leader.page.close();
  await everywhere([next], "CALL_ENDED");
  await everywhere([next], "CALL_COMPLETED");
  await state(next, "completed");
  await leads(next);

  // Its host did not see the start of the call.
  await expect.poll(() => heard(next)).toEqual(["INCOMING_CALL", "CALL_ANSWERED", "CALL_ENDED", "CALL_COMPLETED"]);
  expect(await next.frame.evaluate(() => window.cti.calls.map(({ owner, engagementId }) => [owner, engagementId]))).toEqual([[undefined, engagementId]]);
});

test("a crashed leader's call is the other tab's", async ({ context, site }) => {
  const tabs = await openTwo(context, site);
  const [leader, next] = tabs;
  await everywhere(tabs, "INCOMING_CALL");
  await Promise.all(tabs.map((tab) => state(tab, "ringing")));

  const session = await context.newCDPSession(leader.page);
  session.send("Page.crash").catch(() => undefined);

  await leads(next);
  await expect.poll(() => heard(next)).toEqual(["INCOMING_CALL"]);
});

test("tabs without locks act for themselves, and say so", async ({ context, site }) => {
  // The tests' windows are private and block the storage of a frame from another site.
  const crm = "crm.localhost";
  const widget = widgetPage(site, crm);
  const tabs = [await openTab(context, site, widget, crm), await openTab(context, site, widget, crm)];
  await Promise.all(tabs.map(({ frame }) => frame.waitForFunction(() => window.cti.diagnostics().windows.link === "denied", undefined, BY_CLOCK)));

  await everywhere(tabs, "INCOMING_CALL");

  await expect.poll(() => Promise.all(tabs.map(heard))).toEqual([["INCOMING_CALL"], ["INCOMING_CALL"]]);
  const advice = await Promise.all(tabs.map(({ frame }) => frame.evaluate(() => window.cti.diagnostics().advice.join())));
  expect(advice.every((line) => line.includes("No call is shared"))).toBe(true);
});

test("a popout follows the tab that opened it", async ({ context, site }) => {
  const tab = await openTab(context, site, widgetPage(site));
  await leads(tab);
  const popout = site.page("phone.localhost", {
    libraries: ["sdk"],
    main: () => {
      window.cti = new window.sdk.default({ shareCalls: true, eventHandlers: {} });
    },
  });

  const [opened] = await Promise.all([
    context.waitForEvent("page"),
    tab.frame.evaluate((url) => {
      window.open(url, "popout", "width=400,height=600");
    }, popout),
  ]);
  await opened.waitForLoadState();
  await opened.waitForFunction(() => window.cti.role === "follower", undefined, BY_CLOCK);
  await everywhere([tab], "INCOMING_CALL");
  await opened.waitForFunction(() => window.cti.calls[0]?.state === "ringing", undefined, BY_CLOCK);
  await opened.evaluate(() => {
    window.cti.callAnswered({ externalCallId: "call-1" });
    window.cti.callEnded({ externalCallId: "call-1" });
    window.cti.outgoingCall({ externalCallId: "call-2", toNumber: "+12025550143" });
  });

  // A page without a host has no call: the leader's host gets it.
  await expect.poll(() => heard(tab)).toEqual(["INCOMING_CALL", "CALL_ANSWERED", "CALL_ENDED", "OUTGOING_CALL_STARTED"]);
  await opened.waitForFunction(() => window.cti.calls[0]?.state === "ended" && window.cti.calls[1]?.state === "dialing", undefined, BY_CLOCK);
  expect(await opened.evaluate(() => window.cti.diagnostics().windows.link)).toBe("port");

  // What it says while the tab's frame has another page waits for the widget's next one.
  await tab.frame.goto(site.page("phone.localhost", { libraries: [] }));
  await opened.waitForFunction(() => window.cti.diagnostics().windows.others === 0, undefined, BY_CLOCK);
  await opened.evaluate(() => {
    window.cti.incomingCall({ externalCallId: "call-3", fromNumber: "+12025550143", toNumber: "" });
  });
  await tab.page.evaluate(() => {
    window.host.reload();
  });
  await expect.poll(async () => (await heard(tab)).slice(4)).toEqual(["INCOMING_CALL"]);
});

declare global {
  interface Window {
    /** A host's messages about calls. */
    heard: string[];
  }
}
