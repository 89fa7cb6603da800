#!/usr/bin/env node
// The package's command: the world around `run`.
import { readFile } from "node:fs/promises";

import { run } from "./run.js";

void run(process.argv.slice(2), {
  env: process.env,
  nodeVersion: process.versions.node,
  readFile: (path) => readFile(path, "utf8"),
  readInput: async () => {
    if (process.stdin.isTTY) {
      return undefined;
    }
    let text = "";
    for await (const chunk of process.stdin.setEncoding("utf8")) {
      text += String(chunk);
    }
    return text;
  },
  version: async () => {
    const { version } = JSON.parse(await readFile(new URL("../package.json", import.meta.url), "utf8")) as { version: string };
    return version;
  },
  symbols: () => readFile(new URL("widget.symbols", import.meta.url), "utf8"),
  print: (text) => void process.stdout.write(`${text}\n`),
  printError: (text) => void process.stderr.write(`${text}\n`),
}).then((code) => {
  // Not `exit`, which would cut off what a pipe has not taken yet.
  process.exitCode = code;
});
