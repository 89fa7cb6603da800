// Measures a widget's page after some calls: JavaScript's heap after garbage collection, and the
// WebAssembly memory.
import { chromium, type Browser } from "@playwright/test";

import { CALLS, REMEMBERED, type Memories, type Memory, type Remembered } from "./protocol.ts";

/** Measures each implementation this many times, in turns. */
export async function measureMemories(hostOrigin: string, widgetOrigin: string, repeats: number): Promise<Memories> {
  const { CHROME_BIN: executablePath } = process.env;
  const browser = await chromium.launch({
    args: ["--disable-gpu", "--no-sandbox", "--site-per-process"],
    ...(executablePath === undefined ? {} : { executablePath }),
  });
  const memories: Record<Remembered, Memory[]> = { ours: [], published: [] };
  try {
    for (let repeat = 0; repeat < repeats; repeat++) {
      for (const variant of REMEMBERED) {
        memories[variant].push(await remembered(browser, `${hostOrigin}/calls`, `${widgetOrigin}/pages/${variant}`));
      }
    }
  } finally {
    await browser.close();
  }
  return memories;
}

/** Measures a widget in its own page, and so in its own process. */
async function remembered(browser: Browser, host: string, widget: string): Promise<Memory> {
  const context = await browser.newContext();
  try {
    const page = await context.newPage();
    await page.goto(host);
    await page.waitForFunction(() => window.embed !== undefined);
    await page.evaluate((src) => window.embed?.(src), widget);
    const frame = page.frames().find((one) => one.url() === widget);
    if (frame === undefined) throw new Error("the widget's frame is gone");
    const session = await context.newCDPSession(frame);
    const memory: number[] = [];
    let made = 0;
    for (const count of CALLS) {
      const wasm = await page.evaluate((more) => window.call?.(more), count - made);
      made = count;
      // Listeners of the console retain printed values.
      await session.send("Runtime.discardConsoleEntries");
      // Unused code is released at the second collection.
      for (let times = 0; times < 2; times++) await session.send("HeapProfiler.collectGarbage");
      const { usedSize } = await session.send("Runtime.getHeapUsage");
      memory.push(usedSize / 1024 + (wasm ?? 0));
    }
    return memory;
  } finally {
    await context.close();
  }
}
