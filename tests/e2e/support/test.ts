import { readFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import { join } from "node:path";

import { test as base, type Frame, type Page } from "@playwright/test";

import type {} from "./globals.ts";
import { LIBRARIES } from "./places.ts";

export { expect } from "@playwright/test";

/** A page of the tests. */
export type PageSource = {
  /** Bundles to load, in order; the recorder comes first by itself. */
  libraries: readonly string[];
  /** Runs when the libraries are there. */
  main?: () => void;
  /** HTML of the body. */
  body?: string;
  headers?: Readonly<Record<string, string>>;
};

type AnyPage = Omit<PageSource, "main"> & { main?: (args: never) => void };

/** Serves pages under any host name. */
export class Site {
  private readonly pages = new Map<string, { source: AnyPage; args: unknown }>();
  private readonly port: number;

  constructor(server: Server) {
    const address = server.address();
    if (typeof address !== "object" || address === null) {
      throw new Error("the server of the test pages has no port");
    }
    this.port = address.port;
    server.on("request", (request, response) => {
      const path = (request.url ?? "").split("?")[0] ?? "";
      const { type, text, headers } = this.answer(path);
      response.writeHead(text === undefined ? 404 : 200, {
        "content-type": `${type}; charset=utf-8`,
        "cache-control": "no-store",
        ...headers,
      });
      response.end(text);
    });
  }

  /** The origin of a host's pages. */
  origin(host: string): string {
    return `http://${host}:${String(this.port)}`;
  }

  /** Adds a page; returns its address. */
  page(host: string, source: PageSource): string;
  page<Args>(host: string, source: Omit<PageSource, "main"> & { main: (args: Args) => void }, args: Args): string;
  page(host: string, source: AnyPage, args?: unknown): string {
    const path = `/page-${String(this.pages.size)}`;
    this.pages.set(path, { source, args });
    return `${this.origin(host)}${path}`;
  }

  private answer(path: string): { type: string; text?: string; headers?: Readonly<Record<string, string>> } {
    const library = /^\/library\/([\w.-]+)\.js$/.exec(path)?.[1];
    if (library !== undefined) {
      return { type: "text/javascript", text: readFileSync(join(LIBRARIES, `${library}.js`), "utf8") };
    }
    const page = this.pages.get(path.replace(/\.js$/, ""));
    if (page === undefined) {
      return { type: "text/plain" };
    }
    const { source, args } = page;
    if (path.endsWith(".js")) {
      const given = args === undefined ? "" : JSON.stringify(args);
      return { type: "text/javascript", text: `(${String(source.main ?? (() => undefined))})(${given});` };
    }
    const scripts = ["recorder", ...source.libraries].map((name) => `/library/${name}.js`);
    const tags = [...scripts, `${path}.js`].map((src) => `<script src="${src}"></script>`).join("\n");
    return {
      type: "text/html",
      text: `<!doctype html><html lang="en"><head><title>${path}</title><link rel="icon" href="data:,"></head><body>${source.body ?? ""}\n${tags}</body></html>`,
      headers: source.headers ?? {},
    };
  }
}

/** The tests' fixtures. */
export const test = base.extend<{ demoUrl: string }, { site: Site }>({
  site: [
    async ({}, use) => {
      const server = createServer();
      await new Promise<void>((resolve) => {
        server.listen(0, "127.0.0.1", resolve);
      });
      await use(new Site(server));
      server.close();
      server.closeAllConnections();
    },
    { scope: "worker" },
  ],
  demoUrl: async ({}, use) => {
    await use(`http://localhost:${process.env["DEMO_PORT"] ?? ""}/`);
  },
});

/** The frame whose address begins with this one, once it is there. */
export async function frameAt(page: Page, url: string): Promise<Frame> {
  for (;;) {
    const frame = page.frames().find((candidate) => candidate.url().startsWith(url));
    if (frame !== undefined) {
      return frame;
    }
    await page.waitForEvent("framenavigated");
  }
}
