// The package's command while it runs: those that serve pages go on until they are ended.
import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import type { AddressInfo, Server } from "node:net";
import { join } from "node:path";

/** Beside the package's `package.json`, where npm's link leads. */
export const COMMAND = join(process.cwd(), "pkg/dist/command.js");

/** A command that goes on until it is ended. */
export type Running = {
  process: ChildProcess;
  /** What it printed so far, on both outputs. */
  printed(): string;
  /** Waits until it has printed this. */
  says(words: RegExp): Promise<RegExpExecArray>;
  /** Ends it as Ctrl-C does; gives its exit code. */
  interrupt(): Promise<number | null>;
};

/** Starts the command without a shell, as npm's wrappers end up doing everywhere; with these variables only. */
export function start(args: readonly string[], env: Readonly<Record<string, string>> = {}): Running {
  const program = spawn(process.execPath, [COMMAND, ...args], { env: { ...env }, stdio: ["ignore", "pipe", "pipe"] });
  let text = "";
  const ended = once(program, "close");
  for (const stream of [program.stdout, program.stderr]) {
    stream.setEncoding("utf8").on("data", (chunk: string) => {
      text += chunk;
      program.emit("said");
    });
  }
  return {
    process: program,
    printed: () => text,
    says: async (words) => {
      for (;;) {
        const found = words.exec(text);
        if (found !== null) {
          return found;
        }
        if (program.exitCode !== null) {
          throw new Error(`the command ended without ${String(words)}: ${text}`);
        }
        await Promise.race([once(program, "said"), ended]);
      }
    },
    interrupt: async () => {
      program.kill("SIGINT");
      await ended;
      return program.exitCode;
    },
  };
}

/** A server on a free port of this machine, and its port. */
export async function listening<T extends Server>(server: T): Promise<{ server: T; port: number }> {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return { server, port: (server.address() as AddressInfo).port };
}
