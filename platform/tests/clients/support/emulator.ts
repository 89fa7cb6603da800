import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { existsSync } from "node:fs";

import { printed, stopAndSweep, sweepLog } from "../../../../tests/support/sweep.ts";

/** The emulator's profile of answers. */
export type Profile = "spec" | "vendor";

/** A running emulator. */
export type Emulator = {
  /** Its address, without a slash at the end. */
  address: string;
  /** Stops it, after checking that its output and its logs, in these namespaces too, hold no secret. */
  stop(namespaces?: readonly string[]): Promise<void>;
};

const NATIVE = `target/debug/emulator${process.platform === "win32" ? ".exe" : ""}`;

/** Starts the emulator built by the test command, native or from npm, on a free port; pages of these origins may use it, and a seed file may add to its start. */
export async function startEmulator(profile: Profile, origins: readonly string[] = [], seed?: string, program = process.env["EMULATOR"] ?? NATIVE): Promise<Emulator> {
  assert.ok(existsSync(program), "the emulator is missing: run `cargo xtask test clients` or `cargo xtask test e2e`, which build it");
  const args = ["--port=0", `--profile=${profile}`, ...origins.map((origin) => `--allow-origin=${origin}`), ...(seed === undefined ? [] : [`--seed=${seed}`])];
  // The npm package's command is a script.
  const [file, ...before] = program.endsWith(".js") ? [process.execPath, program] : [program];
  const emulator = spawn(file, [...before, ...args], { stdio: ["ignore", "pipe", "pipe"] });
  const output = printed(emulator);
  const address = await new Promise<string>((resolve, reject) => {
    emulator.stdout.on("data", () => {
      const found = /platform\s+(http:\/\/localhost:\d+)\//.exec(output())?.[1];
      if (found !== undefined) {
        resolve(found);
      }
    });
    emulator.once("exit", () => reject(new Error(`the emulator ended: ${output()}`)));
  });
  return {
    address,
    stop: async (namespaces = []) => {
      try {
        await sweepLog(address, namespaces);
      } finally {
        await stopAndSweep(emulator, output);
      }
    },
  };
}

/** Agrees on the page of an authorization address below a base; returns the address the user is sent to. */
export async function consent(base: string, url: string): Promise<URL> {
  const { pathname, search } = new URL(url);
  const page = await (await fetch(`${base}/oauth/authorize${search}`)).text();
  assert.ok(pathname.endsWith("/oauth/authorize"), pathname);
  const request = /name="request" value="([^"]+)"/.exec(page)?.[1];
  assert.ok(request, page);
  const answer = await fetch(`${base}/oauth/authorize`, {
    method: "POST",
    redirect: "manual",
    body: new URLSearchParams({ request, user: "9", decision: "allow" }),
  });
  return new URL(answer.headers.get("location") ?? "");
}

/** The access token of the host page in the namespace of a base. */
export async function hostToken(base: string): Promise<string> {
  const opened = await fetch(`${base}/emulator/host-page`, { method: "POST", headers: { "x-emulator-control": "1" } });
  const { accessToken } = (await opened.json()) as { accessToken: string };
  return accessToken;
}

/** Switches faults on in the namespace of a base. */
export async function setFaults(base: string, faults: object): Promise<void> {
  const answer = await fetch(`${base}/emulator/faults`, {
    method: "POST",
    headers: { "x-emulator-control": "1", "content-type": "application/json" },
    body: JSON.stringify(faults),
  });
  assert.ok(answer.ok, await answer.text());
}
