// Every consumer in a host's frame, in a real browser: it answers a dial.
//
// `cargo xtask test consumer` has installed the packed tarball into them and
// built them, in `target/consumers/apps`.
import type { ChildProcess } from "node:child_process";
import type { Server } from "node:http";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";

import type { Page } from "@playwright/test";
import type CallingExtensions from "calling-widget-sdk";

import { unless } from "../e2e/support/all.ts";
import { said, say, synced } from "../e2e/support/by-hand.ts";
import { embed } from "../e2e/support/phone-call.ts";
import { ROOT } from "../e2e/support/places.ts";
import { expect, frameAt, test, type Site } from "../e2e/support/test.ts";
import { unusedPort } from "../support/ports.ts";
import { dial, serveFiles, startServer } from "./support.ts";

const APPS = join(ROOT, "target/consumers/apps");

/** Consumers served as files, with the page to open. */
const PAGES: Readonly<Record<string, string>> = {
  vite: "/vite/dist/index.html",
  webpack: "/webpack/index.html",
  "a module script and an import map": "/module/index.html",
  ...Object.fromEntries(
    [18, 19].flatMap((version) =>
      ["memo", "state", "effect", "hook"].map((place) => [
        `React ${version} in StrictMode, ${place}`,
        `/react-${version}/index.html?${place}`,
      ]),
    ),
  ),
};

/** The consumers of each run. The other bundler and the earlier React are built with `--all` alone. */
const IN_EACH_RUN = /^(?!webpack|React 18)/;

let files: Server;
let port: number;

