import { createServer } from "node:http";

import { Site } from "../../e2e/support/test.ts";

/** Serves pages under any host name of this machine. */
export async function serve(): Promise<{ site: Site; close: () => void }> {
  const server = createServer();
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  return {
    site: new Site(server),
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}
