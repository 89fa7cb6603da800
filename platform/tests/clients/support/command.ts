// Runs the package's command like its users.
import { spawn } from "node:child_process";

import { COMMAND } from "../../../../tests/support/running.ts";

/** The result of a command. */
export type Ended = {
  code: number | null;
  out: string;
  /** Without the line of progress, which commands print after a second. */
  err: string;
  /** True if that line was printed. */
  hasWaited: boolean;
};

/** The progress lines of a command that takes over a second, as any may on a busy machine. */
const PROGRESS = /^(?:waiting for the service|starting the platform)\n/gm;

/** Runs the command without a shell, as npm's wrappers do in the end. */
export function command(args: readonly string[], env: Readonly<Record<string, string>>, input?: string, script = COMMAND): Promise<Ended> {
  return run(process.execPath, [script, ...args], env, input);
}

function run(program: string, args: readonly string[], env: Readonly<Record<string, string>>, input?: string): Promise<Ended> {
  const child = spawn(program, args, { env: { ...env }, stdio: "pipe" });
  child.stdin.on("error", () => undefined).end(input);
  const texts = [child.stdout, child.stderr].map((stream) => {
    const chunks: string[] = [];
    stream.setEncoding("utf8").on("data", (chunk: string) => chunks.push(chunk));
    return chunks;
  });
  return new Promise((resolve) => {
    child.once("close", (code) => {
      const [out = "", err = ""] = texts.map((chunks) => chunks.join(""));
      resolve({ code, out, err: err.replace(PROGRESS, ""), hasWaited: err.search(PROGRESS) !== -1 });
    });
  });
}
