// Either side is reloaded at random points of calls, over and over: every session
// comes about again, what the app said is at the host, once, and what a host that
// went had handed to its record store is there.
//
// The points are drawn from a seed, which is printed; RECOVERY_SEED sets it.
import type { BrowserContext, Page } from "@playwright/test";

import { repeats } from "./support/all.ts";
import { expect, test, type Site } from "./support/test.ts";

/** When a page reloads itself: after so many sends or messages, or so many ms. */
type Plan = { at: "send" | "message" | "time" | "never"; count: number };

/** What a page tells the test at once, reload or not. */
type Note = { from: "app" | "host"; what: string; call: string };

declare global {
  interface Window {
    /** Asked by each page once it is loaded. */
    plan(side: "widget" | "host"): Promise<Plan>;
    note(note: Note): Promise<void>;
    dial: () => void;
    isOver: boolean;
  }
}

const SEED = Number(process.env["RECOVERY_SEED"] ?? 20_261_121);

/** How often a side is reloaded in a test. */
const OFTEN = repeats(16, 140);
const BOTH = repeats(8, 40);

/** Pages side by side, each with a host and a widget of its own. */
const PAGES = 4;

test.describe.configure({ mode: "serial" });

test("a host that is reloaded goes on, and no call is there twice", async ({ context, site }) => {
  test.setTimeout(300_000);
  const run = await start(context, site, { widget: BOTH, host: BOTH });

  const finished = await run.finished();

  expectBothReloaded(run, BOTH);
  for (const { page } of finished) {
    await expectHandedKept(page);
  }
});

test("with resume every call goes on over reloads of the widget", async ({ context, site }) => {
  test.setTimeout(300_000);
  const run = await start(context, site, { widget: OFTEN, host: 0 }, true);

  const finished = await run.finished();

  expect(run.reloads()).toEqual({ widget: OFTEN, host: 0 });
  for (const { notes } of finished) {
    const said = notes.filter(({ from }) => from === "app").map(({ what, call }) => `${what} ${call}`);
    const taken = notes.filter(({ from }) => from === "host").map(({ what, call }) => `${what} ${call}`);
    expect(new Set(said).size).toBe(said.length);
    expect(taken).toEqual(said);
  }
});

/** Every reload of the host came about; one of the widget's may not: the host's page takes its frame along. */
function expectBothReloaded(run: Run, each: number): void {
  expect(run.reloads().host).toBe(each);
  expect(run.reloads().widget).toBeGreaterThanOrEqual(each / 8);
}

/** Each call has one engagement at most, and its own, with a title once it is on the timeline; the calls that are. */
async function timelineOf(page: Page): Promise<string[]> {
  const engagements = await page.evaluate(() => window.store.engagements);
  const numbers = engagements.map(({ toNumber }) => toNumber);
  expect(new Set(numbers).size).toBe(numbers.length);
  for (const { externalCallId = "", toNumber, onTimeline, properties } of engagements) {
    expect(externalCallId).toBe(`call-${String(toNumber).slice(-4)}`);
    expect(properties["hs_call_title"]).toBe(onTimeline ? `Title of ${externalCallId}` : undefined);
  }
  return engagements.filter(({ onTimeline }) => onTimeline).map(({ externalCallId = "" }) => externalCallId);
}

/**
 * What a host had handed to its record store is there, so is what it took before it
 * took more, and nothing that none took is on the timeline.
 */
async function expectHandedKept(page: Page): Promise<void> {
  const timeline = await timelineOf(page);
  const engagements = await page.evaluate(() => window.store.engagements);
  const there = engagements.flatMap(({ id, externalCallId = "", onTimeline }) => [
    `createEngagement ${externalCallId}`,
    ...(onTimeline ? [`updateEngagement ${String(id)}`, `completeEngagement ${String(id)}`] : []),
  ]);
  const handed = await linesOf(page, "handed");
  expect(handed.filter((line) => !there.includes(line))).toEqual([]);

  const taken = (await linesOf(page, "taken")).map((line) => line.split(" ") as [type: string, call: string, at: string, host: string]);
  const completed = taken.filter(([type]) => type === "CALL_COMPLETED");
  const calls = completed.map(([, call]) => call);
  expect(timeline.filter((call) => !calls.includes(call))).toEqual([]);
  const tookMore = completed.filter((line) => {
    const [, call, , host] = line;
    const before = taken.filter((other) => other[3] === host);
    return before.at(-1) !== line && before.some(([type, started]) => type === "OUTGOING_CALL_STARTED" && started === call);
  });
  expect(tookMore.length).toBeGreaterThan(0);
  expect(tookMore.filter(([, call]) => !timeline.includes(call))).toEqual([]);
}

/** What the hosts of a page wrote down, in its own storage: it has to outlive those that go at once. */
async function linesOf(page: Page, name: "taken" | "handed"): Promise<string[]> {
  const text = await page.evaluate((name) => sessionStorage.getItem(name) ?? "", name);
  return text.split("\n").filter((line) => line !== "");
}

