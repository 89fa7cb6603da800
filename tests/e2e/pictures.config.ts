import { defineConfig } from "@playwright/test";

import base from "./playwright.config.ts";
import { LAUNCH_SHELL } from "./support/chromium.ts";

/**
 * The pictures of the documents: `cargo xtask pictures` takes them. Times of a message differ each
 * time by some ms, so a picture counts as the same with a few other pixels.
 */
export default defineConfig(base, {
  testMatch: "pictures.ts",
  globalSetup: "./support/pictures-setup.ts",
  outputDir: "../../target/pictures",
  snapshotPathTemplate: "../../docs/{arg}{ext}",
  expect: { timeout: 45_000, toHaveScreenshot: { animations: "disabled", maxDiffPixelRatio: 0.001 } },
  projects: [{ name: "pictures", use: { launchOptions: LAUNCH_SHELL, timezoneId: "UTC" } }],
});
