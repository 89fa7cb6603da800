// Checks that the sweep over the emulator's output finds secrets.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:http";
import { test } from "node:test";

import { printed, stopAndSweep, sweepLog } from "../../../tests/support/sweep.ts";

const OWN = "platform    http://localhost:8140/emulator/docs\nCtrl-C stops it.\n";

for (const [name, out, err, isFound] of [
  ["its own lines are no find", OWN, "", false],
  ["a secret on standard output is found", `${OWN}emulator-client-secret-123\n`, "", true],
  ["any line on standard error is found", OWN, "panicked\n", true],
  ["silence is no proof", "", "", true],
] as const) {
  test(name, async () => {
    const write = `process.stdout.write(${JSON.stringify(out)}); process.stderr.write(${JSON.stringify(err)});`;
    const program = spawn(process.execPath, ["-e", `${write} setInterval(() => {}, 1000); process.send?.("done");`], {
      stdio: ["ignore", "pipe", "pipe", "ipc"],
    });
    const output = printed(program);
    await once(program, "message");

    const swept = stopAndSweep(program, output);

    await (isFound ? assert.rejects(swept, assert.AssertionError) : swept);
  });
}

for (const [name, text, isFound] of [
  ["routes are no find", "GET /oauth/v1/access-tokens/{token} 404 0c1f3a52-0000-4000-8000-000000000001", false],
  ["a key in the log is found", "GET /settings?hapikey=emulator-developer-key-123", true],
  ["a token in the log is found", `GET /oauth/v1/access-tokens/${"aZ0_-".repeat(50)}`, true],
  ["a person in the log is found", "GET /contacts?email=canary.quillfeather@example.com", true],
] as const) {
  test(name, async () => {
    const server = createServer((_, response) => response.end(text)).listen(0, "127.0.0.1");
    await once(server, "listening");
    const address = server.address();
    assert.ok(typeof address === "object" && address !== null);

    const swept = sweepLog(`http://127.0.0.1:${address.port}`, ["a"]);

    await (isFound ? assert.rejects(swept, assert.AssertionError) : swept);
    server.close();
  });
}
