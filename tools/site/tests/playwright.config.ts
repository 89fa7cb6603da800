import { defineConfig } from "@playwright/test";

import { LAUNCH, VIEWPORT } from "../../../tests/e2e/support/chromium.ts";

/** The site on a file server: `cargo xtask site --check` builds and tests it. */
export default defineConfig({
  testDir: ".",
  outputDir: "../../../target/site/results",
  forbidOnly: true,
  reporter: "list",
  timeout: 120_000,
  expect: { timeout: 45_000 },
  workers: 2,
  use: { browserName: "chromium", viewport: VIEWPORT, launchOptions: LAUNCH },
});
