// Tens of thousands of messages at once: their cost, and their leftovers.
import type { Frame, Page } from "@playwright/test";

import { repeats } from "./support/all.ts";
import { expect, frameAt, test, type Site } from "./support/test.ts";

const MANY = repeats(20_000, 100_000);

// A busy machine takes its time over so many.
test.describe.configure({ timeout: 240_000 });

/** More than noise, and less than one word stored per message of a flood. */
const HEAP_NOISE_BYTES = 100_000;

declare global {
  interface Window {
    /** Number of entries into the module. */
    wasmEntries: number;
    /** Memory of the modules, in bytes. */
    wasmBytes(): number;
    /** The last mark received. */
    lastMark: number;
    /** Number of calls of the app's handlers. */
    handled: number;
  }
}

test("a foreign frame's flood enters no wasm and leaves nothing", async ({ page, site }) => {
  const { frame } = await open(page, site);
  const evil = await beside(page, site);
  for (const [side, path, spare] of [
    // A count is reported at powers of ten, and on request.
    [frame, "parent.frames[0]", 50],
    [page.mainFrame(), "parent", 1],
  ] as const) {
    await flood(evil, path, 1_000, side);
    const before = await measured(page, side);

    const elapsed = await flood(evil, path, MANY, side);

    const after = await measured(page, side);
    report(`${MANY} foreign messages to ${path}`, elapsed, before, after);
    expect(after.entries - before.entries).toBeLessThan(spare);
    expect(after.handled).toBe(before.handled);
    expect(after.heap - before.heap).toBeLessThan(HEAP_NOISE_BYTES);
    expect(after.wasmBytes).toBe(before.wasmBytes);
  }
  expect(await frame.evaluate(() => window.cti.diagnostics().counts.FOREIGN_SOURCE)).toBe(MANY + 1_000 + 2);
  expect(await page.evaluate(() => window.host.diagnostics().counts["FOREIGN_SOURCE"])).toBe(MANY + 1_000 + 2);
  await expectAlive(page);
});

test("a host's flood is delivered whole and leaves nothing behind", async ({ page, site }) => {
  const { frame } = await open(page, site);
  const dial = `{ type: "VISIBILITY_CHANGED", messageId: "flood_" + at, data: { isMinimized: at % 2 === 0, isHidden: false } }`;
  await flood(page.mainFrame(), "frames[0]", 1_000, frame, dial);
  const before = await measured(page, frame);

  const elapsed = await flood(page.mainFrame(), "frames[0]", MANY, frame, dial);

  const after = await measured(page, frame);
  report(`${MANY} host messages to a widget`, elapsed, before, after);
  expect(after.handled - before.handled).toBe(MANY);
  expect(after.heap - before.heap).toBeLessThan(HEAP_NOISE_BYTES);
  expect(after.wasmBytes).toBe(before.wasmBytes);
  await expectAlive(page);
});

type Measure = { entries: number; handled: number; heap: number; wasmBytes: number };

/** A page that counts entries into its modules, with the recorder off: it would store the flood. */
function counted(site: Site, host: string, library: string, main: string, body = ""): string {
  return site.page(
    host,
    {
      libraries: [library],
      body,
      main: (main) => {
        window.wasmEntries = 0;
        window.handled = 0;
        window.seen.messages.push = () => 0;
        addEventListener("message", ({ data }: MessageEvent<{ mark?: number }>) => {
          window.lastMark = data.mark ?? window.lastMark;
        });
        const memories: WebAssembly.Memory[] = [];
        window.wasmBytes = () => memories.reduce((all, { buffer }) => all + buffer.byteLength, 0);
        WebAssembly.Instance = new Proxy(WebAssembly.Instance, {
          construct: (Instance, args: [WebAssembly.Module, WebAssembly.Imports?]) => {
            const exports: Record<string, unknown> = {};
            for (const [name, value] of Object.entries(new Instance(...args).exports)) {
              if (value instanceof WebAssembly.Memory) {
                memories.push(value);
              }
              exports[name] =
                typeof value === "function"
                  ? (...args: unknown[]): unknown => {
                      window.wasmEntries++;
                      return Reflect.apply(value, undefined, args);
                    }
                  : value;
            }
            return { exports };
          },
        });
        const script = document.createElement("script");
        script.text = main;
        document.head.append(script);
      },
    },
    main,
  );
}

