import { spawn } from "node:child_process";

import { unusedPort } from "../../../support/ports.ts";
import type { Driver } from "./driver.ts";
import { answering } from "./answering.ts";
import { answered, asynchronous } from "./script.ts";

/** Starts WebKit by its WebDriver, on a separate display. */
export async function openWebKit(driver: string, proxy: string): Promise<Driver> {
  const port = await unusedPort();
  const server = spawn("xvfb-run", ["-a", driver, `--port=${String(port)}`], { stdio: "ignore", detached: true });
  const base = `http://127.0.0.1:${String(port)}`;
  const stop = (): void => {
    if (server.pid !== undefined) {
      // The driver runs below the display's script.
      process.kill(-server.pid);
    }
  };

  const post = async (path: string, body: unknown): Promise<unknown> => {
    const response = await fetch(`${base}${path}`, { method: "POST", body: JSON.stringify(body) });
    const { value } = (await response.json()) as { value: unknown };
    if (!response.ok) {
      throw new Error(`WebDriver ${path}: ${JSON.stringify(value)}`);
    }
    return value;
  };
  try {
    await answering(() => fetch(`${base}/status`));
    const alwaysMatch = {
      proxy: { proxyType: "manual", httpProxy: proxy },
      // No user is there to open a popup by a click.
      "webkitgtk:browserOptions": { args: ["--automation", "--javascript-can-open-windows-automatically=true"] },
    };
    const { sessionId } = (await post("/session", { capabilities: { alwaysMatch } })) as { sessionId: string };
    const session = `/session/${sessionId}`;
    let chosen = "";
    const windows = async (): Promise<string[]> => {
      const response = await fetch(`${base}${session}/window/handles`);
      return ((await response.json()) as { value: string[] }).value;
    };
    return {
      windows,
      // A window that the driver opens may open no popups.
      newWindow: async () => {
        const before = await windows();
        await post(`${session}/execute/sync`, { script: `window.open("about:blank", "_blank", "noopener")`, args: [] });
        return answering(async () => {
          const opened = (await windows()).find((window) => !before.includes(window));
          if (opened === undefined) {
            throw new Error("no window was opened");
          }
          return opened;
        });
      },
      choose: async (window, way) => {
        if (window !== chosen) {
          await post(`${session}/window`, { handle: window });
          chosen = window;
        }
        for (const id of [null, ...way]) {
          await post(`${session}/frame`, { id });
        }
      },
      open: async (url) => {
        await post(`${session}/url`, { url });
      },
      evaluate: async (expression) => {
        const script = asynchronous(expression);
        return answered(await post(`${session}/execute/async`, { script, args: [] }));
      },
      closeWindow: async () => {
        chosen = "";
        await fetch(`${base}${session}/window`, { method: "DELETE" });
      },
      close: async () => {
        await fetch(`${base}${session}`, { method: "DELETE" });
        stop();
      },
    };
  } catch (error) {
    stop();
    throw error;
  }
}
