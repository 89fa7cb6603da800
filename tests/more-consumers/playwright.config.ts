import { defineConfig } from "@playwright/test";

import consumers from "../consumers/playwright.config.ts";

export default defineConfig({
  ...consumers,
  outputDir: "../../target/more-consumers/results",
  globalSetup: "../consumers/setup.ts",
});
