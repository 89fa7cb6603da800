import { defineConfig } from "@playwright/test";

/** The tags of what this run leaves out: nothing with `WHOLE_TABLE=1`. */
function without(tags: RegExp): RegExp[] {
  return process.env["WHOLE_TABLE"] === "1" ? [] : [tags];
}

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
    // A page of the host's takes it seconds to start.
    { name: "firefox", grepInvert: without(/@more|@all/) },
    { name: "webkit", grepInvert: without(/@all/) },
  ],
});
