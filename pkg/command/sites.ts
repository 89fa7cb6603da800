// Serves the package's pages on this machine: each site on a separate port, so that they are
// distinct origins as they are in use.
import { readFile, readdir } from "node:fs/promises";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";

import { wholeText } from "./input.js";

/** The content of one port. */
export type Site = {
  /** The page's folder, below the package's pages. */
  page: "check" | "stranger" | "widget";
  /**
   * Answers requests that name no file.
   *
   * @returns the status and the text; undefined if unknown.
   */
  answer?: (request: PageRequest) => Promise<{ status: number; text?: string } | undefined>;
};

/** A request that names no file. */
export type PageRequest = {
  method: string;
  /** With the query. */
  path: string;
  headers: IncomingMessage["headers"];
  /** The body; one longer than the limit is refused before. */
  text(): Promise<string>;
};

/** Sites that are served. */
export type Served = {
  /** The port of the first site; the next site has the next port. */
  port: number;
  close(): Promise<void>;
};

/** A port in use by another program. */
export class PortInUse extends Error {
  constructor(readonly port: number) {
    super(`port ${port} is already in use`);
  }
}

/**
 * Serves sites on neighbouring ports of both loopback addresses, and on no other.
 *
 * @param pages the folder with the pages.
 * @param port of the first site; 0 for ports that are free.
 * @throws PortInUse when one of the ports is taken; nothing is bound then.
 */
export async function serve(sites: readonly Site[], pages: URL, port: number): Promise<Served> {
  const handlers = await Promise.all(sites.map((site) => handlerOf(site, pages)));
  for (let attempt = 1; ; attempt += 1) {
    const servers: Server[] = [];
    try {
      let first = port;
      for (const [at, handler] of handlers.entries()) {
        const bound = await listen(handler, first === 0 ? 0 : first + at, servers);
        first = at === 0 ? bound : first;
      }
      return { port: first, close: () => close(servers) };
    } catch (error) {
      await close(servers);
      // The system chose a port whose neighbour is taken.
      if (port !== 0 || attempt === MOST_ATTEMPTS || !(error instanceof PortInUse)) {
        throw error;
      }
    }
  }
}

type Handler = (request: IncomingMessage, response: ServerResponse) => void;

/** Reads the site's files once: no others are served. */
async function handlerOf({ page, answer }: Site, pages: URL): Promise<Handler> {
  const folder = new URL(`${page}/`, pages);
  const names = await readdir(folder);
  const files = new Map<string, Buffer>(
    await Promise.all(names.map(async (name) => [`/${name}`, await readFile(new URL(name, folder))] as const)),
  );
  const policy = files.get("/content-security-policy.txt")?.toString("utf8").trim() ?? "default-src 'none'";
  const headers = { ...COMMON, "content-security-policy": policy };
  return (request, response) => {
    const send = (status: number, body: string | Buffer = "", type = "text/plain; charset=utf-8"): void => {
      response.writeHead(status, { ...headers, "content-type": type });
      response.end(request.method === "HEAD" ? undefined : body);
    };
    if (!isThisMachine(request.headers.host ?? "")) {
      send(421, "this server answers to localhost only\n");
      return;
    }
    const path = request.url ?? "/";
    const name = path.replace(/\?.*$/s, "").replace(/\/$/, "/index.html");
    const file = files.get(name);
    if (file !== undefined && (request.method === "GET" || request.method === "HEAD")) {
      send(200, file, typeOf(name));
      return;
    }
    const pageRequest: PageRequest = { method: request.method ?? "", path, headers: request.headers, text: () => wholeText(request, "the body", LONGEST_BODY_MIB) };
    Promise.resolve(answer?.(pageRequest)).then(
      (given) => send(given?.status ?? 404, given === undefined ? "there is no such file\n" : (given.text ?? "")),
      () => send(400, "the request cannot be read\n"),
    );
  };
}

/** Listens on both loopback addresses; a machine may lack the second. */
async function listen(handler: Handler, port: number, servers: Server[]): Promise<number> {
  const bound = await bind(handler, port, "127.0.0.1", servers);
  try {
    await bind(handler, bound, "::1", servers);
  } catch (error) {
    if (error instanceof PortInUse) {
      throw error;
    }
  }
  return bound;
}

function bind(handler: Handler, port: number, host: string, servers: Server[]): Promise<number> {
  const server = createServer(handler);
  return new Promise((resolve, reject) => {
    server.once("error", (error: NodeJS.ErrnoException) => reject(error.code === "EADDRINUSE" ? new PortInUse(port) : error));
    server.listen({ port, host }, () => {
      servers.push(server);
      const address = server.address();
      resolve(typeof address === "object" && address !== null ? address.port : port);
    });
  });
}

/** Closes the servers with every connection: a browser keeps some open. */
async function close(servers: readonly Server[]): Promise<void> {
  await Promise.all(
    servers.map(
      (server) =>
        new Promise<void>((resolve) => {
          server.close(() => resolve());
          server.closeAllConnections();
        }),
    ),
  );
}

/**
 * True if a `Host` header names loopback, with any port. A foreign name that resolves to this
 * machine (DNS rebinding) does not.
 */
export function isThisMachine(host: string): boolean {
  return /^(localhost|127\.0\.0\.1|\[::1\]|([a-z0-9_-]+\.)+localhost)(:\d{1,5})?$/i.test(host);
}

function typeOf(name: string): string {
  return TYPES[name.slice(name.lastIndexOf(".") + 1)] ?? "application/octet-stream";
}

const TYPES: Readonly<Record<string, string>> = {
  css: "text/css; charset=utf-8",
  html: "text/html; charset=utf-8",
  js: "text/javascript; charset=utf-8",
  txt: "text/plain; charset=utf-8",
};

/** Headers of every answer, as on the emulator's pages. */
const COMMON = {
  // The next version of the package serves other files at the same address.
  "cache-control": "no-store",
  "referrer-policy": "strict-origin-when-cross-origin",
  "x-content-type-options": "nosniff",
} as const;

const LONGEST_BODY_MIB = 4;
const MOST_ATTEMPTS = 20;
