// What the emulator must not tell: keys, secrets, tokens and people, in what it prints
// and in the log of its requests.
import assert from "node:assert/strict";
import type { ChildProcess } from "node:child_process";
import { once } from "node:events";

import { personalIn } from "../e2e/support/canaries.ts";

/** The lines it prints at its start; there are no others. */
const OWN_LINES = /^(?:(?:host page|softphone|platform) +http:\/\/localhost:\d+\/\S*|Ctrl-C stops it\.)$/;

/** A key, a client secret or an access token of the emulator's. */
const SECRET = /emulator-(?:developer-key|client-secret)-|[\w-]{200,}/;

/** Gathers what a process prints, from now on. */
export function printed(emulator: ChildProcess): () => string {
  let text = "";
  for (const stream of [emulator.stdout, emulator.stderr]) {
    stream?.setEncoding("utf8").on("data", (part: string) => {
      text += part;
    });
  }
  return () => text;
}

/** Asks for the log of requests, of these namespaces too, and looks through it. */
export async function sweepLog(address: string, namespaces: readonly string[]): Promise<void> {
  for (const base of [address, ...namespaces.map((name) => `${address}/ns/${name}`)]) {
    const answer = await fetch(`${base}/emulator/log.json`);
    const text = await answer.text();
    assert.equal(answer.status, 200, text);
    assert.doesNotMatch(text, SECRET, base);
    assert.equal(personalIn(text), undefined, base);
  }
}

/** Stops it, and looks through all that it has printed. */
export async function stopAndSweep(emulator: ChildProcess, output: () => string): Promise<void> {
  if (emulator.exitCode === null && emulator.signalCode === null) {
    const end = once(emulator, "close");
    emulator.kill("SIGTERM");
    await end;
  }
  const lines = output().split(/\r?\n/).filter((line) => line !== "");
  assert.ok(lines.length > 0, "it has printed its addresses");
  assert.deepEqual(lines.filter((line) => !OWN_LINES.test(line)), [], "what the emulator prints");
}
