// A browser without Playwright's own protocol, with the parts of Playwright's pages that the
// tests use. A frame is identified by its path from the top, so it stays the same one
// wherever it navigates.
import { setTimeout as sleep } from "node:timers/promises";

import type { BrowserContext } from "@playwright/test";

import type { Driver } from "./driver.ts";
import type { Reports } from "./reports.ts";

type Code = string | ((argument: never) => unknown);

/** The windows of one test. */
export class DrivenContext {
  private readonly open = new Map<string, DrivenPage>();
  private readonly listeners: ((request: { isNavigationRequest(): true; url(): string }) => void)[] = [];
  private turn: Promise<unknown> = Promise.resolve();

  private constructor(
    private readonly driver: Driver,
    private readonly reports: Reports,
    /** Windows that existed before; closing the last one would end the browser. */
    private readonly others: readonly string[],
  ) {}

  static async over(driver: Driver, reports: Reports): Promise<DrivenContext> {
    return new DrivenContext(driver, reports, await driver.windows());
  }

  asPlaywright(): BrowserContext {
    return this as unknown as BrowserContext;
  }

  /** A browser does one thing at a time, each in the selected window and frame. */
  inFrame<Value>(window: string, way: readonly number[], act: () => Promise<Value>): Promise<Value> {
    return this.alone(async () => {
      await this.driver.choose(window, way);
      return act();
    });
  }

  evaluate(window: string, way: readonly number[], code: Code, argument: unknown): Promise<unknown> {
    return this.inFrame(window, way, async () => {
      const json = await this.driver.evaluate(inPage(code, argument));
      return typeof json === "string" ? (JSON.parse(json) as unknown) : undefined;
    });
  }

  goto(window: string, url: string): Promise<void> {
    return this.inFrame(window, [], () => this.driver.open(url));
  }

  async newPage(): Promise<DrivenPage> {
    const [first = ""] = this.others;
    return this.known(await this.inFrame(first, [], () => this.driver.newWindow()));
  }

  pages(): DrivenPage[] {
    return [...this.open.values()];
  }

  /** The next window that a page opens. */
  async waitForEvent(): Promise<DrivenPage> {
    const before = await this.alone(() => this.driver.windows());
    for (;;) {
      const opened = (await this.alone(() => this.driver.windows())).find((window) => !before.includes(window));
      if (opened !== undefined) {
        return this.known(opened);
      }
      await sleep(POLL_MS);
    }
  }

  exposeBinding(name: string, listener: (source: undefined, report: unknown) => unknown): void {
    this.reports.expose(name, listener);
  }

  on(_: "request", listener: (request: { isNavigationRequest(): true; url(): string }) => void): void {
    this.listeners.push(listener);
  }

  /** A page has asked for this address. */
  requested(url: string): void {
    for (const listener of this.listeners) {
      listener({ isNavigationRequest: () => true, url: () => url });
    }
  }

  /** Updates the windows and frames that the pages have opened. */
  async look(): Promise<void> {
    for (const window of await this.alone(() => this.driver.windows())) {
      if (!this.others.includes(window)) {
        await this.known(window).refresh();
      }
    }
  }

  async close(): Promise<void> {
    await this.look();
    for (const window of this.open.keys()) {
      await this.inFrame(window, [], () => this.driver.closeWindow());
    }
  }

  private known(window: string): DrivenPage {
    const page = this.open.get(window) ?? new DrivenPage(this, window);
    this.open.set(window, page);
    return page;
  }

  private alone<Value>(act: () => Promise<Value>): Promise<Value> {
    const done = this.turn.then(act);
    this.turn = done.catch(() => undefined);
    return done;
  }
}

class DrivenFrame {
  address = "about:blank";

  constructor(
    protected readonly windows: DrivenContext,
    readonly window: string,
    readonly way: readonly number[],
    private readonly all: () => readonly DrivenFrame[],
  ) {}

  url(): string {
    return this.address;
  }

  childFrames(): DrivenFrame[] {
    const depth = this.way.length + 1;
    return this.all().filter(({ way }) => way.length === depth && this.way.every((step, at) => way[at] === step));
  }

  parentFrame(): DrivenFrame | null {
    const above = this.way.slice(0, -1).join();
    return this.all().find(({ way }) => way.length === this.way.length - 1 && way.join() === above) ?? null;
  }

  evaluate(code: Code, argument?: unknown): Promise<unknown> {
    return this.windows.evaluate(this.window, this.way, code, argument);
  }

