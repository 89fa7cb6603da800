import { createServer } from "node:http";

import { Site } from "../test.ts";
import type { Engine } from "./engines.ts";

/** Serves pages under any host name of this machine. */
export async function serve(engine: Engine): Promise<{ site: Site; close: () => void }> {
  const server = createServer();
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  server.on("request", ({ headers, url }) => {
    engine.requested(`http://${headers.host ?? ""}${url ?? ""}`);
  });
  return {
    site: new Site(server, () => engine.script()),
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}
