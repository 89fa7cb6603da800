import { test as base } from "@playwright/test";

import { type Site, watching } from "../test.ts";
import type { Watch } from "../watch.ts";
import { type Engine, startEngine } from "./engines.ts";
import { serve } from "./serve.ts";

export { expect } from "@playwright/test";

/** The tests' fixtures: those of the end-to-end tests, in the project's engine. */
export const test = base.extend<{ watch: Watch }, { engine: Engine; site: Site }>({
  engine: [
    async ({}, use, { project }) => {
      const engine = await startEngine(project.name);
      await use(engine);
      await engine.close();
    },
    { scope: "worker" },
  ],
  site: [
    async ({ engine }, use) => {
      const { site, close } = await serve(engine);
      await use(site);
      close();
    },
    { scope: "worker" },
  ],
  context: async ({ engine }, use) => {
    const context = await engine.newContext();
    await use(context);
    await context.close();
  },
  page: async ({ context }, use) => {
    await use(await context.newPage());
  },
  watch: [
    async ({ context, engine }, use) => {
      await watching(context, async (watch) => {
        await use(watch);
        await engine.look();
      });
    },
    { auto: true },
  ],
});
