// More tools and ways to load, each in a host's frame: it answers a dial.
//
// `cargo xtask consumers` has installed the packed tarball into them and built
// them, in `target/more-consumers/apps`.
import { readFile, writeFile } from "node:fs/promises";
import type { ChildProcess } from "node:child_process";
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";

import type CallingExtensions from "calling-widget-sdk";
import { dial, serveFiles, startServer } from "./support.ts";
import { ROOT } from "../e2e/support/places.ts";
import { expect, frameAt, test } from "../e2e/support/test.ts";
import { unusedPort } from "../support/ports.ts";

const APPS = join(ROOT, "target/more-consumers/apps");
const ANSWERED = ["SYNC_ACK", "INITIALIZED", "OUTGOING_CALL_STARTED"];

/** Consumers that a server of files serves, with the page to open. */
const PAGES: Readonly<Record<string, string>> = {
  "a module script without any tool": "/module/index.html",
  Parcel: "/parcel/dist/index.html",
  "Rollup, as a classic script": "/rollup/index.html",
  "Vue, the instance inside reactive()": "/vue/dist/index.html",
  "webpack in mode development": "/webpack-dev/index.html",
};

let files: Server;

test.beforeAll(async () => {
  files = await serveFiles((path) => join(APPS, path.startsWith("/assets/") ? join("vue/dist", path) : path));
});

test.afterAll(() => {
  files.close();
  files.closeAllConnections();
});

for (const [name, path] of Object.entries(PAGES)) {
  test(`${name}: one acknowledgement, and the dial is answered`, async ({ page, site }) => {
    const { port } = files.address() as AddressInfo;

    expect(await dial(page, site, `http://127.0.0.1:${port}${path}`)).toEqual(ANSWERED);
  });
}

test("Vite's dev server: the dial is answered by the development build", async ({ page, site }) => {
  const { server, port } = await startVite(join(APPS, "vite-dev"));
  try {
    expect(await dial(page, site, `http://127.0.0.1:${port}/`)).toEqual(ANSWERED);

    const frame = await frameAt(page, "http://127.0.0.1");
    const scripts = await frame.evaluate(() =>
      Promise.all(performance.getEntriesByType("resource").map(async ({ name }) => (await fetch(name)).text())),
    );
    expect(scripts.some((script) => script.includes(DEVELOPMENT))).toBe(true);
  } finally {
    server.kill();
  }
});

for (const [place, file] of Object.entries({ singleton: "singleton.js", hook: "hook.jsx", memo: "memo.jsx" })) {
  test(`Vite's hot reload of the module that makes the instance (${place}) keeps session and call`, async ({ page, site }) => {
    const app = join(APPS, "vite-hot");
    const module = join(app, "src", file);
    const source = await readFile(module, "utf8");
    const { server, port } = await startVite(app);
    try {
      const types = await dial(page, site, `http://127.0.0.1:${port}/?${place}`);
      const frame = await frameAt(page, "http://127.0.0.1");
      const loadedAt = await frame.evaluate(() => (window as unknown as Hot).loadedAt);

      await writeFile(module, source.replace("EDITION = 1", "EDITION = 2"));
      await frame.waitForFunction(() => (window as unknown as Hot).hot.edition === 2);
      await frame.waitForFunction(() => (window as unknown as Hot).hot.cti.state === "ready");
      const [call] = await frame.evaluate(() => (window as unknown as Hot).hot.cti.calls);
      await page.evaluate(() => {
        window.host.endCall();
      });
      await page.waitForFunction(() => window.host.calls[0]?.state === "ended");
      // One click dials once, by the edition that is there now.
      await page.evaluate(() => {
        window.host.sendMessage({ type: "DIAL_NUMBER", data: { phoneNumber: "+12025550144" } });
      });
      await page.waitForFunction(() => window.store.engagements.length === 2);

      expect(types).toEqual(ANSWERED);
      expect(call?.externalCallId).toBe("call-of-edition-1");
      expect(call?.engagementId).toBeGreaterThan(0);
      expect(await frame.evaluate(() => (window as unknown as Hot).loadedAt)).toBe(loadedAt);
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
}

test("webpack picks the development build in mode development only", async () => {
  const development = await readFile(join(APPS, "webpack-dev/dist/main.js"), "utf8");
  const production = await readFile(join(APPS, "webpack-dev/dist/production.js"), "utf8");

  expect(development).toContain(DEVELOPMENT);
  expect(production).not.toContain(DEVELOPMENT);
});

/** Vite's dev server of an app. */
async function startVite(app: string): Promise<{ server: ChildProcess; port: number }> {
  const port = await unusedPort();
  const vite = join(APPS, "node_modules/vite/bin/vite.js");
  return { server: await startServer([vite, "--port", String(port), "--strictPort", "--host", "127.0.0.1"], app, "ready"), port };
}

/** What the hot-reloaded app shows of itself. */
type Hot = { hot: { cti: CallingExtensions; edition: number }; loadedAt: number };

/** Where the development build lies; tools name a module by it. */
const DEVELOPMENT = "calling-widget-sdk/dist/development/index.js";
