import type { BrowserContext, Page } from "@playwright/test";

import { expect } from "../test.ts";
import { type HostLibrary, inEachPage, type Note, numberOf, type Plan, type Side } from "./pages.ts";

/** A call, as recorded outside both pages. */
type Call = {
  id: string;
  library: HostLibrary;
  isInbound: boolean;
  /** The steps that the app reported, and those that a host took, with the load of the host's page. */
  said: string[];
  heard: { step: string; host: number }[];
  /** The engagements created for it, likewise. */
  made: { engagementId: number; host: number }[];
  completed: number;
  saved: number;
  /** The host took more after its completion. */
  isHanded: boolean;
  /** Codes of the failures that were reported to the app. */
  codes: Set<string>;
  /** The pages that were reloaded or closed during the call. */
  gone: Set<Side | "tab">;
};

/** A tab of the browser, and its plan. */
export type Tab = {
  page: Page | undefined;
  library: HostLibrary;
  url: string;
  /** Nothing is reloaded. */
  isCalm: boolean;
  /** The calls still to begin; tabs may share them. */
  left: { calls: number };
  /** The calls under way, and their limit. */
  open: Set<Call>;
  most: number;
  /** The loads of the host's page, and whether the widget's page came with the last. */
  host: number;
  isWhole: boolean;
  /** The call whose completion was the last that the host took. */
  lastCompleted: Call | undefined;
  /** The notes until it is closed. */
  closesIn: number;
  waiting: Record<Side, ((id: string) => void)[]>;
};

/** Chooses the callers, answers as the record store, and disturbs; all outside the pages. */
export class Soak {
  readonly faults = { widget: 0, host: 0, tab: 0 };
  /** The faults found, each a sentence. */
  readonly wrong: string[] = [];
  private readonly calls = new Map<string, Call>();
  private readonly engagements = new Map<number, Call>();
  private readonly tabs = new Map<Page, Tab>();
  private state: number;

  private constructor(
    private readonly context: BrowserContext,
    seed: number,
    /** The messages between two reloads of a widget, at most. */
    private readonly often: number,
    private readonly timeout: number,
  ) {
    this.state = seed >>> 0;
  }

  static async over(context: BrowserContext, seed: number, often: number, timeout: number): Promise<Soak> {
    const soak = new Soak(context, seed, often, timeout);
    const bind = async (name: string, answer: (tab: Tab, ...args: never[]) => unknown): Promise<void> => {
      await context.exposeBinding(name, ({ page }, ...args: unknown[]) => {
        const tab = soak.tabs.get(page);
        // A tab that is being closed gets no answer.
        return tab?.page === page ? answer(tab, ...(args as never[])) : new Promise(() => undefined);
      });
    };
    await bind("plan", soak.loaded.bind(soak));
    await bind("note", soak.noted.bind(soak));
    await bind("request", soak.requested.bind(soak));
    await bind("next", (tab, side: Side) =>
      new Promise((resolve) => {
        tab.waiting[side].push(resolve);
        soak.hand(tab);
      }),
    );
    await context.addInitScript(inEachPage);
    return soak;
  }

  tab(library: HostLibrary, url: string, left: { calls: number }, isCalm = false): Tab {
    const own = { open: new Set<Call>(), waiting: { widget: [], host: [] }, closesIn: Infinity };
    return { page: undefined, library, url, isCalm, left, most: 1, host: 0, isWhole: false, lastCompleted: undefined, ...own };
  }

  async open(tab: Tab): Promise<void> {
    const page = await this.context.newPage();
    tab.page = page;
    tab.closesIn = tab.isCalm ? Infinity : this.upTo(10 * this.often);
    this.tabs.set(page, tab);
    // Every load of a host's page is counted as a reload; this one is the first.
    this.faults.host -= 1;
    // It may reload itself before it is loaded.
    await page.goto(tab.url, { waitUntil: "commit" });
  }

  /** Lets the sides of a tab begin their calls. */
  hand(tab: Tab): void {
    for (;;) {
      const sides = (["widget", "host"] as const).filter((side) => tab.waiting[side].length > 0);
      const side = sides[this.upTo(sides.length) - 1];
      if (side === undefined || tab.left.calls === 0 || tab.open.size >= tab.most) {
        return;
      }
      tab.left.calls -= 1;
      tab.most = Math.max(1, this.upTo(24) - 21);
      const id = `c-${String(this.calls.size + 1).padStart(5, "0")}`;
      const none = { said: [], heard: [], made: [], completed: 0, saved: 0, isHanded: false };
      const call: Call = { id, library: tab.library, isInbound: side === "widget", ...none, codes: new Set(), gone: new Set() };
      this.calls.set(id, call);
      tab.open.add(call);
      tab.waiting[side].shift()?.(id);
    }
  }

