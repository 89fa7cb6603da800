// Several windows of one user: each call is at one host, whichever window is closed. The
// pages are on loopback, since browsers have Web Locks on secure pages only.
import type { BrowserContext, Frame, Page } from "@playwright/test";

import { BY_CLOCK, expect, frameAt, test, type Site } from "./support/test.ts";

/** A tab: the host's page with a widget in it. */
type Tab = { page: Page; frame: Frame };

/** The widget of every tab; its app takes the call that comes in, in each of them. */
function widgetPage(site: Site, crm: string, role?: "leader" | "follower"): string {
  return site.page(
    "phone.localhost",
    {
      libraries: ["sdk"],
      main: ({ hostOrigin, role }: { hostOrigin: string; role: "leader" | "follower" | undefined }) => {
        window.cti = new window.sdk.default({
          shareCalls: true,
          allowedHostOrigins: [hostOrigin],
          eventHandlers: {
            onReady: () => {
              window.cti.initialized({ isLoggedIn: true, isAvailable: true });
            },
          },
        });
        if (role !== undefined) {
          window.cti.setRole(role);
        }
      },
    },
    { hostOrigin: site.origin(crm), role },
  );
}

async function openTab(context: BrowserContext, site: Site, crm: string, widget: string, userId = 7): Promise<Tab> {
  const page = await context.newPage();
  await page.goto(
    site.page(
      crm,
      {
        libraries: ["host"],
        body: `<div id="phone"></div>`,
        main: ({ url, userId }: { url: string; userId: number }) => {
          window.startHost({ url, context: { portalId: 1, userId, iframeLocation: "remote" } });
        },
      },
      { url: widget, userId },
    ),
  );
  await page.waitForFunction(() => window.host.state === "initialized");
  return { page, frame: await frameAt(page, widget) };
}

const role = ({ frame }: Tab): Promise<string> => frame.evaluate(() => window.cti.role);

/** The tab that leads, once the tabs have found each other, and the others. */
async function ranked(tabs: readonly Tab[]): Promise<{ leader: Tab; followers: Tab[] }> {
  await Promise.all(tabs.map(({ frame }) => frame.waitForFunction(() => window.cti.role !== "alone", undefined, BY_CLOCK)));
  const roles = await Promise.all(tabs.map(role));
  const [leader] = tabs.filter((_, at) => roles[at] === "leader");
  if (leader === undefined) {
    throw new Error(`nobody leads: ${roles.join(", ")}`);
  }
  return { leader, followers: tabs.filter((_, at) => roles[at] === "follower") };
}

/** What a tab's host got about calls. */
function heard({ page }: Tab): Promise<string[]> {
  return page.evaluate(() => window.seen.messages.map(({ data }) => (data as { type: string }).type).filter((type) => type.includes("CALL")));
}

/** The app of each tab says the same, as a back end's event reaches all of them. */
async function everywhere(tabs: readonly Tab[], type: string): Promise<void> {
  await Promise.all(tabs.map(({ frame }) => frame.evaluate((type) => {
    window.cti.sendMessage({ type, data: { externalCallId: "call-1", ...(type === "INCOMING_CALL" ? { fromNumber: "+12025550143", toNumber: "+12025550100", createEngagement: true } : {}) } });
  }, type)));
}

const state = (tab: Tab, wanted: string): Promise<unknown> =>
  tab.frame.waitForFunction((wanted) => window.cti.calls[0]?.state === wanted, wanted, BY_CLOCK);

/**
 * A private window of the browser, as the tests have it, blocks the storage of a frame from
 * another site, and with it its locks: then the windows ask each other.
 */
