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
  timeout: 60_000,
  workers: 1,
  projects: ["chromium", "firefox", "webkit"].map((name) => ({ name })),
});
