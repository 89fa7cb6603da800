import { defineConfig } from "@playwright/test";

import e2e from "../e2e/playwright.config.ts";

export default defineConfig({
  ...e2e,
  outputDir: "../../target/consumers/results",
  globalSetup: "./setup.ts",
});
