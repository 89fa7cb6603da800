import { createServer } from "node:net";

/**
 * The first of `count` neighbouring ports of this machine on which nobody listens.
 *
 * They lie below those that systems give out by themselves (from 32768 on, or from 49152
 * on). So no connection and no server on "any port" takes one before its user does.
 */
export async function unusedPort(count = 1): Promise<number> {
  for (;;) {
    const first = FIRST + Math.floor(Math.random() * (LAST - FIRST - count));
    const ports = Array.from({ length: count }, (_, at) => first + at);
    const unused = await Promise.all(ports.map(isUnused));
    if (unused.every(Boolean)) return first;
  }
}

function isUnused(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once("error", () => {
      resolve(false);
    });
    server.listen(port, "127.0.0.1", () => {
      server.close(() => {
        resolve(true);
      });
    });
  });
}

const FIRST = 20_000;
const LAST = 32_000;