  async waitForFunction(code: Code, argument?: unknown, { timeout = 90_000 } = {}): Promise<{ jsonValue(): Promise<unknown> }> {
    const latest = Date.now() + timeout;
    for (;;) {
      // A frame that navigates does not answer.
      const value = await this.evaluate(code, argument).catch(() => undefined);
      if (value !== undefined && value !== null && value !== false && value !== 0 && value !== "") {
        return { jsonValue: () => Promise.resolve(value) };
      }
      if (Date.now() > latest) {
        throw new Error(`after ${timeout} ms it does not hold at ${this.address}: ${String(code)}`);
      }
      await sleep(POLL_MS);
    }
  }

  async waitForLoadState(): Promise<void> {
    await this.waitForFunction(`document.readyState === "complete"`);
  }

  async waitForURL(is: string | ((url: URL) => boolean)): Promise<void> {
    const isThere = typeof is === "string" ? (url: URL): boolean => url.href === is : is;
    for (;;) {
      const loaded = await this.waitForFunction(`document.readyState === "complete" && location.href`);
      if (isThere(new URL((await loaded.jsonValue()) as string))) {
        return;
      }
      await sleep(POLL_MS);
    }
  }
}

class DrivenPage {
  private readonly main: DrivenFrame;
  private all: DrivenFrame[];
  private refreshing: Promise<void> | undefined;

  constructor(
    private readonly windows: DrivenContext,
    private readonly window: string,
  ) {
    this.main = this.frameOf([]);
    this.all = [this.main];
  }

  context(): DrivenContext {
    return this.windows;
  }

  mainFrame(): DrivenFrame {
    return this.main;
  }

  /** As of the last look; the call requests another look. */
  frames(): DrivenFrame[] {
    this.refreshing ??= this.refresh()
      .catch(() => undefined)
      .finally(() => {
        this.refreshing = undefined;
      });
    return this.all;
  }

  frame({ url }: { url: string }): DrivenFrame | null {
    return this.frames().find((frame) => frame.url() === url) ?? null;
  }

  url(): string {
    return this.main.url();
  }

  async goto(url: string): Promise<void> {
    await this.windows.goto(this.window, url);
    await this.refresh();
  }

  evaluate(code: Code, argument?: unknown): Promise<unknown> {
    return this.main.evaluate(code, argument);
  }

  waitForFunction(code: Code, argument?: unknown, options?: { timeout?: number }): Promise<{ jsonValue(): Promise<unknown> }> {
    return this.main.waitForFunction(code, argument, options);
  }

  waitForLoadState(): Promise<void> {
    return this.main.waitForLoadState();
  }

  async waitForTimeout(ms: number): Promise<void> {
    await sleep(ms);
  }

  async waitForEvent(name: "frameattached" | "framenavigated"): Promise<DrivenFrame> {
    for (;;) {
      await sleep(POLL_MS);
      await this.refresh();
      const [child] = this.main.childFrames();
      if (name === "framenavigated" || child !== undefined) {
        return child ?? this.main;
      }
    }
  }

  /** Updates the frames and their addresses. */
  async refresh(): Promise<void> {
    const found: DrivenFrame[] = [];
    const visit = async (way: readonly number[]): Promise<void> => {
      const frame = this.all.find((known) => known.way.join() === way.join()) ?? this.frameOf(way);
      const report = (await frame.evaluate("({ url: location.href, frames: frames.length })")) as { url: string; frames: number };
      frame.address = report.url;
      found.push(frame);
      for (let at = 0; at < report.frames; at++) {
        // A frame that goes meanwhile is updated the next time.
        await visit([...way, at]).catch(() => undefined);
      }
    };
    await visit([]);
    this.all = found;
  }

  private frameOf(way: readonly number[]): DrivenFrame {
    return new DrivenFrame(this.windows, this.window, way, () => this.all);
  }
}

const POLL_MS = 20;

/** An expression that runs the code as a script of the page, and resolves with JSON; undefined without a result. */
function inPage(code: Code, argument: unknown): string {
  const source = typeof code === "string" ? code : `(${String(code)})(${argument === undefined ? "" : JSON.stringify(argument)})`;
  const script = `(async () => {
    const value = await (0, eval)(${JSON.stringify(source)});
    try {
      return JSON.stringify(value);
    } catch {
      return undefined;
    }
  })()`;
  // A driver's scripts may run outside the page's own world.
  return `window.eval(${JSON.stringify(script)})`;
}
