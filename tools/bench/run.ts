// Serves the bench's pages, opens them in a Chromium that nothing steers, and prints the host
// pages' reports and each entry's start. Each implementation has its own browser, as it has with
// its users: closed pages leave garbage and compiled code in the process of the next. A debugger
// would make console output expensive; the starts, which print nothing, have one to slow the
// processor.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";

import { build } from "esbuild";

import { measureMemories } from "./memories.ts";
import { ENTRIES, VARIANTS, type Counts, type Figures, type Plan, type Report, type Variant } from "./protocol.ts";
import { measureStarts } from "./starts.ts";

const BENCH = join(process.cwd(), "tools/bench");

const COUNTS: Counts = {
  firstDials: 100,
  settling: 12_000,
  warmUp: 100,
  dials: 1500,
  calls: 500,
  incoming: 20_000,
  sends: 1000,
  refused: { refusedSmall: 1000, refusedText: 40, refusedLongText: 8, refusedKeys: 8 },
};

const REPEATS = Number(process.env["BENCH_REPEATS"]);

const CHROMIUM = process.env["CHROME_BIN"] ?? "chromium";

const FLAGS = [
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-gpu",
  "--disable-quic",
  "--disable-sync",
  "--headless",
  "--no-first-run",
  "--no-sandbox",
];

/** Memory hardly differs between repeats. */
const MOST_MEMORIES = 5;

/** Longer than any machine needs for one implementation. */
const LIMIT_MS = 120_000;

const scripts = await bundle();
const wasm = await readFile(join(process.cwd(), "pkg/dist/widget.wasm"));
const server = createServer((request, response) => {
  const path = request.url ?? "/";
  response.setHeader("Cache-Control", "no-store");
  // Isolated pages have a finer clock.
  response.setHeader("Cross-Origin-Embedder-Policy", "require-corp");
  response.setHeader("Cross-Origin-Opener-Policy", "same-origin");
  response.setHeader("Cross-Origin-Resource-Policy", "cross-origin");
  if (request.method === "POST") {
    response.end();
    void text(request).then((body) => finished(path, body));
  } else if (path === "/plan") {
    response.setHeader("Content-Type", "application/json");
    response.end(JSON.stringify({ counts: COUNTS, variant, widgetOrigin: origin("phone.localhost") } satisfies Plan));
  } else if (path === "/widget.wasm") {
    response.setHeader("Content-Type", "application/wasm");
    response.end(wasm);
  } else if (scripts.has(path)) {
    response.setHeader("Content-Type", "text/javascript");
    response.end(scripts.get(path));
  } else {
    const script = `/${isHost(request) ? `pages/${path === "/calls" ? "calls" : "host"}` : path.slice(1)}.js`;
    response.setHeader("Content-Type", "text/html; charset=utf-8");
    response.setHeader("Referrer-Policy", "origin");
    response.end(`<!doctype html><title>${path}</title><body>${scripts.has(script) ? `<script src="${script}"></script>` : ""}`);
  }
});
server.listen(0, "127.0.0.1");
await once(server, "listening");
const { port } = server.address() as AddressInfo;

let variant: Variant = VARIANTS[0];
let finished: (path: string, body: string) => void = () => undefined;
let userAgent = "";
const repeats: Record<Variant, Figures>[] = [];
try {
  for (let repeat = 0; repeat < REPEATS; repeat++) {
    const figures = {} as Record<Variant, Figures>;
    // None is always the first, and none always follows the same one.
    for (variant of [...VARIANTS.slice(repeat % VARIANTS.length), ...VARIANTS.slice(0, repeat % VARIANTS.length)]) {
      ({ figures: figures[variant], browser: userAgent } = await report());
    }
    repeats.push(figures);
  }
  const starts = await measureStarts(origin("phone.localhost"), REPEATS);
  const memories = await measureMemories(origin("crm.localhost"), origin("phone.localhost"), Math.min(REPEATS, MOST_MEMORIES));
  process.stdout.write(JSON.stringify({ repeats, browser: userAgent, starts, memories }));
} finally {
  server.close();
  server.closeAllConnections();
}

/** The host page's report in a new browser. */
async function report(): Promise<Report> {
  const reported = new Promise<string>((resolve, reject) => {
    finished = (path, body) => {
      if (path === "/report") resolve(body);
      else reject(new Error(`${variant}: ${body}`));
    };
  });
  const profile = await mkdtemp(join(tmpdir(), "bench-"));
  const browser = spawn(CHROMIUM, [...FLAGS, `--user-data-dir=${profile}`, origin("crm.localhost")], { stdio: "ignore" });
  const limit = setTimeout(() => finished("/failure", "the pages did not report in time"), LIMIT_MS);
  browser.once("error", (error) => finished("/failure", String(error)));
  browser.once("exit", () => finished("/failure", "the browser ended"));
  try {
    return JSON.parse(await reported) as Report;
  } finally {
    clearTimeout(limit);
    if (browser.exitCode === null) {
      browser.kill();
      await once(browser, "exit");
    }
    await rm(profile, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  }
}

function origin(host: string): string {
  return `http://${host}:${port}`;
}

function isHost(request: IncomingMessage): boolean {
  return request.headers.host?.startsWith("crm.localhost") ?? false;
}

async function bundle(): Promise<Map<string, string>> {
  const names = [...["calls", "host", ...VARIANTS].map((name) => `pages/${name}`), ...ENTRIES.map((name) => `starts/${name}`)];
  const { outputFiles } = await build({
    bundle: true,
    entryPoints: names.map((name) => join(BENCH, `${name}.ts`)),
    format: "iife",
    logLevel: "warning",
    minify: true,
    outbase: BENCH,
    outdir: BENCH,
    platform: "browser",
    target: "es2022",
    write: false,
  });
  return new Map(outputFiles.map(({ path, text }) => [path.slice(BENCH.length).replaceAll("\\", "/"), text]));
}
