// Serves the bench's pages, opens them in a Chromium that nothing steers, and
// prints what the host page reports. A debugger would make console output dear.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";

import { build } from "esbuild";

import { VARIANTS, type Plan } from "./protocol.ts";

const PAGES = join(process.cwd(), "tests/bench/pages");

const PLAN: Omit<Plan, "widgetOrigin"> = {
  counts: { warmUp: 200, trips: 1000, sends: 1000, incoming: 20_000 },
  repeats: Number(process.env["BENCH_REPEATS"] ?? 15),
};

/** Longer than any machine needs for one repeat. */
const REPEAT_LIMIT_MS = 60_000;

const scripts = await bundle();
const server = createServer((request, response) => {
  const path = request.url ?? "/";
  response.setHeader("Cache-Control", "no-store");
  if (request.method === "POST") {
    response.end();
    void text(request).then((body) => finished(path, body));
  } else if (path === "/plan") {
    response.setHeader("Content-Type", "application/json");
    response.end(JSON.stringify({ ...PLAN, widgetOrigin: origin("phone.test") } satisfies Plan));
  } else if (scripts.has(path)) {
    response.setHeader("Content-Type", "text/javascript");
    response.end(scripts.get(path));
  } else {
    const name = isHost(request) ? "host" : path.slice(1);
    response.setHeader("Content-Type", "text/html; charset=utf-8");
    response.setHeader("Referrer-Policy", "origin");
    response.end(`<!doctype html><title>${name}</title><body><script src="/${name}.js"></script>`);
  }
});
server.listen(0, "127.0.0.1");
await once(server, "listening");
const { port } = server.address() as AddressInfo;

let finished: (path: string, body: string) => void = () => undefined;
const report = new Promise<string>((resolve, reject) => {
  finished = (path, body) => {
    if (path === "/report") resolve(body);
    else reject(new Error(body));
  };
});
const profile = await mkdtemp(join(tmpdir(), "bench-"));
const browser = spawn(
  process.env["CHROME_BIN"] ?? "chromium",
  [
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-gpu",
    "--disable-quic",
    "--disable-sync",
    "--headless",
    "--no-first-run",
    "--no-sandbox",
    "--host-resolver-rules=MAP *.test 127.0.0.1",
    `--user-data-dir=${profile}`,
    origin("crm.test"),
  ],
  { stdio: "ignore" },
);
const limit = setTimeout(() => finished("/failure", "the pages did not report in time"), PLAN.repeats * REPEAT_LIMIT_MS);
browser.once("error", (error) => finished("/failure", String(error)));
browser.once("exit", () => finished("/failure", "the browser ended"));
try {
  process.stdout.write(await report);
} finally {
  clearTimeout(limit);
  server.close();
  server.closeAllConnections();
  if (browser.exitCode === null) {
    browser.kill();
    await once(browser, "exit");
  }
  await rm(profile, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
}

function origin(host: string): string {
  return `http://${host}:${port}`;
}

function isHost(request: IncomingMessage): boolean {
  return request.headers.host?.startsWith("crm.test") ?? false;
}

async function bundle(): Promise<Map<string, string>> {
  const { outputFiles } = await build({
    bundle: true,
    entryPoints: ["host", ...VARIANTS].map((name) => join(PAGES, `${name}.ts`)),
    format: "iife",
    logLevel: "warning",
    minify: true,
    outdir: PAGES,
    platform: "browser",
    target: "es2022",
    write: false,
  });
  return new Map(outputFiles.map(({ path, text }) => [path.slice(PAGES.length).replaceAll("\\", "/"), text]));
}
