// Ten thousand calls under our host and the published one, each pair of pages on two sites.
// Widgets and hosts are reloaded, and tabs are closed, at random points of calls; one pair under
// each host lives on, and its memory is compared.
//
// The points are drawn from a seed, which is printed; SOAK_SEED sets it.
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";

import { type BrowserContext, chromium, type Frame, type Page } from "@playwright/test";

import { ALL, repeats } from "./support/all.ts";
import { Soak, type Tab } from "./support/soak/ledger.ts";
import { HOSTS, hostPage } from "./support/soak/pages.ts";
import { expect, frameAt, test as base } from "./support/test.ts";

const SEED = Number(process.env["SOAK_SEED"] ?? 20_261_127);

/** Calls under each host in tabs that are disturbed. */
const CALLS = repeats(20, 2_500);

/** The maximum number of messages between two reloads of a widget. */
const OFTEN = repeats(30, 120);

/** Calls under each host in the pages that live on: those until every bounded list is full, and those after. */
const WARM = repeats(5, 1_000);
const MORE = repeats(5, 1_500);

/** No run takes longer. */
const MOST_MS = repeats(110_000, 1_800_000);

const test = base.extend({
  // A profile that lets frames of another site store, like a user's. The tests' usual windows are private.
  context: async ({ launchOptions, viewport }, use, info) => {
    const profile = info.outputPath("profile");
    await mkdir(join(profile, "Default"), { recursive: true });
    await writeFile(join(profile, "Default/Preferences"), JSON.stringify({ profile: { cookie_controls_mode: 0 } }));
    const context = await chromium.launchPersistentContext(profile, { ...launchOptions, viewport });
    await use(context);
    await context.close();
  },
});

test("each call is on the timeline once, and pages do not grow", async ({ context, site }) => {
  test.setTimeout(MOST_MS);
  const started = Date.now();
  const soak = await Soak.over(context, SEED, OFTEN, 0.9 * MOST_MS);
  const calm = HOSTS.map((library, at) => soak.tab(library, hostPage(site, library, `-${String(at)}`), { calls: WARM }, true));
  const others = HOSTS.flatMap((library) => {
    const left = { calls: CALLS };
    return [0, 1].map(() => soak.tab(library, hostPage(site, library), left));
  });

  await Promise.all([...calm, ...others].map((tab) => soak.open(tab)));
  await soak.settled(calm);
  const warm = await Promise.all(calm.map((tab) => weights(context, tab)));
  for (const tab of calm) {
    tab.left.calls += MORE;
    soak.hand(tab);
  }
  await soak.settled(calm);
  const end = await Promise.all(calm.map((tab) => weights(context, tab)));
  await soak.settled(others);

  const { faults, wrong } = soak;
  const outcomes = soak.outcomes();
  console.log("soak:", JSON.stringify({ SOAK_SEED: SEED, seconds: (Date.now() - started) / 1000, warm, end, faults, outcomes }, null, 1));
  expect(wrong).toEqual([]);
  // A few calls neither fill a list nor disturb every page.
  if (ALL) {
    expect(Math.min(...Object.values(faults))).toBeGreaterThanOrEqual(20);
    for (const [at, { host, widget, wasm }] of end.entries()) {
      expect(host).toBeLessThan(1.1 * (warm[at]?.host ?? 0));
      expect(widget).toBeLessThan(1.1 * (warm[at]?.widget ?? 0));
      expect(wasm).toEqual(warm[at]?.wasm);
    }
  }
});

type Weights = { host: number; widget: number; wasm: number[] };

/** Memory of a tab after garbage collection, in bytes. */
async function weights(context: BrowserContext, { page }: Tab): Promise<Weights> {
  if (page === undefined) {
    throw new Error("the tab is closed");
  }
  const frame = await frameAt(page, "http://phone-");
  const used = async (side: Page | Frame): Promise<number> => {
    const session = await context.newCDPSession(side);
    for (let round = 0; round < 3; round++) {
      await session.send("HeapProfiler.collectGarbage");
    }
    const { usedSize } = await session.send("Runtime.getHeapUsage");
    await session.detach();
    return usedSize;
  };
  const wasm = await Promise.all([page, frame].map((side) => side.evaluate(() => window.memories.map(({ buffer }) => buffer.byteLength))));
  return { host: await used(page), widget: await used(frame), wasm: wasm.flat() };
}