  /** Resolves once all calls of some tabs are over. */
  async settled(tabs: readonly Tab[]): Promise<void> {
    const left = (): string[] => tabs.flatMap((tab) => [...(tab.left.calls > 0 ? [`${String(tab.left.calls)} to begin`] : []), ...[...tab.open].map(shown)]);
    await expect.poll(left, { timeout: this.timeout, intervals: [100] }).toEqual([]);
  }

  /** Number of calls by outcome. */
  outcomes(): Record<string, number> {
    const counts = new Map<string, number>();
    for (const call of this.calls.values()) {
      const problem = problemOf(call);
      if (problem !== undefined) {
        this.wrong.push(`${problem}: ${shown(call)}`);
      }
      const { said, completed, saved, codes, gone } = call;
      const place = said.length === 0 ? "not begun" : completed === 0 ? "not on the timeline" : saved === 0 ? "without properties" : "on the timeline";
      const outcome = [`${call.library}: ${place}`, ...[...gone].sort(), ...[...codes].sort()].join(", ");
      counts.set(outcome, (counts.get(outcome) ?? 0) + 1);
    }
    return Object.fromEntries([...counts].sort(([one], [other]) => one.localeCompare(other)));
  }

  private loaded(tab: Tab, side: Side): Plan {
    tab.waiting.widget = [];
    if (side === "host") {
      tab.host += 1;
      tab.isWhole = false;
      tab.lastCompleted = undefined;
      tab.waiting.host = [];
    }
    if (side === "host" || tab.isWhole) {
      this.gone(tab, side);
    } else {
      // The host's page brought it along.
      tab.isWhole = true;
    }
    const at = (["send", "message", "time"] as const)[this.upTo(3) - 1] ?? "time";
    const most = this.often * (at === "time" ? 10 : 1) * (side === "host" ? 3 : 1);
    return tab.isCalm ? { at: "never", count: 0 } : { at, count: this.upTo(most) };
  }

  /** A page is replaced or gone: calls that its app has not reported are over. */
  private gone(tab: Tab, side: Side | "tab"): void {
    this.faults[side] += 1;
    for (const call of tab.open) {
      call.gone.add(side);
      if (side === "tab" || call.said.length === 0) {
        tab.open.delete(call);
      }
    }
  }

  private noted(tab: Tab, note: Note): void {
    tab.closesIn -= 1;
    if (tab.closesIn === 0) {
      void this.close(tab);
    }
    if (note.what === "ready") {
      // A completed call is not resumed, and a number dialled meanwhile is lost.
      for (const call of [...tab.open].filter(({ id }) => !note.ids.includes(id))) {
        call.gone.add("widget");
        tab.open.delete(call);
        if (note.completed.includes(call.id) && !call.said.includes("CALL_COMPLETED")) {
          call.said.push("CALL_COMPLETED");
        }
      }
      this.hand(tab);
      return;
    }
    const call = this.calls.get(note.id);
    if (call === undefined) {
      this.wrong.push(`nobody's call: ${JSON.stringify(note)}`);
    } else if (note.what === "code") {
      call.codes.add(note.code);
    } else if (note.what === "over") {
      tab.open.delete(call);
      this.hand(tab);
    } else {
      this.stepped(tab, call, note);
    }
  }

  private stepped(tab: Tab, call: Call, { what, type, isAgain, engagementId }: Note & { what: "said" | "heard" }): void {
    const step = /^(?:OUTGOING|INCOMING)/.test(type) ? "START" : type;
    if (engagementId !== undefined && !call.made.some((made) => String(made.engagementId) === String(engagementId))) {
      this.wrong.push(`engagement ${String(engagementId)} in ${type}: ${shown(call)}`);
    }
    if (isAgain) {
      return;
    }
    if (what === "said") {
      call.said.push(step);
      tab.open.add(call);
      return;
    }
    call.heard.push({ step, host: tab.host });
    if (tab.lastCompleted !== undefined) {
      tab.lastCompleted.isHanded = true;
    }
    tab.lastCompleted = step === "CALL_COMPLETED" ? call : undefined;
  }

  /** Closes the tab, and opens another one. */
  private async close(tab: Tab): Promise<void> {
    const { page } = tab;
    tab.page = undefined;
    this.gone(tab, "tab");
    if (page !== undefined) {
      await this.closed(page);
    }
    await this.open(tab);
  }

