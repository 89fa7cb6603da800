import type { Page, Route } from "@playwright/test";

import type { CallingHost } from "../host/calling-host.js";
import type { InMemoryRecordStore } from "../host/memory-store.js";
import type { DialNumberInput, HostContext, HostState, Outcome, Visibility } from "../host/types.js";
import { attempt } from "../shared/attempt.js";
import { CALLEE } from "../testing/callee.js";
import { Expectations } from "../testing/expectations.js";
import { failure, listed } from "../testing/failure.js";
import type {
  FromHost,
  FromWidget,
  MessageMatch,
  TranscriptEntry,
  WidgetMessageData,
  WidgetMessageOf,
  WidgetMessageType,
} from "../testing/types.js";
import { type Message, withReport } from "../testing/wire.js";
import { hostPage, REPORT, type HostWindow, type Report } from "./host-page.js";
import { BrowserReasons, placeOf } from "./reasons.js";
import type { BrowserHost, HostTestOptions } from "./types.js";

/** Runs something as a step of the test's report. */
export type Step = <Value>(title: string, body: () => Promise<Value>) => Promise<Value>;

/** The host in a page of the browser. It serves that page, and has no rules itself. */
export class PageHost implements BrowserHost {
  readonly transcript: TranscriptEntry[] = [];

  private readonly expectations = new Expectations();
  private readonly troubles: string[] = [];
  private readonly waiting = new Set<() => void>();
  private readonly startedAt = Date.now();
  /** The index of the widget's last message in the transcript. */
  private heard = -1;
  private readonly origin: string;
  private readonly reasons: BrowserReasons;
  private context: HostContext;

  constructor(
    readonly page: Page,
    readonly store: InMemoryRecordStore,
    private readonly url: string,
    /** The package's entry `host`, as a file. */
    private readonly script: string,
    private readonly options: Omit<HostTestOptions, "widgetUrl"> & {
      /** Playwright's own option: the permissions of the browser's user. */
      permissions: string[] | undefined;
    },
    private readonly step: Step,
  ) {
    this.origin = checkedOrigin(options.hostOrigin, url);
    this.reasons = new BrowserReasons(page, this.origin);
    this.context = { portalId: 1, userId: 2, ownerId: 3, iframeLocation: "remote", ...options.hostContext };
  }

  /** Serves the host's page, and opens the session. */
  async open(): Promise<void> {
    const { page } = this;
    await page.exposeBinding(REPORT, ({ frame }, report: Report) => {
      if (frame !== page.mainFrame()) {
        throw new Error("only the host's page may report");
      }
      return this.take(report);
    });
    await page.route(`${this.origin}/**`, (route) => this.answer(route));
    await this.allowLoopback();
    await shownAt("", () => this.load());
  }

  get sent(): readonly FromHost[] {
    return this.transcript.flatMap((entry) => (entry.from === "host" ? [entry.message] : []));
  }

  get received(): readonly FromWidget[] {
    return this.transcript.flatMap((entry) => (entry.from === "widget" ? [entry.message] : []));
  }

  async state(): Promise<HostState> {
    return this.evaluate((host) => host.state);
  }

  ready(context?: Partial<HostContext>): Promise<void> {
    return this.run("open the host's page", "ready", async () => {
      this.context = { ...this.context, ...context };
      await this.load();
    });
  }

  reload(): Promise<void> {
    return this.run("reload the host's page", "reload", () => this.load(() => this.page.reload()));
  }

  reloadWidget(): Promise<void> {
    return this.run("reload the widget", "reloadWidget", () =>
      this.load(() =>
        this.evaluate((host) => {
          host.reload();
        }),
      ),
    );
  }

  dial(phoneNumber: string, data: Partial<DialNumberInput> = {}): Promise<Outcome> {
    return this.run(`host.dial ${phoneNumber}`, "dial", () =>
      this.evaluate((host, number) => host.dialNumber(number), Object.assign({ phoneNumber }, CALLEE, data, { phoneNumber })),
    );
  }

  endCall(): Promise<Outcome> {
    return this.run("host.endCall", "endCall", () => this.evaluate((host) => host.endCall()));
  }

  setVisibility(visibility: Partial<Visibility>): Promise<Outcome> {
    return this.run("host.setVisibility", "setVisibility", () => this.evaluate((host, shown) => host.setVisibility(shown), visibility));
  }

