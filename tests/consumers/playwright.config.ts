import { defineConfig } from "@playwright/test";

import e2e from "../e2e/playwright.config.ts";
import { LEFT_OUT } from "../e2e/support/all.ts";
import { LAUNCH_SITES } from "../e2e/support/chromium.ts";

export default defineConfig<{ unspied: string }>({
  ...e2e,
  // Files of other tools, served unchanged.
  use: { ...e2e.use, launchOptions: LAUNCH_SITES, unspied: "127.0.0.1" },
  projects: [{ name: "chromium", grepInvert: [...LEFT_OUT] }],
  // The app's own tests run by its own tool, installed beside it.
  testIgnore: "playwright/**",
  outputDir: "../../target/consumers/results",
  globalSetup: "./setup.ts",
});
