import { defineConfig } from "@playwright/test";

import { LEFT_OUT, LEFT_OUT_ELSEWHERE } from "./support/all.ts";
import { LAUNCH, VIEWPORT } from "./support/chromium.ts";

/** What another engine has: the tests that need nothing of Chromium, one after the other. */
const ELSEWHERE = { testDir: "./engines", grepInvert: [...LEFT_OUT_ELSEWHERE], workers: 1 };

export default defineConfig({
  testDir: ".",
  testMatch: "**/*.spec.ts",
  outputDir: "../../target/e2e/results",
  globalSetup: "./support/setup.ts",
  fullyParallel: true,
  forbidOnly: true,
  reporter: "list",
  retries: 0,
  // Each wait is for a condition; a busy machine takes its time.
  timeout: 120_000,
  expect: { timeout: 45_000 },
  // Two cores: half of a test's time is waiting.
  workers: 4,
  use: { browserName: "chromium", viewport: VIEWPORT, launchOptions: LAUNCH },
  projects: [
    { name: "chromium", grepInvert: [...LEFT_OUT] },
    { name: "firefox", ...ELSEWHERE },
    { name: "webkit", ...ELSEWHERE },
  ],
});