  sendMessage(message: { type: string; [field: string]: unknown }): Promise<Outcome> {
    return this.run(`host.sendMessage ${message.type}`, "sendMessage", () =>
      this.evaluate((host, given) => host.sendMessage(given), message),
    );
  }

  expect<Type extends WidgetMessageType>(
    type: Type,
    match?: MessageMatch<WidgetMessageData<Type>>,
    { withinMs = this.options.withinMs }: { withinMs?: number | undefined } = {},
  ): Promise<WidgetMessageOf<Type>> {
    return this.run(`host.expect ${type}`, "expect", async () => {
      const found = await this.expectations.take(type, match, (isFound) => this.until(isFound, withinMs));
      if (found === undefined) {
        throw new Error([failure(type, match, this.expectations.all, this.transcript, withinMs, NOTHING_POSTED), ...this.reasons.lines].join("\n"));
      }
      return found;
    });
  }

  async evaluate<Result, Argument = undefined>(
    run: (host: CallingHost, argument: Argument) => Result | Promise<Result>,
    argument?: Argument,
  ): Promise<Result> {
    const host = await this.page.evaluateHandle(() => (window as unknown as HostWindow).callingHost);
    try {
      // Playwright's own type asks for more than a function of two parameters.
      const result = await (host.evaluate as (run: unknown, argument: unknown) => Promise<Result>).call(host, run, argument);
      await this.flush();
      return result;
    } finally {
      await host.dispose();
    }
  }

  /** The transcript as a text. */
  report(): string {
    return listed(this.transcript, NOTHING_POSTED);
  }

  /** Loads the host's page, or another way, and waits for the session. */
  private async load(by: () => Promise<unknown> = () => this.page.goto(`${this.origin}/`)): Promise<void> {
    this.reasons.clear();
    this.expectations.reload();
    await by();
    await this.connected();
  }

  /**
   * Lets the host's page load a widget from loopback. Chromium counts a page that Playwright
   * answers for as public, and asks its user about this.
   */
  private async allowLoopback(): Promise<void> {
    const { permissions = [] } = this.options;
    try {
      // Permissions of an origin replace those of all origins.
      await this.page.context().grantPermissions([...permissions, "local-network-access"], { origin: this.origin });
    } catch {
      // A browser that does not know this permission does not ask for it.
    }
  }

  /** Waits until the widget has answered. */
  private async connected(): Promise<void> {
    const { withinMs } = this.options;
    const state = await this.page
      .waitForFunction(
        () => {
          const now = (window as unknown as HostWindow).callingHostState();
          return now === undefined || now === "loading" || now === "syncing" ? undefined : now;
        },
        undefined,
        // A hidden page has no frames to wait for.
        { polling: 50, timeout: withinMs },
      )
      .then((handle) => handle.jsonValue())
      .catch((error: unknown) => {
        if (String(error).includes("Timeout")) {
          return undefined;
        }
        throw error;
      });
    await this.flush();
    if (state === "broken") {
      throw new Error(`the host cannot be made: ${this.troubles.join("\n")}`);
    }
    if (state !== "connected" && state !== "initialized") {
      const now = await this.page.evaluate(() => (window as unknown as HostWindow).callingHostState());
      throw new Error(
        [
          `expected the widget at ${placeOf(this.url)} to answer SYNC within ${withinMs} ms, and it did not: the host's state is ${String(now)}`,
          ...this.troubles,
          ...this.reasons.lines,
          ...this.page.mainFrame().childFrames()
            .map((frame) => placeOf(frame.url()))
            // An error's page has no address.
            .filter((at) => at.startsWith("http") && at !== placeOf(this.url))
            .map((at) => `The frame was led to ${at}.`),
          "",
          `The host's origin is ${this.origin}: does the widget's page construct the SDK there, does that allow this origin, and may the page be framed?`,
          "",
          "The transcript up to here:",
          this.report(),
        ].join("\n"),
      );
    }
  }

