#!/usr/bin/env node
// The package's command: the world around `run`.
import { spawn } from "node:child_process";
import { createReadStream } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";

import { Ends } from "./ends.js";
import { wholeText } from "./input.js";
import { run } from "./run.js";

const ends = new Ends();

void run(process.argv.slice(2), {
  env: process.env,
  nodeVersion: process.versions.node,
  readFile: (path) => wholeText(createReadStream(path), path),
  readInput: async () => {
    if (process.stdin.isTTY) {
      return undefined;
    }
    return wholeText(process.stdin, "standard input");
  },
  version: async () => {
    const { version } = JSON.parse(await readFile(new URL("../package.json", import.meta.url), "utf8")) as { version: string };
    return version;
  },
  pages: new URL("pages/", import.meta.url),
  places: [import.meta.url, join(process.cwd(), "/")],
  untilStopped: () => ends.untilStopped(),
  print: (text) => void process.stdout.write(`${text}\n`),
  printError: (text) => void process.stderr.write(`${text}\n`),
  isErrorTerminal: process.stderr.isTTY,
  writeError: (text) => void process.stderr.write(text),
  browse: (url) => {
    const [program, ...args] = BROWSERS[process.platform] ?? ["xdg-open"];
    return new Promise((resolve) => {
      const browser = spawn(program, [...args, url], { stdio: "ignore" });
      const end = (): void => void browser.kill();
      process.once("exit", end);
      browser.once("error", () => resolve(false));
      browser.once("close", (code) => {
        process.off("exit", end);
        resolve(code === 0);
      });
    });
  },
}).then((code) => ends.finish(code));

/** Programs that open an address; none of them parses it as a command line. */
const BROWSERS: Readonly<Partial<Record<NodeJS.Platform, readonly [string, ...string[]]>>> = {
  darwin: ["open"],
  win32: ["rundll32", "url.dll,FileProtocolHandler"],
};
