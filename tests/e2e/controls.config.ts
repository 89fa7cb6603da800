import { defineConfig } from "@playwright/test";

import base from "./playwright.config.ts";

/** The attacks' controls: `cargo xtask faults` names the sources and their faults. */
export default defineConfig(base, {
  testMatch: "attacks.control.ts",
  outputDir: "../../target/faults/results",
  globalSetup: "./support/control-setup.ts",
});
