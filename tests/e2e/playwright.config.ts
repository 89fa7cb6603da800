import { defineConfig } from "@playwright/test";

import { ALL, LEFT_OUT } from "./support/all.ts";
import { LAUNCH, LAUNCH_SHELL, LAUNCH_SITES, VIEWPORT } from "./support/chromium.ts";

/** The other engines' tests: those that do not depend on Chromium, one after the other. */
const ELSEWHERE = { testDir: "./engines", grepInvert: [...LEFT_OUT], workers: 1 };

/**
 * The tests of pages and commands. They do not depend on processes, storage or memory of
 * frames, which the other tests cover.
 */
const PAGES = /\/(check|command-pages|consent|endpoints|journey-\w+|readme|rest|timeline)\.spec\.ts$/;

/** The tests of the browser around its pages: history, and blocked storage. */
const BROWSER = /\/(back-forward|windows)\.spec\.ts$/;

/** Tests for the other engines, whose facts other tests hold in each run of Chromium. */
const FOR_OTHERS = /\/engines\/call\.spec\.ts$/;

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
    { name: "chromium", testMatch: BROWSER, grepInvert: [...LEFT_OUT] },
    { name: "sites", testIgnore: [BROWSER, PAGES, ...(ALL ? [] : [FOR_OTHERS])], grepInvert: [...LEFT_OUT], use: { launchOptions: LAUNCH_SITES } },
    { name: "pages", testMatch: PAGES, grepInvert: [...LEFT_OUT], use: { launchOptions: LAUNCH_SHELL } },
    { name: "firefox", ...ELSEWHERE },
    { name: "webkit", ...ELSEWHERE },
  ],
});
