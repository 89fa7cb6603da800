import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { copyFile, mkdir } from "node:fs/promises";
import { connect } from "node:net";
import { join } from "node:path";

import { build } from "esbuild";

import { printed, stopAndSweep, sweepLog } from "../../support/sweep.ts";
import { unusedPort } from "../../support/ports.ts";
import { ROOT, LIBRARIES } from "./places.ts";
import { PUBLISHED_VERSIONS } from "./versions.ts";

/** Bundles the scripts of the test pages and serves the demo; returns a function that stops it. */
export default async function setUp(): Promise<() => Promise<void>> {
  await bundle();
  return serveDemo();
}

/**
 * One classic script per library: it puts the library on `window`, so that a page needs no
 * bundler.
 */
export async function bundle(): Promise<void> {
  const libraries: Record<string, string> = { ...OURS };
  for (const version of PUBLISHED_VERSIONS) {
    libraries[`published-${version}`] = `import * as sdk from "published-${version}"; window.sdk = sdk;`;
  }
  await mkdir(LIBRARIES, { recursive: true });
  await Promise.all([
    ...Object.entries(libraries).map(([name, contents]) =>
      build({
        ...OPTIONS,
        stdin: { contents, resolveDir: ROOT },
        outfile: join(LIBRARIES, `${name}.js`),
      }),
    ),
    bundlePages(["amazon-connect-phone", "app", "recorder", "sip-phone", "spy", "twilio-phone", "watcher"]),
    build({ ...OPTIONS, jsx: "automatic", entryPoints: ["phone-amazon-connect.ts", "phone-jssip.ts", "phone-react.tsx", "phone-sipjs.ts", "phone-twilio.ts"].map((name) => join(ROOT, "examples", name)), outdir: LIBRARIES }),
    copyFile(
      join(ROOT, "node_modules/published-0.9.7/dist/main.js"),
      join(LIBRARIES, "published-script.js"),
    ),
    // Not wrapped in a function, so that a test can access its `cti`.
    build({
      ...OPTIONS,
      format: "esm",
      entryPoints: [join(ROOT, "tests/types/readme-widget.ts")],
      outdir: LIBRARIES,
    }),
  ]);
}

/**
 * Bundles the attacks' needs only, with the package's sources from another folder: those of a
 * copy with faults.
 */
export async function bundleSources(folder: string): Promise<void> {
  const alias = Object.fromEntries([["", "index"], ["/host", "host"]].map(([entry, file]) => [`calling-widget-sdk${entry}`, join(folder, `pkg/src/entries/${file}.ts`)]));
  await mkdir(LIBRARIES, { recursive: true });
  await Promise.all([
    ...["sdk", "host"].map((name) =>
      build({
        ...OPTIONS,
        alias,
        stdin: { contents: OURS[name] ?? "", resolveDir: ROOT },
        outfile: join(LIBRARIES, `${name}.js`),
      }),
    ),
    bundlePages(["recorder", "spy", "watcher"]),
  ]);
}

async function bundlePages(names: readonly string[]): Promise<void> {
  await build({
    ...OPTIONS,
    entryPoints: names.map((name) => join(import.meta.dirname, "pages", `${name}.ts`)),
    outdir: LIBRARIES,
  });
}

const OPTIONS = {
  bundle: true,
  format: "iife",
  logLevel: "warning",
  platform: "browser",
  target: "es2022",
} as const;

/** The host's half for a page. */
const HOST_PAGE = `import "./tests/e2e/support/pages/record-page.ts"; window.hostSdk = hostSdk;`;

/** The package's entries, as scripts that put them on `window`. */
const OURS: Readonly<Record<string, string>> = {
  sdk: `import * as sdk from "calling-widget-sdk"; window.sdk = sdk;`,
  "sdk-again": `import * as sdk from "calling-widget-sdk"; window.sdkAgain = sdk;`,
  host: `import * as hostSdk from "calling-widget-sdk/host"; ${HOST_PAGE}`,
  rest: `import * as rest from "calling-widget-sdk/rest"; window.restSdk = rest;`,
  telemetry: `import * as sdk from "calling-widget-sdk"; import { bindPhone } from "calling-widget-sdk/phone"; import { watch } from "./examples/telemetry.ts"; Object.assign(window, { sdk, bindPhone, watchFleet: watch });`,
  slim: `import * as sdk from "calling-widget-sdk/slim"; window.slim = sdk;`,
};

/** Starts the demo's server on two free neighbouring ports, with further options of the emulator. */
export async function serveDemo(options: readonly string[] = []): Promise<() => Promise<void>> {
  const program = join(ROOT, "target/debug", process.platform === "win32" ? "emulator.exe" : "emulator");
  const pages = ["host", "widget"].map((site) => join(ROOT, "pkg/dist/pages", site));
  for (const path of [program, ...pages]) {
    if (!existsSync(path)) {
      throw new Error(`${path} is missing; run \`cargo xtask test e2e\`, which builds it`);
    }
  }
  const port = await unusedPort(2);
  const [hostRoot = "", widgetRoot = ""] = pages;
  const server = spawn(
    program,
    [`--port=${String(port)}`, `--widget-port=${String(port + 1)}`, "--host-root", hostRoot, "--widget-root", widgetRoot, ...options],
    { stdio: ["ignore", "pipe", "pipe"] },
  );
  const output = printed(server);
  const latest = Date.now() + 60_000;
  while (!(await answers(port + 1))) {
    if (server.exitCode !== null || Date.now() > latest) {
      throw new Error(`the demo's server did not start: ${output()}`);
    }
  }
  process.env["DEMO_PORT"] = String(port);
  return async () => {
    try {
      await sweepLog(`http://localhost:${String(port)}`, []);
    } finally {
      await stopAndSweep(server, output);
    }
  };
}

/** True if somebody listens there; a refusal is retried a little later. */
function answers(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1");
    socket.once("connect", () => {
      socket.destroy();
      resolve(true);
    });
    socket.once("error", () => {
      setTimeout(() => {
        resolve(false);
      }, 20);
    });
  });
}