/** A widget that counts its messages. */
function widgetOf(site: Site): string {
  return counted(
    site,
    "phone.test",
    "sdk",
    `window.cti = new sdk.default({
      logger: null,
      allowedHostOrigins: [${JSON.stringify(site.origin("crm.test"))}],
      eventHandlers: {
        onReady: () => cti.initialized({ isLoggedIn: true }),
        onVisibilityChanged: () => { handled++; },
        onDialNumber: ({ phoneNumber }) => cti.outgoingCall({ externalCallId: "alive", toNumber: phoneNumber, fromNumber: "+12025550100", createEngagement: true }),
      },
    });`,
  );
}

/** A session between a host and a widget. */
async function open(page: Page, site: Site): Promise<{ frame: Frame }> {
  const widget = widgetOf(site);
  await page.goto(
    counted(
      site,
      "crm.test",
      "host",
      `window.store = new hostSdk.InMemoryRecordStore();
       window.host = new hostSdk.CallingHost({ url: ${JSON.stringify(widget)}, container: "#phone", context: { portalId: 1, userId: 2, iframeLocation: "remote" }, store });`,
      `<div id="phone"></div>`,
    ),
  );
  await page.waitForFunction(() => window.host.state === "initialized");
  return { frame: await frameAt(page, widget) };
}

/** A foreign frame beside the widget's. */
async function beside(page: Page, site: Site): Promise<Frame> {
  const url = site.page("evil.test", { libraries: [] });
  await page.evaluate((src) => {
    const frame = document.createElement("iframe");
    frame.src = src;
    document.body.append(frame);
  }, url);
  return frameAt(page, url);
}

/** Posts this many messages, and waits for the last to arrive; returns the time, in ms. */
async function flood(
  from: Frame,
  path: string,
  many: number,
  heardBy: Frame,
  message = `{ type: "DIAL_NUMBER", messageId: "flood_" + at, data: { phoneNumber: "+13035550666" } }`,
): Promise<number> {
  const start = Date.now();
  lastMark += 1;
  await from.evaluate(`for (let at = 0; at < ${many}; at++) { ${path}.postMessage(${message}, "*"); } ${path}.postMessage({ mark: ${lastMark} }, "*");`);
  await heardBy.waitForFunction((mark) => window.lastMark === mark, lastMark, { timeout: 200_000 });
  return Date.now() - start;
}

/** Measures a page after garbage collection. */
async function measured(page: Page, frame: Frame): Promise<Measure> {
  const session = await page.context().newCDPSession(frame === page.mainFrame() ? page : frame);
  await session.send("HeapProfiler.enable");
  await session.send("HeapProfiler.collectGarbage");
  const { usedSize: heap } = await session.send("Runtime.getHeapUsage");
  await session.detach();
  const counts = await frame.evaluate(() => ({ entries: window.wasmEntries, handled: window.handled, wasmBytes: window.wasmBytes() }));
  return { ...counts, heap };
}

async function expectAlive(page: Page): Promise<void> {
  await page.evaluate(() => window.host.dialNumber({ phoneNumber: "+12025550143" }));
  await page.waitForFunction(() => window.store.engagements.some(({ externalCallId }) => externalCallId === "alive"));
}

function report(what: string, elapsedMs: number, before: Measure, after: Measure): void {
  const description = `${elapsedMs} ms, ${after.entries - before.entries} entries into wasm, heap ${after.heap - before.heap} bytes`;
  test.info().annotations.push({ type: what, description });
  console.log(`${what}: ${description}`);
}

let lastMark = 0;
