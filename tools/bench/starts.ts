// Times the first use of each entry in new pages, at full speed and at a quarter of it.
import { chromium, type Browser } from "@playwright/test";

import { ENTRIES, type Entry, type Start, type Starts } from "./protocol.ts";

/** Times each entry this many times, in turns. */
export async function measureStarts(origin: string, repeats: number): Promise<Starts> {
  const { CHROME_BIN: executablePath } = process.env;
  const browser = await chromium.launch({
    args: ["--disable-gpu", "--no-sandbox"],
    ...(executablePath === undefined ? {} : { executablePath }),
  });
  const starts = Object.fromEntries(ENTRIES.map((entry) => [entry, { full: [], quarter: [] }])) as unknown as Record<
    Entry,
    { full: Start[]; quarter: Start[] }
  >;
  try {
    for (let repeat = 0; repeat < repeats; repeat++) {
      for (const entry of ENTRIES) {
        starts[entry].full.push(await started(browser, origin, entry, 1));
        starts[entry].quarter.push(await started(browser, origin, entry, 4));
      }
    }
  } finally {
    await browser.close();
  }
  return starts;
}

/** A start in a frame of a new page of the same origin: one process, and so one speed. */
async function started(browser: Browser, origin: string, entry: Entry, slowdown: number): Promise<Start> {
  const context = await browser.newContext();
  try {
    const page = await context.newPage();
    await page.goto(`${origin}/empty`);
    const session = await context.newCDPSession(page);
    await session.send("Emulation.setCPUThrottlingRate", { rate: slowdown });
    await page.evaluate((src) => {
      const frame = document.createElement("iframe");
      frame.allow = "cross-origin-isolated";
      frame.src = src;
      document.body.append(frame);
    }, `${origin}/starts/${entry}`);
    const start = await page.waitForFunction(() => window.frames[0]?.start);
    return (await start.jsonValue()) as Start;
  } finally {
    await context.close();
  }
}
