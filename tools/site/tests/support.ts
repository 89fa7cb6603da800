import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { createInterface } from "node:readline";

import { test as base, expect } from "@playwright/test";

const ROOT = join(import.meta.dirname, "../../..");

/** A site for one test, which can go away. */
export type Site = { url: string; stop: () => Promise<void> };

/** The built site. */
export const BUILT = join(ROOT, "target/site");

/** Serves the pages of a folder. */
export async function serve(folder: string): Promise<Site> {
  const server = spawn(process.execPath, [join(ROOT, "tools/site/serve.mjs"), folder, process.env["SITE_BASE"] ?? "/calling-widget-sdk/", "0"], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const [url] = (await once(createInterface(server.stdout), "line")) as [string];
  const stop = async (): Promise<void> => {
    if (server.exitCode === null && server.signalCode === null) {
      server.kill();
      await once(server, "exit");
    }
  };
  return { url, stop };
}

export const test = base.extend<{ site: Site; faults: string[] }>({
  site: async ({}, use) => {
    const site = await serve(BUILT);
    await use(site);
    await site.stop();
  },
  /** A page's exceptions, logged errors, and refusals by its policy. */
  faults: [
    async ({ context }, use) => {
      const faults: string[] = [];
      context.on("weberror", (error) => faults.push(String(error.error())));
      context.on("console", (message) => {
        // A reference's pages name no icon, and a browser requests one at the server's root.
        // Without a click in the phone the browser does not ask before leaving it in a call.
        if (message.type() === "error" && !message.location().url.endsWith("/favicon.ico") && !message.text().includes("beforeunload")) {
          faults.push(message.text());
        }
      });
      await use(faults);
      expect(faults).toEqual([]);
    },
    { auto: true },
  ],
});

export { expect };
