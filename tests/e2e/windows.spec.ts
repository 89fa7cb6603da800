// Several windows of one user, as far as only a browser decides: the holder of the leader's lock,
// and its release. The pages are on loopback, since browsers have Web Locks on secure pages
// only. The rules are in tests/session/widget_engine/windows.rs.
import type { BrowserContext, Frame, Page } from "@playwright/test";

import { repeats } from "./support/all.ts";
import { BY_CLOCK, expect, frameAt, test, type Site } from "./support/test.ts";

/** A tab: the host's page with a widget in it. */
type Tab = { page: Page; frame: Frame };

/** The host's page, on the widget's site: a browser that blocks the storage of other sites denies them locks. */
const CRM = "crm.phone.localhost";

/** The number of repeats of each moment that a race could spoil. */
const TIMES = repeats(3, 20);

/** The widget of every tab; its app answers the incoming call, in each of them. */
function widgetPage(site: Site, crm = CRM): string {
  return site.page(
    "phone.localhost",
    {
      libraries: ["sdk"],
      main: (hostOrigin: string) => {
        window.codes = [];
        window.cti = new window.sdk.default({
          shareCalls: true,
          logger: null,
          allowedHostOrigins: [hostOrigin],
          onDiagnostic: ({ code }) => window.codes.push([code, Date.now()]),
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

async function openTab(context: BrowserContext, site: Site, widget: string, { userId = 7, crm = CRM } = {}): Promise<Tab> {
  const page = await context.newPage();
  await page.goto(
    site.page(
      crm,
      {
        libraries: ["host"],
        body: `<div id="phone"></div>`,
        main: ({ url, userId }: { url: string; userId: number }) => {
          window.heard = [];
          window.startHost({ url, context: { portalId: 1, userId, iframeLocation: "remote" } });
          window.host.on("message", ({ direction, type }) => {
            if (direction === "toHost" && type.includes("CALL")) {
              window.heard.push([type, Date.now()]);
            }
          });
        },
      },
      { url: widget, userId },
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
const heard = ({ page }: Tab): Promise<string[]> => page.evaluate(() => window.heard.map(([type]) => type));

/** Calls the app of each tab, as a back end's event reaches all of them. */
function everywhere(tabs: readonly Tab[], type: string, externalCallId = "call-1"): Promise<unknown> {
  const start = type === "INCOMING_CALL" ? { fromNumber: "+12025550143", toNumber: "+12025550100", createEngagement: true } : {};
  return Promise.all(tabs.map(({ frame }) => frame.evaluate(({ type, data }) => {
    window.cti.sendMessage({ type, data });
  }, { type, data: { externalCallId, ...start } })));
}

const state = (tab: Tab, wanted: string): Promise<unknown> =>
  tab.frame.waitForFunction((wanted) => window.cti.calls.at(-1)?.state === wanted, wanted, BY_CLOCK);

test("the tab that was first leads, and sends at once what comes in to both, at any age", async ({ context, site }) => {
  const widget = widgetPage(site);
  const first = await openTab(context, site, widget);
  const second = await openTab(context, site, widget);
  const tabs = [first, second];

  const waits: number[] = [];
  for (let time = 0; time < TIMES; time += 1) {
    const id = `call-${String(time)}`;
    const said = Date.now();
    await everywhere(tabs, "INCOMING_CALL", id);
    await expect.poll(() => heard(first)).toHaveLength(time + 1);
    waits.push((await first.page.evaluate(() => window.heard.at(-1)?.[1] ?? 0)) - said);
  }

  expect(await heard(second)).toEqual([]);
  expect(await Promise.all(tabs.map(({ frame }) => frame.evaluate(() => window.cti.role)))).toEqual(["leader", "follower"]);
  expect(await first.frame.evaluate(() => window.cti.diagnostics().windows)).toEqual({ role: "leader", link: "broadcast", others: 1 });
  test.info().annotations.push({ type: "waits", description: `${waits.map(String).join(" ")} ms` });
});

test("the leading tab is closed in a call: it goes on, with one CALL_ENDED and one CALL_COMPLETED", async ({ context, site }) => {
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

test("a call comes in as the leading tab is closed: the other one's host has it, with one engagement", async ({ context, site }) => {
  for (let time = 0; time < TIMES; time += 1) {
    const [leader, next] = await openTwo(context, site);

    const closing = leader.page.close();
    await Promise.all([everywhere([leader], "INCOMING_CALL").catch(() => undefined), everywhere([next], "INCOMING_CALL"), closing]);
    await expect.poll(() => heard(next)).toEqual(["INCOMING_CALL"]);
    await everywhere([next], "CALL_ENDED");
    await everywhere([next], "CALL_COMPLETED");

    await expect.poll(() => heard(next)).toEqual(["INCOMING_CALL", "CALL_ENDED", "CALL_COMPLETED"]);
    expect(await next.page.evaluate(() => window.store.engagements.length)).toBeLessThanOrEqual(1);
    expect(await next.frame.evaluate(() => window.cti.calls.map(({ state, owner }) => [state, owner]))).toEqual([["completed", undefined]]);
    await next.page.close();
  }
});

test("the leading tab crashes: the other one leads, and has its call", async ({ context, site }) => {
  const tabs = await openTwo(context, site);
  const [leader, next] = tabs;
  await everywhere(tabs, "INCOMING_CALL");
  await Promise.all(tabs.map((tab) => state(tab, "ringing")));

  const session = await context.newCDPSession(leader.page);
  session.send("Page.crash").catch(() => undefined);

  await leads(next);
  await expect.poll(() => heard(next)).toEqual(["INCOMING_CALL"]);
});

test("the leading tab hangs: what comes in is reported within five seconds, and sent once it is back", async ({ context, site }) => {
  const [leader, other] = await openTwo(context, site);
  const hung = leader.frame.evaluate(() => {
    for (const end = Date.now() + 7000; Date.now() < end; );
  });

  const said = Date.now();
  await everywhere([other], "INCOMING_CALL");
  await other.frame.waitForFunction(() => window.codes.some(([code]) => code === "NOT_DELIVERED"), undefined, BY_CLOCK);
  const reported = await other.frame.evaluate(() => window.codes.find(([code]) => code === "NOT_DELIVERED")?.[1] ?? 0);
  await hung;
  await everywhere([leader], "INCOMING_CALL");

  expect(reported - said).toBeLessThan(5000);
  await expect.poll(() => heard(leader)).toEqual(["INCOMING_CALL"]);
  expect(await heard(other)).toEqual([]);
  await state(other, "ringing");
});

test("another user's tabs share nothing with these", async ({ context, site }) => {
  const widget = widgetPage(site);
  const tabs = [await openTab(context, site, widget, { userId: 7 }), await openTab(context, site, widget, { userId: 8 })];
  await Promise.all(tabs.map(leads));

  await everywhere(tabs, "INCOMING_CALL");

  await expect.poll(() => Promise.all(tabs.map(heard))).toEqual([["INCOMING_CALL"], ["INCOMING_CALL"]]);
});

test("where the browser denies locks each tab acts for itself, and says so", async ({ context, site }) => {
  // The tests' windows are private and block the storage of a frame from another site.
  const crm = "crm.localhost";
  const widget = widgetPage(site, crm);
  const tabs = [await openTab(context, site, widget, { crm }), await openTab(context, site, widget, { crm })];
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
});

declare global {
  interface Window {
    /** A host's messages about calls, with their times. */
    heard: [type: string, at: number][];
    /** A widget's reports, with their times. */
    codes: [code: string, at: number][];
  }
}
