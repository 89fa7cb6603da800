import { defineConfig } from "@playwright/test";

import { LEFT_OUT } from "../e2e/support/all.ts";

/** The tests that run in every engine; each project is one. */
export default defineConfig({
  testDir: ".",
  testMatch: "**/*.spec.ts",
  outputDir: "../../target/engines/results",
  globalSetup: "./support/setup.ts",
  forbidOnly: true,
  grepInvert: [...LEFT_OUT],
  reporter: "list",
  retries: 0,
  timeout: 120_000,
  expect: { timeout: 45_000 },
  workers: 1,
  projects: [
    // It has the table of attacks among the end-to-end tests.
    { name: "chromium", testIgnore: "attacks.spec.ts" },
    { name: "firefox" },
    { name: "webkit" },
  ],
});
