// A working day of calls in a browser: no heap grows, on neither side.
import type { BrowserContext, Frame, Page } from "@playwright/test";

import { repeats } from "./support/all.ts";
import { expect, frameAt, test, type Site } from "./support/test.ts";

/** Calls of the day, those until everything bounded is full, and the time each takes. */
const CALLS = repeats(200, 500);
const WARM = repeats(120, 200);
const EACH_MS = 57_600;

test("after a day of calls the heaps are as they were", async ({ context, page, site }) => {
  test.setTimeout(300_000);
  await page.clock.install();
  const widget = widgetPage(site);
  await page.goto(hostPage(site, widget));
  const frame = await frameAt(page, widget);
  await page.waitForFunction(() => window.host.state === "initialized");
  await page.clock.runFor(1_000);
  // A clock that runs sets real timers as well, which a jump leaves pending.
  await page.clock.pauseAt(Date.now() + 3_600_000);

  await day(page, frame, 1, WARM);
  const warm = await weights(context, page, frame);
  await day(page, frame, WARM + 1, CALLS);
  const end = await weights(context, page, frame);

  console.log("long day:", JSON.stringify({ warm, end }));
  expect(end.host / warm.host).toBeLessThan(1.15);
  expect(end.widget / warm.widget).toBeLessThan(1.15);
  expect(end.wasm).toEqual(warm.wasm);
  const { counts } = await frame.evaluate(() => window.cti.diagnostics());
  // A host repeats SYNC to a widget that is slow to load, and the page dials bare numbers.
  expect({ ...counts, HOST_FIELD_MISSING: undefined, SYNC_REPEATED: undefined }).toEqual({});
});

/** Calls from one number to another, each to its end, with the time that takes. */
async function day(page: Page, frame: Frame, first: number, last: number): Promise<void> {
  for (let number = first; number <= last; number++) {
    await page.evaluate((digits) => {
      window.host.dialNumber({ phoneNumber: `+1202555${digits}` });
    }, String(number).padStart(4, "0"));
    await page.waitForFunction(() => window.host.calls.at(-1)?.engagement === "updated", undefined, { polling: 5 });
    await page.clock.fastForward(EACH_MS);
    if (number % 20 === 0) {
      // What the tests themselves keep, and a record store's own records.
      for (const side of [page, frame]) {
        await side.evaluate(() => {
          window.seen.messages.length = 0;
        });
      }
      await page.evaluate(() => {
        window.forget();
      });
    }
  }
}

type Weights = { host: number; widget: number; wasm: number[] };

/** What is alive on both sides after everything dead is taken away, in bytes. */
async function weights(context: BrowserContext, page: Page, frame: Frame): Promise<Weights> {
  const used = async (side: Page | Frame): Promise<number> => {
    const session = await context.newCDPSession(side);
    for (let round = 0; round < 3; round++) {
      await session.send("HeapProfiler.collectGarbage");
    }
    const { usedSize } = await session.send("Runtime.getHeapUsage");
    await session.detach();
    return usedSize;
  };
  return {
    host: await used(page),
    widget: await used(frame),
    wasm: await frame.evaluate(() => window.memories.map(({ buffer }) => buffer.byteLength)),
  };
}

declare global {
  interface Window {
    memories: WebAssembly.Memory[];
    /** Empties the record store. */
    forget: () => void;
  }
}

function widgetPage(site: Site): string {
  return site.page(
    "phone.test",
    {
      libraries: ["sdk"],
      main: (hostOrigin) => {
        window.memories = [];
        const { Instance } = WebAssembly;
        WebAssembly.Instance = new Proxy(Instance, {
          construct: (target, args: ConstructorParameters<typeof Instance>) => {
            const instance = new target(...args);
            window.memories.push(instance.exports["memory"] as WebAssembly.Memory);
            return instance;
          },
        });
        const cti: typeof window.cti = new window.sdk.default({
          allowedHostOrigins: [hostOrigin],
          // What is printed is kept by the browser's inspector.
          logger: null,
          eventHandlers: {
            onReady: () => cti.initialized({ isLoggedIn: true, isAvailable: true }),
            onDialNumber: ({ phoneNumber }) => {
              const externalCallId = `call-${phoneNumber.slice(-4)}`;
              cti.outgoingCall({ externalCallId, toNumber: phoneNumber, fromNumber: "+12025550100", createEngagement: true });
            },
            onCreateEngagementSucceeded: ({ engagementId }) => {
              const externalCallId = cti.calls.find((call) => call.engagementId === engagementId)?.externalCallId ?? "";
              const ids = { externalCallId, engagementId };
              cti.callAnswered({ externalCallId });
              cti.callEnded({ ...ids, callEndStatus: "COMPLETED" });
              cti.callCompleted({ ...ids, hideWidget: false, engagementProperties: { hs_timestamp: "1", hs_call_title: "A call" } });
            },
            defaultEventHandler: () => undefined,
          },
        });
        window.cti = cti;
      },
    },
    site.origin("crm.test"),
  );
}

function hostPage(site: Site, widget: string): string {
  return site.page(
    "crm.test",
    {
      libraries: ["host"],
      body: `<div id="phone"></div>`,
      main: (url) => {
        window.startHost({ url });
        window.forget = () => {
          Reflect.set(window.store, "records", []);
        };
      },
    },
    widget,
  );
}
