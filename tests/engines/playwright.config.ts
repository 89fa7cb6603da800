import { defineConfig } from "@playwright/test";

/** The tests that run in every engine; each project is one. */
export default defineConfig({
  testDir: ".",
  testMatch: "**/*.spec.ts",
  outputDir: "../../target/engines/results",
  globalSetup: "./support/setup.ts",
  forbidOnly: true,
  reporter: "list",
  retries: 0,
  timeout: 120_000,
  workers: 1,
  projects: [
    // It has the table of attacks among the end-to-end tests.
    { name: "chromium", testIgnore: "attacks.spec.ts" },
    // A page of the host's takes it seconds to start: it has a part of the table.
    { name: "firefox", grepInvert: /@long/ },
    { name: "webkit" },
  ],
});
