import { chromium } from "@playwright/test";

import { openFirefox } from "./firefox.ts";
import { openWebKit } from "./webkit.ts";

/** A browser with one window, as far as the tests need it. */
export type Engine = {
  /** Opens an address and waits for its load. */
  open(url: string): Promise<void>;
  /** Runs an expression in the page; what it resolves to has to be plain data. */
  evaluate(expression: string): Promise<unknown>;
  close(): Promise<void>;
};

/** Starts an engine; its program is named by an environment variable. */
export async function startEngine(name: string): Promise<Engine> {
  switch (name) {
    case "chromium":
      return openChromium(program("CHROME_BIN"));
    case "firefox":
      return openFirefox(program("FIREFOX_BIN"));
    case "webkit":
      return openWebKit(program("WEBKIT_DRIVER"));
    default:
      throw new Error(`no engine ${name}`);
  }
}

async function openChromium(executablePath: string): Promise<Engine> {
  const browser = await chromium.launch({
    executablePath,
    args: ["--disable-gpu", "--disable-quic", "--no-first-run", "--no-sandbox"],
  });
  const page = await browser.newPage();
  return {
    open: async (url) => {
      await page.goto(url);
    },
    evaluate: (expression) => page.evaluate(expression),
    close: () => browser.close(),
  };
}

function program(variable: string): string {
  const path = process.env[variable];
  if (path === undefined || path === "") {
    throw new Error(`${variable} is not set; run \`cargo xtask test engines\`, which sets it`);
  }
  return path;
}