test.beforeAll(async () => {
  // Vite's page loads its assets from the root, and both Reacts have one page.
  ({ server: files, port } = await serveFiles((path) => join(APPS, path.replace(/^\/assets\//, "/vite/dist/assets/").replace(/^\/react-\d+\/index/, "/react/index"))));
});

test.afterAll(() => {
  files.close();
  files.closeAllConnections();
});

for (const [name, path] of Object.entries(PAGES)) {
  test(`${name}: one acknowledgement, and the dial is answered`, unless(IN_EACH_RUN.test(name)), async ({ page, site }) => {
    const types = await dial(page, site, `http://127.0.0.1:${port}${path}`);

    expect(types).toEqual(["SYNC_ACK", "INITIALIZED", "OUTGOING_CALL_STARTED"]);
    const frame = await frameAt(page, "http://127.0.0.1");
    expect(await frame.evaluate(() => "instance" in window && (window.instance as { calls: unknown[] }).calls.length)).toBe(
      name.startsWith("React") ? 1 : false,
    );
  });
}

test("React: a component that constructs in a loop calls once", async ({ page, site }) => {
  const frame = await embed(page, site, `http://127.0.0.1:${port}/react-19/index.html?loop`, { portalId: 1, userId: 2 }, "localhost");
  await frame.waitForFunction(() => {
    const { made } = window as unknown as { made: CallingExtensions[] };
    return made[0]?.diagnostics().counts.READY_WITHHELD;
  });

  const starts = await page.evaluate(() => window.seen.messages.filter(({ data }) => (data as { type: string }).type === "OUTGOING_CALL_STARTED"));
  expect(starts).toHaveLength(1);
  expect(await frame.evaluate(() => (window as unknown as { made: unknown[] }).made.length)).toBe(2);
});

test("Angular: callbacks run in the zone of their instance", async ({ page, site }) => {
  const url = `http://127.0.0.1:${port}/angular/index.html`;

  // One site: Web Locks are denied to a frame of another.
  const frame = await embed(page, site, url, { portalId: 1, userId: 2 }, "127.0.0.1");
  await page.evaluate(() => window.host.dialNumber({ phoneNumber: "+12025550143" }));
  const view = frame.locator("#view");
  await expect(view).toHaveText("+12025550143 leader 0");
  await page.evaluate(() => {
    window.host.setVisibility({ isMinimized: true });
  });
  await frame.waitForFunction(() => (window as unknown as Zoned).errors.length > 0);
  // Each instance's log lines come when no message has come for a while.
  await frame.waitForFunction(
    ([kindsInside, kindsOutside]) => {
      const { inside, outside } = window as unknown as Zoned;
      return kindsInside.every((kind) => kind in inside.seen) && kindsOutside.every((kind) => kind in outside.seen);
    },
    [INSIDE, BOTH] as const,
  );
  const [inside, outside, errors, isBusy] = await frame.evaluate(() => {
    const { inside, outside, errors, hasPendingMacrotasks } = window as unknown as Zoned;
    return [inside.seen, outside.seen, errors, hasPendingMacrotasks] as const;
  });
  await frame.evaluate(() => {
    location.reload();
  });

  await expect(view).toHaveText("leader 1");
  expect(inside).toEqual(seen(true, INSIDE));
  expect(outside).toEqual(seen(false, BOTH));
  expect(isBusy, "a timer of the SDK").toBe(false);
  // An error outside of the zone is the page's.
  expect(errors).toEqual(["a handler inside"]);
});

/** The callbacks of both instances. */
const BOTH = ["afterReceive", "callsChanged", "diagnostic", "logger", "onDiagnostic", "onReady", "onVisibilityChanged", "roleChanged", "stateChanged", "subscribe"];

/** Those of the instance that dials. */
const INSIDE = [...BOTH, "onDialNumber", "receipt"];

function seen(isInside: boolean, kinds: readonly string[]): Record<string, boolean> {
  return Object.fromEntries(kinds.map((kind) => [kind, isInside]));
}

test("Next.js renders the page on the server and answers a dial", async ({ page, site }) => {
  const port = await unusedPort();
  const next = await startNext(port);
  try {
    const rendered = await (await fetch(`http://127.0.0.1:${port}/`)).text();
    const types = await dial(page, site, `http://127.0.0.1:${port}/`);

    expect(rendered).toContain("<p>waiting</p>");
    expect(types).toEqual(["SYNC_ACK", "INITIALIZED", "OUTGOING_CALL_STARTED"]);
  } finally {
    next.kill();
  }
});

test("Vite's hot reload keeps the session and the call", async ({ page, site }) => {
  const port = await unusedPort();
  const app = join(APPS, "vite");
  const module = join(app, "hot.js");
  const source = await readFile(module, "utf8");
  const vite = join(APPS, "node_modules/vite/bin/vite.js");
  const server = await startServer([vite, "--port", String(port), "--strictPort", "--host", "127.0.0.1"], app, "ready");
  try {
    const types = await dial(page, site, `http://127.0.0.1:${port}/hot.html`);
    const frame = await frameAt(page, "http://127.0.0.1");

    await writeFile(module, source.replace("EDITION = 1", "EDITION = 2"));
    await frame.waitForFunction(() => {
      const { hot } = window as unknown as Hot;
      return hot.edition === 2 && hot.cti.state === "ready";
    });
    const [running] = await frame.evaluate(() => (window as unknown as Hot).hot.cti.calls);
    await page.evaluate(() => {
      window.host.endCall();
    });
    await page.waitForFunction(() => window.host.calls[0]?.state === "ended");
    // One click dials once, by the current edition.
    await page.evaluate(() => {
      window.host.sendMessage({ type: "DIAL_NUMBER", data: { phoneNumber: "+12025550144" } });
    });
    await page.waitForFunction(() => window.store.engagements.length === 2);

    expect(types).toEqual(["SYNC_ACK", "INITIALIZED", "OUTGOING_CALL_STARTED"]);
    expect(running?.externalCallId).toBe("call-of-edition-1");
    expect(running?.engagementId).toBeGreaterThan(0);
    const said = await page.evaluate(() => window.seen.messages.map(({ data }) => data as { type: string; data?: { externalCallId?: string } }));
    expect(said.filter(({ type }) => type === "SYNC_ACK")).toHaveLength(1);
    expect(said.filter(({ type }) => type === "CALL_ENDED")).toHaveLength(1);
    expect(said.filter(({ type }) => type === "OUTGOING_CALL_STARTED").map(({ data }) => data?.externalCallId)).toEqual([
      "call-of-edition-1",
      "call-of-edition-2",
    ]);
  } finally {
    server.kill();
    await writeFile(module, source);
  }
});

test("a published script's app posts the same with our script", async ({ page, site, watch }) => {
  const address = (sdk: string): string => `http://127.0.0.1:${port}/drop-in/script-${sdk}.html`;

  const published = await call(page, site, address("published"));
  await watch.settled();
  // The published SDK may post and print anything.
  watch.forgive();
  const ours = await call(page, site, address("ours"));

  expect(published.map(({ type }) => type)).toEqual(["SYNC_ACK", "INITIALIZED", "OUTGOING_CALL_STARTED", "CALL_ANSWERED", "RESIZE_WIDGET", "CALL_ENDED", "CALL_COMPLETED"]);
  // Each acknowledges with its own versions: docs/migration.md, "What differs".
  for (const [acknowledgement] of [published, ours]) {
    delete acknowledgement?.["version"];
    delete acknowledgement?.["sdkVersion"];
  }
  expect(ours).toEqual(published);
});

/** Makes one call by hand with the widget at an address; returns its posts. */
async function call(page: Page, site: Site, url: string): Promise<Record<string, unknown>[]> {
  await page.goto(site.page("localhost", { libraries: [], body: `<iframe src="${url}"></iframe>` }));
  await say(page, url, "SYNC", synced(page), "INITIALIZED");
  await say(page, url, "DIAL_NUMBER", { data: { phoneNumber: "+12025550143" } }, "OUTGOING_CALL_STARTED");
  await say(page, url, "CREATE_ENGAGEMENT_SUCCEEDED", { data: { externalCallId: "call-1", engagementId: 7 } }, "CALL_ANSWERED");
  await say(page, url, "VISIBILITY_CHANGED", { data: { isHidden: false } }, "RESIZE_WIDGET");
  await say(page, url, "END_CALL", { data: { externalCallId: "call-1" } }, "CALL_COMPLETED");
  return said(page);
}

async function startNext(port: number): Promise<ChildProcess> {
  const next = join(APPS, "node_modules/next/dist/bin/next");
  return startServer([next, "start", "--port", String(port), "--hostname", "127.0.0.1"], join(APPS, "next"), "Ready");
}

/** What the Angular app shows. */
type Zoned = Record<"inside" | "outside", { seen: Record<string, boolean> }> & { errors: string[]; hasPendingMacrotasks: boolean };

/** The state that the hot-reloaded app shows. */
type Hot = { hot: { cti: CallingExtensions; edition: number } };
