import { defineConfig } from "@playwright/test";

/** Hosts of the pages: real distinct sites, all on this machine. */
const SITES = ["*.test", "*.test."];

export default defineConfig({
  testDir: ".",
  testMatch: "**/*.spec.ts",
  outputDir: "../../target/e2e/results",
  globalSetup: "./support/setup.ts",
  fullyParallel: true,
  forbidOnly: true,
  reporter: "list",
  retries: 0,
  timeout: 30_000,
  expect: { timeout: 15_000 },
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
