import { defineConfig } from "@playwright/test";

import { LEFT_OUT } from "./support/all.ts";

/** Hosts of the pages: real distinct sites, all on this machine. */
const SITES = ["*.test", "*.test."];

export default defineConfig({
  testDir: ".",
  testMatch: "**/*.spec.ts",
  outputDir: "../../target/e2e/results",
  globalSetup: "./support/setup.ts",
  fullyParallel: true,
  forbidOnly: true,
  grepInvert: [...LEFT_OUT],
  reporter: "list",
  retries: 0,
  // Each wait is for a condition; a busy machine takes its time.
  timeout: 120_000,
  expect: { timeout: 45_000 },
  workers: 2,
  use: {
    browserName: "chromium",
    viewport: { width: 1400, height: 1000 },
    launchOptions: {
      ...(process.env["CHROME_BIN"] === undefined ? {} : { executablePath: process.env["CHROME_BIN"] }),
      args: [
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-gpu",
        "--disable-quic",
        "--disable-sync",
        "--no-first-run",
        "--no-sandbox",
        `--host-resolver-rules=${SITES.map((site) => `MAP ${site} 127.0.0.1`).join(", ")}`,
      ],
    },
  },
});