for (const { by, crm } of [{ by: "locks", crm: "crm.phone.localhost" }, { by: "answers", crm: "crm.localhost" }] as const) {
  test.describe(`by ${by}`, () => {
    test("the frame may use locks or not, as this says", async ({ context, site }) => {
      const tab = await openTab(context, site, crm, widgetPage(site, crm));

      const isAllowed = await tab.frame.evaluate(() => navigator.locks.query().then(() => true, () => false));

      expect(isAllowed).toBe(by === "locks");
    });

    test("a call that comes in to three tabs is at one host, and all of them show it", async ({ context, site }) => {
      const widget = widgetPage(site, crm);
      const tabs = [await openTab(context, site, crm, widget), await openTab(context, site, crm, widget), await openTab(context, site, crm, widget)];
      const { leader, followers } = await ranked(tabs);

      for (const [type, after] of [["INCOMING_CALL", "ringing"], ["CALL_ANSWERED", "connected"], ["CALL_ENDED", "ended"], ["CALL_COMPLETED", "completed"]] as const) {
        await everywhere(tabs, type);
        await Promise.all(tabs.map((tab) => state(tab, after)));
      }

      expect(await heard(leader)).toEqual(["INCOMING_CALL", "CALL_ANSWERED", "CALL_ENDED", "CALL_COMPLETED"]);
      expect(await Promise.all(followers.map(heard))).toEqual([[], []]);
      const snapshots = await Promise.all(tabs.map(({ frame }) => frame.evaluate(() => window.cti.calls.map(({ owner, engagementId }) => [owner === undefined, engagementId]))));
      expect(snapshots.map(([call]) => call?.[0]).filter(Boolean)).toHaveLength(1);
      expect(new Set(snapshots.map(([call]) => call?.[1])).size).toBe(1);
      const report = await leader.frame.evaluate(() => window.cti.diagnostics().windows);
      expect(report).toEqual({ role: "leader", link: "broadcast", others: 2 });
    });

    test("the leading tab is closed in a call: it goes on, with one CALL_ENDED and one CALL_COMPLETED", async ({ context, site }) => {
      const widget = widgetPage(site, crm);
      const tabs = [await openTab(context, site, crm, widget), await openTab(context, site, crm, widget)];
      const { leader, followers } = await ranked(tabs);
      const [next] = followers;
      await everywhere(tabs, "INCOMING_CALL");
      await Promise.all(tabs.map((tab) => tab.frame.waitForFunction(() => window.cti.calls[0]?.engagement === "created", undefined, BY_CLOCK)));
      const engagementId = await leader.frame.evaluate(() => window.cti.calls[0]?.engagementId);
      await everywhere(tabs, "CALL_ANSWERED");
      await Promise.all(tabs.map((tab) => state(tab, "connected")));
      const before = await heard(leader);

      await leader.page.close();
      await next?.frame.waitForFunction(() => window.cti.role === "leader", undefined, BY_CLOCK);
      await everywhere(followers, "CALL_ENDED");
      await everywhere(followers, "CALL_COMPLETED");

      if (next === undefined) throw new Error("there is one tab left");
      await state(next, "completed");
      expect(before).toEqual(["INCOMING_CALL", "CALL_ANSWERED"]);
      // Its host did not see the call begin.
      expect(await heard(next)).toEqual(["INCOMING_CALL", "CALL_ANSWERED", "CALL_ENDED", "CALL_COMPLETED"]);
      expect(await next.frame.evaluate(() => window.cti.calls.map(({ owner, engagementId }) => [owner, engagementId]))).toEqual([[undefined, engagementId]]);
      expect(await next.frame.evaluate(() => window.cti.diagnostics().counts["CALL_TAKEN_OVER"])).toBe(1);
    });

    test("a tab whose host dials has the call, whichever leads", async ({ context, site }) => {
      const widget = widgetPage(site, crm);
      const tabs = [await openTab(context, site, crm, widget), await openTab(context, site, crm, widget)];
      const { leader, followers } = await ranked(tabs);
      const [dialling] = followers;
      if (dialling === undefined) throw new Error("one tab follows");

      await dialling.frame.evaluate(() => {
        window.cti.outgoingCall({ externalCallId: "call-1", toNumber: "+12025550143", createEngagement: true });
      });
      await state(leader, "dialing");
      await leader.frame.evaluate(() => {
        window.cti.callEnded({ externalCallId: "call-1" });
      });
      await state(dialling, "ended");

      expect(await heard(dialling)).toEqual(["OUTGOING_CALL_STARTED", "CALL_ENDED"]);
      expect(await heard(leader)).toEqual([]);
    });

    test("another user's tabs share nothing with these", async ({ context, site }) => {
      const widget = widgetPage(site, crm);
      const tabs = [await openTab(context, site, crm, widget, 7), await openTab(context, site, crm, widget, 8)];
      await Promise.all(tabs.map(({ frame }) => frame.waitForFunction(() => window.cti.role === "leader", undefined, BY_CLOCK)));

      await everywhere(tabs, "INCOMING_CALL");
      await Promise.all(tabs.map((tab) => state(tab, "ringing")));

      expect(await Promise.all(tabs.map(heard))).toEqual([["INCOMING_CALL"], ["INCOMING_CALL"]]);
    });

    test("an app that elects its leader itself says which one it is", async ({ context, site }) => {
      const first = await openTab(context, site, crm, widgetPage(site, crm, "follower"));
      const second = await openTab(context, site, crm, widgetPage(site, crm, "leader"));
      const tabs = [first, second];
      await Promise.all(tabs.map(({ frame }) => frame.waitForFunction(() => window.cti.diagnostics().windows.others === 1, undefined, BY_CLOCK)));

      await everywhere(tabs, "INCOMING_CALL");
      await Promise.all(tabs.map((tab) => state(tab, "ringing")));
      await first.frame.evaluate(() => {
        window.cti.setRole("leader");
      });
      await second.frame.evaluate(() => {
        window.cti.setRole("follower");
      });
      await everywhere(tabs, "CALL_ENDED");
      await Promise.all(tabs.map((tab) => state(tab, "ended")));

      expect([await role(first), await role(second)]).toEqual(["leader", "follower"]);
      // A call stays where it is as long as that window is there.
      expect([await heard(first), await heard(second)]).toEqual([[], ["INCOMING_CALL", "CALL_ENDED"]]);
    });

    test("a popout follows the tab that opened it, also where the browser keeps them apart", async ({ context, site }) => {
      const widget = widgetPage(site, crm);
      const tab = await openTab(context, site, crm, widget);
      await tab.frame.waitForFunction(() => window.cti.role === "leader", undefined, BY_CLOCK);
      const popout = site.page("phone.localhost", {
        libraries: ["sdk"],
        main: (isApart: boolean) => {
          if (isApart) {
            // As a browser that keeps storage apart by the top page, which the tests' browser
            // does not: nobody hears the channel.
            window.BroadcastChannel = class extends BroadcastChannel {
              constructor(name: string) {
                super(`apart:${name}`);
              }
            };
          }
          window.cti = new window.sdk.default({ shareCalls: true, eventHandlers: {} });
        },
      }, by === "answers");

      const [opened] = await Promise.all([
        context.waitForEvent("page"),
        tab.frame.evaluate((url) => {
          window.open(url, "popout", "width=400,height=600");
        }, popout),
      ]);
      await opened.waitForLoadState();
      await opened.waitForFunction(() => window.cti.role === "follower", undefined, BY_CLOCK);
      await tab.frame.evaluate(() => {
        window.cti.incomingCall({ externalCallId: "call-1", fromNumber: "+12025550143", toNumber: "+12025550100" });
      });
      await opened.waitForFunction(() => window.cti.calls[0]?.state === "ringing", undefined, BY_CLOCK);
      await opened.evaluate(() => {
        window.cti.callAnswered({ externalCallId: "call-1" });
        window.cti.callEnded({ externalCallId: "call-1" });
      });
      await state(tab, "ended");
      await opened.waitForFunction(() => window.cti.calls[0]?.state === "ended", undefined, BY_CLOCK);
      await opened.evaluate(() => {
        window.cti.outgoingCall({ externalCallId: "call-2", toNumber: "+12025550143" });
      });
      await tab.frame.waitForFunction(() => window.cti.calls.some(({ state }) => state === "dialing"), undefined, BY_CLOCK);

      // A page without a host has no call: the leader's host gets it.
      expect(await heard(tab)).toEqual(["INCOMING_CALL", "CALL_ANSWERED", "CALL_ENDED", "OUTGOING_CALL_STARTED"]);
      const link = await opened.evaluate(() => window.cti.diagnostics().windows.link);
      expect(link).toBe(by === "locks" ? "broadcast" : "port");
    });
  });
}
