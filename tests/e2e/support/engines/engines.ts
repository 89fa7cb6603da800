import { chromium, type BrowserContext } from "@playwright/test";

import { LAUNCH_SITES, VIEWPORT } from "../chromium.ts";
import { persist } from "../test.ts";
import { DrivenContext } from "./driven.ts";
import type { Driver } from "./driver.ts";
import { openFirefox, through } from "./firefox.ts";
import { startProxy } from "./proxy.ts";
import { Reports } from "./reports.ts";
import { openWebKit } from "./webkit.ts";

/** A browser, with the parts that the tests need. */
export type Engine = {
  /** The windows of a test, with the methods of Playwright that the tests use. */
  newContext(): Promise<BrowserContext>;
  /** The script that each page runs first. */
  script(): string;
  /** A page has asked for an address. */
  requested(url: string): void;
  /** Updates the windows and frames that the pages have opened. */
  look(): Promise<void>;
  close(): Promise<void>;
};

/** Starts an engine; its program is named by an environment variable. */
export async function startEngine(name: string): Promise<Engine> {
  switch (name) {
    case "sites":
      return openChromium();
    case "firefox":
      return driven((proxy) => openFirefox(program("FIREFOX_BIN"), through(proxy)));
    case "webkit":
      return driven((proxy) => openWebKit(program("WEBKIT_DRIVER"), proxy));
    default:
      throw new Error(`no engine ${name}`);
  }
}

async function openChromium(): Promise<Engine> {
  const browser = await chromium.launch(LAUNCH_SITES);
  return {
    newContext: async () => {
      const context = await browser.newContext({ viewport: VIEWPORT });
      persist(context);
      return context;
    },
    // Playwright does all of that itself.
    script: () => "",
    requested: () => undefined,
    look: () => Promise.resolve(),
    close: () => browser.close(),
  };
}

async function driven(start: (proxy: string) => Promise<Driver>): Promise<Engine> {
  const proxy = await startProxy();
  const reports = await Reports.start();
  const close = (): void => {
    proxy.close();
    reports.close();
  };
  let driver: Driver;
  try {
    driver = await start(`127.0.0.1:${String(proxy.port)}`);
  } catch (error) {
    close();
    throw error;
  }
  let current: DrivenContext | undefined;
  return {
    newContext: async () => {
      current = await DrivenContext.over(driver, reports);
      return current.asPlaywright();
    },
    script: () => reports.script(),
    requested: (url) => current?.requested(url),
    look: async () => current?.look(),
    close: async () => {
      await driver.close();
      close();
    },
  };
}

function program(variable: string): string {
  const path = process.env[variable];
  if (path === undefined || path === "") {
    throw new Error(`${variable} is not set; run \`cargo xtask test engines\`, which sets it`);
  }
  return path;
}
