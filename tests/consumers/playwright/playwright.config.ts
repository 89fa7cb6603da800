import { defineConfig } from "@playwright/test";
import type { HostTestOptions } from "calling-widget-sdk/playwright";

// Workers read this file again, and have to find the same port: below the range of the system's
// connections, and below the ports of other tests.
const port = (process.env["PORT"] ??= String(12_000 + (process.pid % 8_000)));

export default defineConfig<HostTestOptions>({
  // These fail: another test runs them.
  ...(process.env["FAULTS"] === undefined ? { testIgnore: "faults.spec.ts" } : { testMatch: "faults.spec.ts" }),
  reporter: "line",
  outputDir: "results",
  workers: 2,
  // Each wait is for a condition; a busy machine takes its time.
  timeout: 120_000,
  expect: { timeout: 45_000 },
  use: {
    baseURL: `http://localhost:${port}`,
    withinMs: 45_000,
    launchOptions: {
      ...(process.env["CHROME_BIN"] === undefined ? {} : { executablePath: process.env["CHROME_BIN"] }),
      args: ["--disable-background-networking", "--disable-gpu", "--disable-sync", "--no-first-run", "--no-sandbox"],
    },
  },
  projects: [
    { name: "ours", use: { widgetUrl: "/ours.html" } },
    // A failure's output does not depend on the widget's package.
    { name: "published", testIgnore: ["failures.spec.ts", "faults.spec.ts"], use: { widgetUrl: "/published.html" } },
  ],
  webServer: { command: "node serve.js", port: Number(port), env: { PORT: port }, reuseExistingServer: true },
});
