import { readFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import { join } from "node:path";

import { test as base, type BrowserContext, type Frame, type Page } from "@playwright/test";

import type {} from "./globals.ts";
import { LIBRARIES, ROOT } from "./places.ts";
import { SipServer } from "./sip/server.ts";
import { Watch } from "./watch.ts";

export { expect } from "@playwright/test";

/** Polling of `waitForFunction` in a background tab: it draws nothing, so no animation frames come. */
export const BY_CLOCK = { polling: 50 };

/** A page of the tests. */
export type PageSource = {
  /**
   * Bundles to load, in order; the recorder comes first by itself. A name that
   * begins with `dist/` is a file of the package as it ships.
   */
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

  /** @param first - Script text that each page runs first. */
  constructor(
    server: Server,
    private readonly first: () => string = () => "",
  ) {
    const address = server.address();
    if (typeof address !== "object" || address === null) {
      throw new Error("the server of the test pages has no port");
    }
    this.port = address.port;
    server.on("request", (request, response) => {
      const path = (request.url ?? "").split("?")[0] ?? "";
      const { type, text, headers } = this.answer(path);
      response.writeHead(text === undefined ? 404 : headers?.["location"] === undefined ? 200 : 302, {
        "content-type": type.includes("charset") ? type : `${type}; charset=utf-8`,
        "cache-control": "no-store",
        ...headers,
      });
      response.end(text);
    });
  }

  /** Adds an address that leads to another; returns it. */
  redirect(host: string, to: string): string {
    return this.page(host, { libraries: [], headers: { location: to } });
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

  private answer(path: string): {
    type: string;
    text?: string | Buffer;
    headers?: Readonly<Record<string, string>>;
  } {
    const shipped = /^\/(dist\/[\w.-]+\.(js|wasm))$/.exec(path);
    if (shipped !== null) {
      // With a misconfigured server's headers, so that a byte above ASCII would show.
      return {
        type: shipped[2] === "wasm" ? "application/octet-stream; charset=binary" : "text/javascript; charset=windows-1252",
        text: readFileSync(join(ROOT, "pkg", shipped[1] ?? "")),
      };
    }
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
      const text = args === undefined ? "" : JSON.stringify(args);
      return { type: "text/javascript", text: `(${String(source.main ?? (() => undefined))})(${text});` };
    }
    // A published version may print anything.
    const isOurs = source.libraries.some((name) => OURS.has(name)) && !source.libraries.some((name) => name.startsWith("published"));
    const spied = isOurs && !source.libraries.includes("spy") ? ["watcher", ...source.libraries] : source.libraries;
    const scripts = ["recorder", ...spied].map((name) => (name.startsWith("dist/") ? `/${name}.js` : `/library/${name}.js`));
    const first = this.first();
    const tags = [...scripts, `${path}.js`].map((src) => `<script src="${src}"></script>`).join("\n");
    return {
      type: "text/html",
      text: `<!doctype html><html lang="en"><head>${first === "" ? "" : `<script>${first}</script>`}<title>${path}</title><link rel="icon" href="data:,"></head><body>${source.body ?? ""}\n${tags}</body></html>`,
      headers: source.headers ?? {},
    };
  }
}

/** The libraries that are the package as it ships. Amazon Connect Streams posts to any origin itself. */
const OURS: ReadonlySet<string> = new Set(["sdk", "sdk-again", "host", "phone-jssip", "phone-react", "phone-sipjs", "phone-twilio", "readme-widget", "rest", "sip-phone", "slim", "telemetry", "twilio-phone", "dist/script", "dist/script-published"]);

/** The tests' fixtures. */
export const test = base.extend<{ demoUrl: string; unspied: string; watch: Watch }, { sip: SipServer; site: Site }>({
  /** The host of pages from other servers, which do not load the spy themselves. */
  unspied: ["", { option: true }],
  // In every suite: the target origins of our pages, and personal data in their reports.
  watch: [
    async ({ context, unspied }, use) => {
      persist(context);
      const port = Number(process.env["DEMO_PORT"]);
      const ports = [String(port), String(port + 1)];
      await watching(context, async (watch) => {
        await context.addInitScript({
          // The demo is not one of the sites' pages either.
          content: `if (${JSON.stringify(ports)}.includes(location.port) || location.hostname === ${JSON.stringify(unspied)}) { ${readFileSync(join(LIBRARIES, "watcher.js"), "utf8")} }`,
        });
        await use(watch);
      });
    },
    { auto: true },
  ],
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
  // Here, not where it is used: other fixtures mean other workers, each with a browser.
  sip: [
    async ({}, use) => {
      const server = await SipServer.start();
      await use(server);
      await server.stop();
    },
    { scope: "worker" },
  ],
  demoUrl: async ({}, use) => {
    await use(`http://localhost:${process.env["DEMO_PORT"] ?? ""}/`);
  },
});

/** Retries navigations of the context's pages that the browser aborted, as a busy one does; nothing else is retried. */
export function persist(context: BrowserContext): void {
  context.on("page", (page) => {
    page.goto = again(page.goto.bind(page));
    page.reload = again(page.reload.bind(page));
  });
}

function again<Args extends unknown[], Value>(navigate: (...args: Args) => Promise<Value>): (...args: Args) => Promise<Value> {
  return async (...args) => {
    for (let left = 2; ; left--) {
      try {
        return await navigate(...args);
      } catch (error) {
        if (left === 0 || !String(error).includes("net::ERR_ABORTED")) {
          throw error;
        }
      }
    }
  };
}

/** Watches a context's pages during a test, and checks them afterwards. */
export async function watching(context: BrowserContext, use: (watch: Watch) => Promise<void>): Promise<void> {
  const watch = await Watch.over(context);
  await use(watch);
  await watch.settled();
  base.expect(watch.wrongPosts(), "posts to any origin, or to one that no page has").toEqual([]);
  base.expect(await watch.leaked(), "personal data where none may be").toEqual([]);
}

/** The frame whose address begins with this one, once loaded: a frame has its address before its page has run. */
export async function frameAt(page: Page, url: string): Promise<Frame> {
  for (;;) {
    const frame = page.frames().find((candidate) => candidate.url().startsWith(url));
    if (frame !== undefined) {
      await frame.waitForLoadState();
      return frame;
    }
    await page.waitForEvent("framenavigated");
  }
}
