import { createServer, request } from "node:http";
import type { AddressInfo } from "node:net";

/** Resolves every host name to this machine, for browsers without such an option. */
export async function startProxy(): Promise<{ port: number; close: () => void }> {
  const proxy = createServer((asked, answer) => {
    const { port, pathname, search } = new URL(asked.url ?? "", "http://127.0.0.1");
    const { method, headers } = asked;
    const forwarded = request({ host: "127.0.0.1", port: port || 80, path: pathname + search, method, headers }, (answered) => {
      answer.writeHead(answered.statusCode ?? 502, answered.headers);
      answered.pipe(answer);
    });
    forwarded.on("error", () => {
      answer.destroy();
    });
    asked.pipe(forwarded);
  });
  await new Promise<void>((resolve) => {
    proxy.listen(0, "127.0.0.1", resolve);
  });
  return {
    port: (proxy.address() as AddressInfo).port,
    close: () => {
      proxy.close();
      proxy.closeAllConnections();
    },
  };
}