type Run = {
  finished(): Promise<{ page: Page; notes: Note[] }[]>;
  /** How often each side was reloaded by itself. */
  reloads(): { widget: number; host: number };
};

/** Opens the pages and reloads them so often in all. */
async function start(
  context: BrowserContext,
  site: Site,
  reloads: { widget: number; host: number },
  resume = false,
): Promise<Run> {
  console.log(`recovery: RECOVERY_SEED=${String(SEED)}`);
  const random = generator(SEED);
  const left = { ...reloads };
  const notes = new Map<Page, Note[]>();
  const draw = (side: "widget" | "host"): Plan => {
    if (left[side] === 0) {
      return { at: "never", count: 0 };
    }
    left[side] -= 1;
    const at = (["send", "message", "time"] as const)[Math.floor(random() * 3)] ?? "time";
    const most = (at === "time" ? 60 : 7) * (side === "host" ? 3 : 1);
    return { at, count: 1 + Math.floor(random() * most) };
  };
  // The load of a page that nothing reloads any more, by what was noted before.
  const last = new Map<Page, number>();
  const stays = { widget: new Set<Page>(), host: new Set<Page>() };
  const loads = { widget: 0, host: 0 };
  await context.exposeBinding("plan", ({ page }, side: "widget" | "host") => {
    loads[side] += 1;
    const plan = draw(side);
    stays[side][plan.at === "never" ? "add" : "delete"](page);
    if (stays.widget.has(page) && stays.host.has(page)) {
      last.set(page, notes.get(page)?.length ?? 0);
    }
    return plan;
  });
  await context.exposeBinding("note", ({ page }, note: Note) => {
    notes.get(page)?.push(note);
  });
  const url = hostPage(site, widgetPage(site, resume));
  const pages = await Promise.all(Array.from({ length: PAGES }, () => context.newPage()));
  for (const page of pages) {
    notes.set(page, []);
  }
  await Promise.all(pages.map((page) => page.goto(url)));
  return {
    // Each load of a host's page is one of its frame, too.
    reloads: () => ({ widget: loads.widget - loads.host, host: loads.host - PAGES }),
    async finished() {
      return Promise.all(
        pages.map(async (page) => {
          const mine = notes.get(page) ?? [];
          await settle(page, () => mine.slice(last.get(page) ?? Infinity));
          return { page, notes: mine };
        }),
      );
    },
  };
}

/** Waits for a call that nothing disturbs any more, and lets the last one end. */
async function settle(page: Page, undisturbed: () => Note[]): Promise<void> {
  while (undisturbed().filter(({ what }) => what === "CALL_COMPLETED").length < 4) {
    await page.waitForTimeout(20);
  }
  await page.evaluate(() => {
    window.isOver = true;
  });
  const [, frame] = page.frames();
  if (frame === undefined) {
    throw new Error("the page has no frame");
  }
  // A page in the background does not poll by itself. What is under way arrives first:
  // a dial is no active call until it is answered, and a call that was resumed may owe.
  const isBusy = async (): Promise<boolean> => {
    await page.evaluate(() => window.settled());
    const isOwing = await frame.evaluate(() => window.cti.calls.some(({ state }) => state !== "completed"));
    return isOwing || (await page.evaluate(() => window.host.hasActiveCall));
  };
  while (await isBusy()) {
    await page.waitForTimeout(20);
  }
  // Each of the two processes has a line of its own to the test, for what it notes.
  await page.evaluate(() => window.settled());
  await frame.evaluate(() => undefined);
}

