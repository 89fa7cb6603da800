import { spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { connect, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { unusedPort } from "../../../support/ports.ts";
import type { Driver } from "./driver.ts";
import { answering } from "./answering.ts";
import { answered, asynchronous } from "./script.ts";

/** Starts Firefox by its own remote protocol, Marionette: it needs no separate driver. */
export async function openFirefox(program: string, preferences: Readonly<Record<string, boolean | number | string>>): Promise<Driver> {
  const port = await unusedPort();
  const profile = mkdtempSync(join(tmpdir(), "firefox-"));
  const all = {
    "marionette.port": port,
    "network.captive-portal-service.enabled": false,
    "network.connectivity-service.enabled": false,
    ...preferences,
  };
  writeFileSync(join(profile, "user.js"), Object.entries(all).map(([name, value]) => `user_pref("${name}", ${JSON.stringify(value)});\n`).join(""));
  const browser = spawn(program, ["--headless", "--marionette", "--no-remote", "--profile", profile, "about:blank"], {
    stdio: "ignore",
  });
  const hasEnded = new Promise((resolve) => browser.once("exit", resolve));
  const stop = async (): Promise<void> => {
    browser.kill();
    await hasEnded;
    rmSync(profile, { recursive: true, force: true });
  };
  try {
    const line = new Marionette(await answering(() => connected(port)));
    await line.ask("WebDriver:NewSession", {});
    let chosen = "";
    return {
      windows: async () => (await line.ask("WebDriver:GetWindowHandles", {})) as string[],
      newWindow: async () => ((await line.ask("WebDriver:NewWindow", { type: "tab" })) as { handle: string }).handle,
      choose: async (window, way) => {
        if (window !== chosen) {
          await line.ask("WebDriver:SwitchToWindow", { handle: window });
          chosen = window;
        }
        for (const id of [null, ...way]) {
          await line.ask("WebDriver:SwitchToFrame", { id });
        }
      },
      open: async (url) => {
        await line.ask("WebDriver:Navigate", { url });
      },
      evaluate: async (expression) => {
        const { value } = (await line.ask("WebDriver:ExecuteAsyncScript", {
          script: asynchronous(expression),
          args: [],
        })) as { value: unknown };
        return answered(value);
      },
      closeWindow: async () => {
        chosen = "";
        await line.ask("WebDriver:CloseWindow", {});
      },
      close: stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** The preferences that send all requests through a proxy. */
export function through(proxy: string): Record<string, number | string> {
  const [host = "", port = ""] = proxy.split(":");
  return { "network.proxy.type": 1, "network.proxy.http": host, "network.proxy.http_port": Number(port) };
}

/** Packets of the form `length:json`: `[0, id, command, parameters]` to Firefox, `[1, id, error, result]` back. */
class Marionette {
  private readonly waiting = new Map<number, (answer: { error: unknown; result: unknown }) => void>();
  private last = 0;
  private unread = Buffer.alloc(0);

  constructor(private readonly socket: Socket) {
    socket.on("data", (bytes) => {
      this.unread = Buffer.concat([this.unread, bytes]);
      this.read();
    });
  }

  async ask(command: string, parameters: object): Promise<unknown> {
    const id = ++this.last;
    const packet = JSON.stringify([0, id, command, parameters]);
    const { error, result } = await new Promise<{ error: unknown; result: unknown }>((resolve) => {
      this.waiting.set(id, resolve);
      this.socket.write(`${String(Buffer.byteLength(packet))}:${packet}`);
    });
    if (error !== null) {
      throw new Error(`${command}: ${JSON.stringify(error)}`);
    }
    return result;
  }

  private read(): void {
    for (;;) {
      const colon = this.unread.indexOf(":");
      const end = colon + 1 + Number(this.unread.subarray(0, Math.max(colon, 0)).toString());
      if (colon < 0 || this.unread.length < end) {
        return;
      }
      const packet: unknown = JSON.parse(this.unread.subarray(colon + 1, end).toString());
      this.unread = this.unread.subarray(end);
      // The first packet is a greeting.
      if (Array.isArray(packet)) {
        const [, id, error, result] = packet as [number, number, unknown, unknown];
        this.waiting.get(id)?.({ error, result });
        this.waiting.delete(id);
      }
    }
  }
}

function connected(port: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, "127.0.0.1", () => {
      resolve(socket);
    });
    socket.once("error", reject);
  });
}
