// The commands of the README, as a clone runs them once the package is built.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { test } from "node:test";

const LINES = [...readFileSync("README.md", "utf8").matchAll(/^npx \.\/pkg ([a-z][a-z-]*)/gm)].map(([, command]) => command ?? "");

test("the folder of the package runs by npx", () => {
  assert.ok(LINES.length >= 3, String(LINES.length));
  for (const command of LINES) {
    const help = execFileSync("npx", ["--yes", "--offline", "./pkg", command, "--help"], {
      encoding: "utf8",
      shell: process.platform === "win32",
      stdio: ["ignore", "pipe", "ignore"],
    });
    assert.match(help, new RegExp(`^Usage: npx calling-widget-sdk ${command}`));
  }
});
