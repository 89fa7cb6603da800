// The package's command as its users run it: to its end, or until it is ended, as those that serve pages.
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

/** Runs the command to its end, without a shell like {@link start}. */
export function command(args: readonly string[], env: Readonly<Record<string, string>> = {}, input?: string, script = COMMAND): Promise<Ended> {
  const child = spawn(process.execPath, [script, ...args], { env: { ...env }, stdio: "pipe" });
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

/** A server on a free port of this machine, and its port. */
export async function listening<T extends Server>(server: T): Promise<{ server: T; port: number }> {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return { server, port: (server.address() as AddressInfo).port };
}
