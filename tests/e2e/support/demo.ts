import { randomUUID } from "node:crypto";

import type { APIResponse, FrameLocator, Locator, Page } from "@playwright/test";

import { expect } from "./test.ts";

/** Options of the demo. */
export type DemoOptions = {
  /** The record page's query, without `widget`. */
  query?: Readonly<Record<string, string>>;
  /** The softphone's query; by default it logs in at once and is answered quickly. */
  phone?: Readonly<Record<string, string>>;
  /** Another calling app's address. */
  widget?: string;
  hash?: string;
};

/** The demo as its user sees it: the record page and the softphone in it. */
export class Demo {
  readonly page: Page;
  /** The softphone. */
  phone: FrameLocator;

  constructor(page: Page) {
    this.page = page;
    this.phone = page.getByTestId("frame").frameLocator("iframe");
  }

  /** Opens the record page. */
  static async open(page: Page, demoUrl: string, options: DemoOptions = {}): Promise<Demo> {
    await page.goto(Demo.address(demoUrl, options));
    return new Demo(page);
  }

  /** Opens the record page and waits for the softphone. */
  static async start(page: Page, demoUrl: string, options: DemoOptions = {}): Promise<Demo> {
    const demo = await Demo.open(page, demoUrl, options);
    await expect(demo.get("host-state")).toHaveText("initialized");
    return demo;
  }

  /** The record page's address. */
  static address(demoUrl: string, { query = {}, phone, widget, hash = "" }: DemoOptions): string {
    const address = new URL(demoUrl);
    const app = new URL(softphone(demoUrl));
    // On a slow machine too, a ring lasts until the test takes it.
    app.search = String(new URLSearchParams({ login: "auto", answerAfter: "50", ringFor: "600000", ...phone }));
    // Each page has a separate account, and finds it again after a reload.
    const ns = `t-${randomUUID().slice(0, 13)}`;
    address.search = String(new URLSearchParams({ ns, ...query, widget: widget ?? app.href }));
    address.hash = hash;
    return address.href;
  }

  /** An element of the record page. */
  get(testId: string): Locator {
    return this.page.getByTestId(testId);
  }

  /** An element of the softphone. */
  sp(testId: string): Locator {
    return this.phone.getByTestId(`sp-${testId}`);
  }

  /** The softphone shows this screen. */
  async expectPhone(state: string): Promise<void> {
    await expect(this.sp("state")).toHaveText(state);
  }

  /** Records from here on every screen of the softphone, even one shown briefly. */
  async screens(): Promise<() => Promise<string[]>> {
    const seen = await this.sp("state").evaluateHandle((pill) => {
      const screens: string[] = [];
      new MutationObserver(() => screens.push(pill.textContent)).observe(pill, {
        characterData: true,
        childList: true,
        subtree: true,
      });
      return screens;
    });
    return () => seen.jsonValue();
  }

  /** The rows of the log of this type. */
  log(type: string): Locator {
    return this.page.locator(`[data-testid=log-row][data-type=${type}]`);
  }

  /** Clicks a number of the record and waits until the other side has answered. */
  async call(number: string): Promise<void> {
    await this.get(`dial-${number}`).click();
    await this.expectPhone("connected");
  }

  /** Fills in the form after a call and saves it. */
  async save(notes = ""): Promise<void> {
    await this.expectPhone("ended");
    await this.sp("notes").fill(notes);
    await this.sp("save").click();
  }

  /** The newest call on the record's timeline. */
  latestCall(): Locator {
    return this.get("timeline-item").first();
  }
}

/** The softphone's address: one port above the record page's. */
export function softphone(demoUrl: string): string {
  const address = new URL(demoUrl);
  address.port = String(Number(address.port) + 1);
  return address.href;
}

/** Numbers of the demo's records. */
export const NUMBERS = {
  mariaMobile: "12025550143",
  harbourDesk: "12065550190",
  jonasMobile: "14155550132",
} as const;

/** Calls the emulator like a program. */
export type Account = (method: string, path: string, data?: object) => Promise<APIResponse>;

/** The account of an open page, with a new token. */
export async function accountOf(page: Page): Promise<Account> {
  const { origin, searchParams } = new URL(page.url());
  const base = `${origin}/ns/${searchParams.get("ns") ?? ""}`;
  const control = { "x-emulator-control": "1" };
  const opened = await page.request.post(`${base}/emulator/host-page`, { headers: control });
  const { accessToken } = (await opened.json()) as { accessToken: string };
  return (method, path, data) => page.request.fetch(base + path, { method, headers: { ...control, authorization: `Bearer ${accessToken}` }, ...(data === undefined ? {} : { data }) });
}
