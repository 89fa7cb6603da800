import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

/** Receives a page's reports of one name. */
type Listener = (source: undefined, report: unknown) => unknown;

/** Receives pages' reports to the tests if the browser has no own mechanism. */
export class Reports {
  private readonly listeners = new Map<string, Listener>();

  private constructor(
    private readonly port: number,
    readonly close: () => void,
  ) {}

  static async start(): Promise<Reports> {
    const server = createServer((request, response) => {
      let body = "";
      request.on("data", (text: Buffer) => {
        body += String(text);
      });
      request.on("end", () => {
        reports.listeners.get((request.url ?? "").slice(1))?.(undefined, JSON.parse(body));
        response.end();
      });
    });
    await new Promise<void>((resolve) => {
      server.listen(0, "127.0.0.1", resolve);
    });
    const reports: Reports = new Reports((server.address() as AddressInfo).port, () => {
      server.close();
      server.closeAllConnections();
    });
    return reports;
  }

  /** Exposes a function of this name in every page that loads from now on. */
  expose(name: string, listener: Listener): void {
    this.listeners.set(name, listener);
  }

  /** The script that a page runs first; each function resolves once all earlier reports have arrived. */
  script(): string {
    return `(() => {
      const tell = window.fetch.bind(window);
      const under = [];
      for (const name of ${JSON.stringify([...this.listeners.keys()])}) {
        window[name] = async (report) => {
          // A page that goes tells its last all the same.
          const options = { method: "POST", mode: "no-cors", keepalive: true, body: JSON.stringify(report ?? null) };
          under.push(tell("http://127.0.0.1:${String(this.port)}/" + name, options).catch(() => undefined));
          await Promise.all(under);
        };
      }
    })();`;
  }
}
