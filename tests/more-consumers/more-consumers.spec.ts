// More tools and ways to load, each in a host's frame: it answers a dial.
//
// `cargo xtask consumers` has installed the packed tarball into them and built
// them, in `target/more-consumers/apps`.
import { readFile } from "node:fs/promises";
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";

import { dial, serveFiles, startServer } from "../consumers/support.ts";
import { ROOT } from "../e2e/support/places.ts";
import { expect, frameAt, test } from "../e2e/support/test.ts";

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
  const port = 20_000 + (process.pid % 20_000);
  const vite = join(APPS, "node_modules/vite/bin/vite.js");
  const server = await startServer([vite, "--port", String(port), "--strictPort", "--host", "127.0.0.1"], join(APPS, "vite-dev"), "ready");
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

test("webpack picks the development build in mode development only", async () => {
  const development = await readFile(join(APPS, "webpack-dev/dist/main.js"), "utf8");
  const production = await readFile(join(APPS, "webpack-dev/dist/production.js"), "utf8");

  expect(development).toContain(DEVELOPMENT);
  expect(production).not.toContain(DEVELOPMENT);
});

/** Where the development build lies; tools name a module by it. */
const DEVELOPMENT = "calling-widget-sdk/dist/development/index.js";