/** A calling app that takes each number through a whole call, one step a task. */
function widgetPage(site: Site, resume: boolean): string {
  return site.page(
    "phone.test",
    {
      libraries: ["sdk"],
      main: ({ hostOrigin, resume }) => {
        const run = async (): Promise<void> => {
          const plan = await window.plan("widget");
          let left = plan.count;
          let isLeaving = false;
          const leave = (): void => {
            isLeaving = true;
            location.reload();
          };
          const count = (at: Plan["at"]): void => {
            if (plan.at === at && --left === 0) {
              leave();
            }
          };
          const say = (type: string, data: { externalCallId: string; [field: string]: unknown }): void => {
            if (isLeaving) {
              return;
            }
            void window.note({ from: "app", what: type, call: data.externalCallId });
            cti.sendMessage({ type, data });
            count("send");
          };
          const task = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 1));
          const start = (externalCallId: string): { externalCallId: string; [field: string]: unknown } => ({
            externalCallId,
            toNumber: `+1202555${externalCallId.slice(-4)}`,
            fromNumber: "+12025550100",
            createEngagement: true,
          });
          const STEPS: Readonly<Record<string, number>> = { dialing: 0, connected: 1, ended: 2 };
          const going = new Set<string>();
          /** Takes a call through what is left of it, one step a task. */
          const goOn = async (externalCallId: string, engagementId: number | undefined, from: number): Promise<void> => {
            if (going.has(externalCallId)) {
              return;
            }
            going.add(externalCallId);
            const ids = { externalCallId, engagementId };
            const engagementProperties = { hs_timestamp: "1", hs_call_title: `Title of ${externalCallId}` };
            const steps: readonly (readonly [string, typeof ids])[] = [
              ["CALL_ANSWERED", ids],
              ["CALL_ENDED", { ...ids, callEndStatus: "COMPLETED" } as typeof ids],
              ["CALL_COMPLETED", { ...ids, hideWidget: false, engagementProperties } as typeof ids],
            ];
            for (const [type, data] of steps.slice(from)) {
              await task();
              say(type, data);
            }
          };
          const cti = new window.sdk.default({
            allowedHostOrigins: [hostOrigin],
            resume,
            eventHandlers: {
              onReady: () => cti.initialized({ isLoggedIn: true, isAvailable: true }),
              onDialNumber: ({ phoneNumber }) => {
                const externalCallId = `call-${phoneNumber.slice(-4)}`;
                say("OUTGOING_CALL_STARTED", start(externalCallId));
              },
              onCreateEngagementSucceeded: ({ engagementId }) => {
                const call = cti.calls.find((known) => known.engagementId === engagementId);
                void goOn(call?.externalCallId ?? "unknown", engagementId, STEPS[call?.state ?? "dialing"] ?? 3);
              },
              defaultEventHandler: () => undefined,
            },
          });
          cti.on("resumed", ({ calls }) => {
            for (const { externalCallId = "unknown", engagementId, state } of calls) {
              if (engagementId !== undefined) {
                void goOn(externalCallId, Number(engagementId), STEPS[state] ?? 3);
              } else {
                // The answer may have gone with the page before: the host is asked again.
                cti.sendMessage({ type: "OUTGOING_CALL_STARTED", data: { ...start(externalCallId), isAgain: true } });
              }
            }
          });
          window.cti = cti;
          addEventListener("message", () => {
            count("message");
          });
          if (plan.at === "time") {
            setTimeout(leave, plan.count);
          }
        };
        void run();
      },
    },
    { hostOrigin: site.origin("crm.test"), resume },
  );
}

/** A host that dials one number after the other and keeps its records for good. */
function hostPage(site: Site, widget: string): string {
  return site.page(
    "crm.test",
    {
      libraries: ["host"],
      body: `<div id="phone"></div>`,
      main: (url) => {
        const start = async (): Promise<void> => {
          const plan = await window.plan("host");
          const host = Number(sessionStorage.getItem("hosts") ?? "0") + 1;
          sessionStorage.setItem("hosts", String(host));
          let left = plan.count;
          const count = (at: Plan["at"]): void => {
            if (plan.at === at && --left === 0) {
              location.reload();
            }
          };
          const stored = sessionStorage.getItem("engagements") ?? "[]";
          const engagements = JSON.parse(stored) as typeof window.store.engagements;
          window.store = new window.hostSdk.InMemoryRecordStore({ engagements });
          window.store.subscribe(() => {
            sessionStorage.setItem("engagements", JSON.stringify(window.store.engagements));
          });
          const write = (name: string, line: string): void => {
            sessionStorage.setItem(name, `${sessionStorage.getItem(name) ?? ""}${line}\n`);
          };
          for (const method of ["createEngagement", "updateEngagement", "completeEngagement"] as const) {
            const original = window.store[method].bind(window.store) as (...args: unknown[]) => unknown;
            Object.assign(window.store, {
              [method]: (...args: [{ externalCallId?: string } | number | string]) => {
                const [about] = args;
                write("handed", `${method} ${String(typeof about === "object" ? about.externalCallId : about)}`);
                return original(...args);
              },
            });
          }
          window.dial = () => {
            if (window.isOver || window.host.hasActiveCall) {
              return;
            }
            const number = Number(sessionStorage.getItem("numbers") ?? "0") + 1;
            sessionStorage.setItem("numbers", String(number));
            window.host.dialNumber({ phoneNumber: `+1202555${String(number).padStart(4, "0")}` });
            count("send");
          };
          window.startHost({ url, store: window.store });
          window.host.on("stateChanged", (state) => {
            if (state === "initialized") {
              window.dial();
            }
          });
          window.host.on("message", ({ direction, type, data }) => {
            const { externalCallId: call, isAgain } = (data ?? {}) as { externalCallId?: string; isAgain?: true };
            if (direction === "toHost" && call !== undefined && isAgain === undefined) {
              void window.note({ from: "host", what: type, call });
              write("taken", `${type} ${call} at ${String(host)}`);
            }
            if (direction === "toWidget" && type === "UPDATE_ENGAGEMENT_SUCCEEDED") {
              setTimeout(window.dial, 40);
            }
            if (direction === "toHost") {
              count("message");
            }
          });
          if (plan.at === "time") {
            setTimeout(() => {
              location.reload();
            }, plan.count);
          }
        };
        void start();
      },
    },
    widget,
  );
}

/** Numbers from 0 to 1 that the seed decides. */
function generator(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}
