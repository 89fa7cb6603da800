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

test("check-host gives its token to its own page only, and no other origin renews it", async () => {
  const check = start(["check-host", "--port", "0", "--only", "handshake.sync"]);
  const [, address = ""] = await check.says(/(http:\/\/localhost:\d+\/)\?/);
  const ended = once(check.process, "close");
  const ask = (init: RequestInit): Promise<Response> => fetch(new URL("/token", address), init);
  const own = { method: "POST", headers: { "x-check-page": "1" } };

  const token = await (await ask(own)).text();
  // Requests that a page of another origin may send without a preflight: without a custom header.
  const foreign = [await ask({}), await ask({ method: "POST" }), await ask({ method: "POST", body: "x", headers: { "content-type": "text/plain" } })];
  // And the preflight request of a browser.
  const question = await ask({ method: "OPTIONS", headers: { origin: "https://evil.example", "access-control-request-method": "POST", "access-control-request-headers": "x-check-page" } });
  const report = (event: object): Promise<Response> => fetch(new URL("/report", address), { method: "POST", headers: { "x-check-token": token }, body: JSON.stringify(event) });
  const plan = [{ id: "handshake.sync", level: "must", title: "T", what: "W", source: "S" }];
  const posted = [await report({ plan }), await report({ result: { id: "handshake.sync", status: "passed" } }), await report({ end: true })];
  const [code] = (await ended) as [number];

  assert.deepEqual(foreign.map(({ status }) => status), [404, 404, 404]);
  assert.equal(question.headers.get("access-control-allow-origin"), null);
  assert.deepEqual([posted.map(({ status }) => status), code], [[204, 204, 204], 0]);
});

test("wrong usage says what to write", async () => {
  for (const [args, words] of [
    [["demo", "http://localhost:3000"], "use dev URL"],
    [["demo", "--port", "abc"], "--port abc is no port"],
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

test("without the platform's package demo and dev name the command that has both", () => {
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
