// The commands that serve pages, as far as they need no platform. The record page is in
// platform/tests/npm/demo.test.ts.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { once } from "node:events";
import { copyFileSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";

import { COMMAND, start } from "../../../tests/support/running.ts";

test("wrong usage says what to write", async () => {
  for (const [args, words] of [
    [["demo", "http://localhost:3000"], "use dev URL"],
    [["demo", "--port", "abc"], "--port abc is no port"],
    [["demo", "--sip", "ws://localhost:5066"], "there is no --sip any more: frame a page with examples/phone-sipjs.ts"],
    [["demo", "--port", "65535"], "--port 65535 is no port"],
    [["dev"], "dev takes one address"],
    [["dev", "localhost:3000"], "is neither http nor https"],
    [["dev", "phone"], "phone is no address"],
    [["dev", "file:///phone.html"], "is neither http nor https"],
    [["dev", "http://ada:secret@localhost/"], "the address has a name or a password in it: leave them out"],
    [["dev", "http://localhost/", "http://localhost/"], "dev takes one address"],
  ] as const) {
    const command = start(args);
    const [code] = (await once(command.process, "close")) as [number];
    assert.equal(code, 2, args.join(" "));
    assert.ok(command.printed().startsWith("error USAGE: ") && command.printed().includes(words), command.printed());
  }
});

/** The command where nothing else is installed. */
const alone = mkdtempSync(join(tmpdir(), "alone-"));
after(() => rmSync(alone, { recursive: true }));
mkdirSync(join(alone, "dist"));
copyFileSync(COMMAND, join(alone, "dist/command.js"));
copyFileSync("pkg/package.json", join(alone, "package.json"));

function runAlone(args: readonly string[], cwd: string): { status: number | null; stdout: string; stderr: string } {
  return spawnSync(process.execPath, [join(alone, "dist/command.js"), ...args], { cwd, encoding: "utf8", env: {}, stdio: ["ignore", "pipe", "pipe"] });
}

test("demo and dev name the command where a package is missing", () => {
  for (const [args, usage] of [
    [["demo", "--open", "--port=9000"], "demo --port 9000 --open"],
    [["dev", "http://localhost:5173/?a=1&b=2"], 'dev "http://localhost:5173/?a=1&b=2"'],
  ] as const) {
    const { status, stdout, stderr } = runAlone(args, alone);

    assert.deepEqual([status, stdout], [2, ""]);
    assert.equal(
      stderr,
      `error EMULATOR_MISSING: the record page works on calling-widget-sdk-emulator, which is not installed: run npx -p calling-widget-sdk@0.1.0 -p calling-widget-sdk-emulator@0.1.0 calling-widget-sdk ${usage}\n`,
    );
  }
  assert.equal((JSON.parse(runAlone(["demo", "--json"], alone).stderr) as { error: { code: string } }).error.code, "EMULATOR_MISSING");
});