  /** Runs a method's work as a step; an error is shown at the line that called the method. */
  private run<Value>(title: string, method: keyof BrowserHost, body: () => Promise<Value>): Promise<Value> {
    const trace = { stack: "" };
    Error.captureStackTrace(trace, Reflect.get(this, method) as () => unknown);
    const frames = trace.stack.split("\n").filter((line) => line.trimStart().startsWith("at "));
    return this.step(title, () => shownAt(frames.map((frame) => `\n${frame}`).join(""), body));
  }

  /** Waits for all reports of the page so far. */
  private async flush(): Promise<void> {
    await this.page.evaluate((name: typeof REPORT) => (window as unknown as HostWindow)[name]({ kind: "flush" }), REPORT);
  }

  private until(holds: () => boolean, withinMs: number): Promise<boolean> {
    if (holds()) {
      return Promise.resolve(true);
    }
    return new Promise((resolve) => {
      const end = (isDone: boolean): void => {
        clearTimeout(timer);
        this.waiting.delete(check);
        resolve(isDone);
      };
      const check = (): void => {
        if (holds()) {
          end(true);
        }
      };
      const timer = setTimeout(() => {
        end(false);
      }, withinMs);
      this.waiting.add(check);
    });
  }

  /** Handles a report of the host's page; returns the answer to a question. */
  private take(report: Report): unknown {
    switch (report.kind) {
      case "message": {
        const { direction, message } = report.entry;
        const from = direction === "toWidget" ? "host" : "widget";
        // The page's clock may be the test's own.
        this.transcript.push({ at: Date.now() - this.startedAt, from, message } as TranscriptEntry);
        this.heard = from === "widget" ? this.transcript.length - 1 : this.heard;
        if (from === "widget") {
          this.expectations.add(message as Message);
        }
        for (const check of this.waiting) {
          check();
        }
        return undefined;
      }
      case "store": {
        const methods = this.store as unknown as Record<string, ((...args: readonly unknown[]) => unknown) | undefined>;
        return methods[report.method]?.call(this.store, ...report.args);
      }
      case "trouble":
        this.troubles.push(report.text);
        return undefined;
      case "reported": {
        const entry = this.transcript[this.heard];
        if (entry !== undefined) {
          this.transcript[this.heard] = withReport(entry, report.text);
        }
        return undefined;
      }
      case "flush":
        return undefined;
    }
  }

  private async answer(route: Route): Promise<void> {
    const { pathname } = new URL(route.request().url());
    if (pathname === "/host.js") {
      await route.fulfill({ path: this.script, contentType: "text/javascript" });
    } else if (pathname === "/") {
      const { hostSettings: settings, widgetSandbox: sandbox } = this.options;
      const body = hostPage({ url: this.url, context: this.context, settings, sandbox });
      await route.fulfill({ body, contentType: "text/html" });
    } else {
      await route.fulfill({ status: 404, body: "" });
    }
  }
}

/** Points an error's stack at the caller's lines, not at this package's. */
async function shownAt<Value>(frames: string, body: () => Promise<Value>): Promise<Value> {
  try {
    return await body();
  } catch (error) {
    if (error instanceof Error) {
      error.stack = `${error.name}: ${error.message}${frames}`;
    }
    throw error;
  }
}

/**
 * The widget's whole address.
 *
 * @throws Error that names the option and the fix.
 */
export function addressOf(widgetUrl: string | undefined, baseUrl: string | undefined): string {
  if (widgetUrl === undefined && baseUrl === undefined) {
    throw new Error('widgetUrl is absent: add test.use({ widgetUrl: "http://localhost:3000/widget" }), or a baseURL');
  }
  const url = attempt(() => new URL(widgetUrl ?? "", baseUrl));
  if (url === undefined) {
    throw new Error(`widgetUrl is ${String(widgetUrl)}: pass a whole http or https address, or add a baseURL`);
  }
  return url.href;
}

/** The host's origin: not the widget's, as in production. */
function checkedOrigin(hostOrigin: string, url: string): string {
  const origin = attempt(() => new URL(hostOrigin).origin) ?? "null";
  if (origin === "null") {
    throw new Error(`hostOrigin is ${hostOrigin}: pass an origin like "https://app.hubspot.com"`);
  }
  if (origin === new URL(url).origin) {
    throw new Error(`hostOrigin is ${hostOrigin}, which is the widget's own: pass another, so that there are two as in production`);
  }
  return origin;
}

const NOTHING_POSTED = "does the widget's address lead to its page?";
