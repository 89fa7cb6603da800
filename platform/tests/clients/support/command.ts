// Runs the package's command like its users.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { chmod, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";

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

/** Runs it, and parses its output as JSON. */
export async function answerOf<T>(args: readonly string[], env: Readonly<Record<string, string>>): Promise<T> {
  const { code, out, err } = await command([...args, "--json"], env);
  assert.deepEqual([code, err], [0, ""], args.join(" "));
  return JSON.parse(out) as T;
}

/**
 * Runs the examples of a command's help for POSIX shells as they are written, with an
 * address in the place of the emulator's usual one, and returns what they print.
 */
export async function runExamples(name: string, address: string, env: Readonly<Record<string, string>>, input = ""): Promise<string> {
  const { out: help } = await command([name, "--help"], {});
  const script = examples(help).replaceAll("http://localhost:8140", address);
  assert.match(script, new RegExp(`^npx calling-widget-sdk ${name} `, "m"), "there is an example");
  const folder = await mkdtemp(join(tmpdir(), "examples-"));
  try {
    const npx = join(folder, "npx");
    await writeFile(npx, `#!/bin/sh\nshift\nexec '${process.execPath}' '${COMMAND}' "$@"\n`);
    await chmod(npx, 0o755);
    const path = [folder, process.env["PATH"]].join(delimiter);
    const { code, out, err } = await run("sh", ["-ec", `cd '${folder}'\n${script}`], { PATH: path, ...env }, input);
    assert.deepEqual([code, err], [0, ""], out);
    return out;
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** The indented lines below the headings of the examples, without those for PowerShell. */
function examples(help: string): string {
  const [, text = ""] = help.split("\nExamples\n");
  return text
    .split(/^(?= {2}\S)/m)
    .filter((block) => !block.includes("PowerShell"))
    .flatMap((block) => block.split("\n").filter((line) => line.startsWith("    ")))
    .map((line) => line.slice(4))
    .join("\n");
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
