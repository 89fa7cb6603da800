import { spawn } from "node:child_process";

import type { Engine } from "./engines.ts";
import { answering, freePort } from "./ports.ts";
import { answered, asynchronous } from "./script.ts";

/** Starts WebKit by its WebDriver, on a display of its own. */
export async function openWebKit(driver: string): Promise<Engine> {
  const port = await freePort();
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
    const { sessionId } = (await post("/session", { capabilities: { alwaysMatch: {} } })) as { sessionId: string };
    const session = `/session/${sessionId}`;
    return {
      open: async (url) => {
        await post(`${session}/url`, { url });
      },
      evaluate: async (expression) => {
        const script = asynchronous(expression);
        return answered(await post(`${session}/execute/async`, { script, args: [] }));
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
