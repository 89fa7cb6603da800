// Support for a consumer's test: file serving, a tool's server, and a host that dials.
import { spawn, type ChildProcess } from "node:child_process";
import { readFile } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import { extname } from "node:path";

import type { Page } from "@playwright/test";

import { dialIn } from "../e2e/support/phone-call.ts";
import type { Site } from "../e2e/support/test.ts";
import { listening } from "../support/running.ts";

/**
 * Serves files on a free port of loopback.
 *
 * @param fileOf Maps a path of an address to its file.
 */
export function serveFiles(fileOf: (path: string) => string): Promise<{ server: Server; port: number }> {
  return listening(createServer((request, response) => {
    const path = (request.url ?? "").split("?")[0] ?? "";
    readFile(fileOf(path)).then(
      (content) => {
        // No charset, like many servers.
        response.writeHead(200, { "content-type": TYPES[extname(path)] ?? "application/octet-stream" });
        response.end(content);
      },
      () => {
        response.writeHead(404).end();
      },
    );
  }));
}

/** Starts a tool's server with Node, and waits until it prints a word. */
export async function startServer(args: readonly string[], cwd: string, word: string): Promise<ChildProcess> {
  const server = spawn(process.execPath, args, { cwd, stdio: ["ignore", "pipe", "inherit"] });
  await new Promise<void>((resolve) => {
    // Read to the end: a tool that goes on printing needs a reader.
    server.stdout.on("data", (chunk) => {
      if (String(chunk).includes(word)) {
        resolve();
      }
    });
    server.once("exit", () => {
      resolve();
    });
  });
  return server;
}

/** Embeds a widget, dials a number, and returns the types that the host received. */
export async function dial(page: Page, site: Site, url: string): Promise<string[]> {
  await dialIn(page, site, "localhost", url);
  await page.waitForFunction(() => window.store.engagements.length === 1);
  return page.evaluate(() => window.seen.messages.map(({ data }) => (data as { type: string }).type));
}

const TYPES: Readonly<Record<string, string>> = {
  ".css": "text/css",
  ".html": "text/html",
  ".js": "text/javascript",
};
