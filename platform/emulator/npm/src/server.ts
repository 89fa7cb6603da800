// The platform over HTTP, on loopback alone. The module decides who may ask, and how much.
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";

import { EmulatorError } from "./failure.js";
import type { Limits, PlatformAnswer, PlatformRequest } from "./instance.js";

/** A server's receiver of requests. */
export type Handler = {
  readonly limits: Limits;
  send(request: PlatformRequest): Promise<PlatformAnswer>;
};

/** A server that listens. */
export type Listening = { port: number; close(): Promise<void> };

/** Listens on both loopback addresses; `::1` may be absent. With the port 0 the system chooses one. */
export async function listen(handler: Handler, port: number): Promise<Listening> {
  const servers = [await bound(handler, port, "127.0.0.1")];
  const chosen = portOf(servers[0]) ?? port;
  try {
    servers.push(await bound(handler, chosen, "::1"));
  } catch (error) {
    if (error instanceof EmulatorError && error.code === "PORT_TAKEN") {
      await Promise.all(servers.map(close));
      throw error;
    }
  }
  return {
    port: chosen,
    close: async () => {
      await Promise.all(servers.map(close));
    },
  };
}

async function bound(handler: Handler, port: number, address: string): Promise<Server> {
  const server = createServer(
    {
      // A request without a host is the module's to refuse.
      requireHostHeader: false,
      maxHeaderSize: LARGEST_HEAD,
      headersTimeout: IDLE_MS,
      keepAliveTimeout: IDLE_MS,
      requestTimeout: 0,
      connectionsCheckingInterval: 1000,
    },
    (request, response) => void answer(handler, request, response),
  );
  // Node silently drops further headers; the module refuses them.
  server.maxHeadersCount = 0;
  server.maxConnections = MOST_CONNECTIONS;
  await new Promise<void>((resolve, reject) => {
    server.once("error", (error: NodeJS.ErrnoException) => {
      reject(
        error.code === "EADDRINUSE"
          ? new EmulatorError("PORT_TAKEN", `port ${port} is already in use; choose another with --port`)
          : new EmulatorError("CANNOT_LISTEN", `cannot listen on port ${port}: ${error.message}`, { cause: error }),
      );
    });
    server.listen(port, address, resolve);
  });
  return server;
}

async function answer(handler: Handler, request: IncomingMessage, response: ServerResponse): Promise<void> {
  try {
    const { body, isBodyLate } = await bodyOf(request, handler.limits);
    const { rawHeaders } = request;
    const headers: [string, string][] = [];
    for (let index = 0; index + 1 < rawHeaders.length; index += 2) {
      headers.push([rawHeaders[index] ?? "", rawHeaders[index + 1] ?? ""]);
    }
    const { method = "", url: target = "" } = request;
    const { status, headers: answered, body: bytes } = await handler.send({ method, target, headers, body, isBodyLate });
    if (!request.complete) {
      // The rest of the body is not read.
      response.shouldKeepAlive = false;
    }
    write(response, status, answered, bytes);
  } catch (error) {
    if (error instanceof EmulatorError) {
      const object = { status: "error", category: "INTERNAL_ERROR", message: error.message };
      write(response, 500, [["content-type", "application/json;charset=utf-8"]], new TextEncoder().encode(JSON.stringify(object)));
    } else {
      // The client went away.
      response.destroy();
    }
  }
}

function write(response: ServerResponse, status: number, headers: readonly (readonly [string, string])[], body: Uint8Array): void {
  for (const [name, value] of headers) {
    response.appendHeader(name, value);
  }
  if (status !== 204 && status !== 304 && !response.hasHeader("content-length")) {
    response.setHeader("content-length", body.length);
  }
  response.statusCode = status;
  response.end(body);
  // A client that does not read the answer is not waited for.
  const timer = setTimeout(() => response.destroy(), IDLE_MS).unref();
  response.once("close", () => clearTimeout(timer));
}

/** The body: one byte more than allowed if it is longer, or the part that came in time. */
async function bodyOf(request: IncomingMessage, limits: Limits): Promise<{ body: Uint8Array; isBodyLate: boolean }> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  let timer: NodeJS.Timeout | undefined;
  const announced = Number(request.headers["content-length"]);
  // Nobody reads the body of a GET, of which Deno before 2.9 never reports the end.
  if (announced > limits.longestBody || request.method === "GET" || request.method === "HEAD") {
    return { body: new Uint8Array(), isBodyLate: false };
  }
  const read = async (): Promise<boolean> => {
    for await (const chunk of request.iterator({ destroyOnReturn: false }) as AsyncIterable<Uint8Array>) {
      chunks.push(chunk);
      length += chunk.length;
      if (length > limits.longestBody) {
        break;
      }
    }
    return false;
  };
  const late = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => resolve(true), limits.bodyTimeoutMs);
  });
  const reading = read();
  reading.catch(() => undefined);
  try {
    const isBodyLate = await Promise.race([reading, late]);
    return { body: Buffer.concat(chunks), isBodyLate };
  } finally {
    clearTimeout(timer);
  }
}

async function close(server: Server): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  server.closeIdleConnections();
  const patience = setTimeout(() => server.closeAllConnections(), PATIENCE_MS).unref();
  await closed;
  clearTimeout(patience);
}

function portOf(server: Server | undefined): number | undefined {
  const address = server?.address();
  return typeof address === "object" ? address?.port : undefined;
}

// As in the native server: `platform/emulator/src/server.rs`.
const IDLE_MS = 15_000;
const LARGEST_HEAD = 64 * 1024;
const MOST_CONNECTIONS = 1024;
const PATIENCE_MS = 1250;