  /** Closes a page. Chromium drops a request to close that meets the commit of a reload, so it is repeated. */
  private async closed(page: Page): Promise<void> {
    const session = await this.context.newCDPSession(page);
    const repeated = setInterval(() => {
      // It is refused once the page is gone.
      session.send("Page.close").catch(() => undefined);
    }, 1_000);
    await page.close();
    clearInterval(repeated);
  }

  /** The record store, which answers late. */
  private async requested(tab: Tab, method: string, [about, completed]: [unknown, { properties: Record<string, string> }]): Promise<unknown> {
    const { host } = tab;
    await new Promise((resolve) => setTimeout(resolve, this.upTo(10) === 1 ? this.upTo(60) : this.upTo(6) - 1));
    if (method === "matchCallerId") {
      return [];
    }
    if (method === "createEngagement") {
      return this.created(about as Record<string, string>, host);
    }
    const call = this.engagements.get(Number(about));
    if (call === undefined) {
      this.wrong.push(`${method} of nobody's engagement ${String(about)}`);
    } else if (method === "completeEngagement") {
      call.completed += 1;
      const { properties } = completed;
      if (Object.keys(properties).length > 0) {
        call.saved += 1;
        if (properties["hs_call_title"] !== `Title of ${call.id}`) {
          this.wrong.push(`properties ${JSON.stringify(properties)}: ${shown(call)}`);
        }
      }
    }
    return { id: Number(about) };
  }

  private created(input: Record<string, string>, host: number): unknown {
    const call = this.calls.get(input["externalCallId"] ?? "");
    const isOwn = call !== undefined && input["direction"] === (call.isInbound ? "INBOUND" : "OUTBOUND") && input[call.isInbound ? "fromNumber" : "toNumber"] === numberOf(call.id);
    if (!isOwn || call.made.some((made) => made.host === host)) {
      this.wrong.push(`an engagement of ${JSON.stringify(input)}: ${call === undefined ? "" : shown(call)}`);
    }
    const id = 1_000_000 + this.engagements.size;
    if (call !== undefined) {
      this.engagements.set(id, call);
      call.made.push({ engagementId: id, host });
    }
    return { id };
  }

  /** A whole number from 1 to this one. */
  private upTo(most: number): number {
    this.state = (Math.imul(this.state, 1_664_525) + 1_013_904_223) >>> 0;
    return 1 + Math.floor((this.state / 2 ** 32) * most);
  }
}

/** The fault of a call's record, if any. */
function problemOf({ library, said, heard, completed, saved, isHanded, codes, gone }: Call): string | undefined {
  const isOurs = library === "host";
  const steps = heard.map(({ step }) => step);
  // An end that is said while its page is left is said again by the next page, and heard once.
  const last = said.filter((step, at) => said.lastIndexOf(step) === at);
  const isInOrder = (gone.size > 0 || last.length === said.length) && [last, steps].every((list) => list.every((step, at) => at === 0 || STEPS.indexOf(step) > STEPS.indexOf(list[at - 1] ?? "")));
  // A frame's reports while its host goes may not arrive.
  const doesHostStay = !gone.has("host") && !gone.has("tab");
  if (!isInOrder || (doesHostStay && steps.some((step) => !said.includes(step)))) {
    return "out of order";
  }
  if (completed > 1 || saved > 1) {
    return "twice";
  }
  if (gone.size === 0 && !(completed === 1 && (saved === 1 || (!isOurs && codes.size > 0)))) {
    return "nobody was told";
  }
  // The widget continues where it was, and a host that stays receives all of it.
  if (said.length > 0 && !gone.has("tab") && said.at(-1) !== "CALL_COMPLETED") {
    return "not resumed";
  }
  // A host's page that reloads notes no messages any more. If it completed the call, it got CALL_COMPLETED.
  const isHeard = STEPS.every((step) => step === "CALL_COMPLETED" || steps.includes(step));
  if (said.length > 0 && doesHostStay && !(completed === 1 && (saved === 1 || !isOurs) && isHeard)) {
    return "lost";
  }
  // A host passes on at once what it has received.
  const [first] = heard;
  if (isOurs && isHanded && completed === 0 && first?.step === "START" && first.host === heard.at(-1)?.host) {
    return "taken, and not passed on";
  }
  return undefined;
}

function shown({ codes, gone, said, ...call }: Call): string {
  return JSON.stringify({ ...call, said: said.join(), codes: [...codes], gone: [...gone] });
}

const STEPS = ["START", "CALL_ANSWERED", "CALL_ENDED", "CALL_COMPLETED"];
