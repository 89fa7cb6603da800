// The output that a user of a failing test sees.
import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";

import { expect, test } from "@playwright/test";

test("a failure names its cause and line, with the transcript", async ({}, info) => {
  // Each failure starts another browser.
  test.slow();
  const cli = fileURLToPath(import.meta.resolve("@playwright/test/cli"));
  const args = ["test", "--reporter=line", `--project=${info.project.name}`, `--output=${info.outputPath("faults")}`];
  const printed = await new Promise<string>((resolve) => {
    execFile(process.execPath, [cli, ...args], { env: { ...process.env, FAULTS: "1", FORCE_COLOR: "0" } }, (_, output) => {
      resolve(output);
    });
  });

  expect(printed).toContain("8 failed");
  expect(printed).toMatch(
    /expected the widget at http:\/\/localhost:\d+\/phone\.js to answer SYNC within 1500 ms, and it did not: the host's state is syncing\s+The frame was led to http:\/\/localhost:\d+\/serve\.js\.\s[^]*does that allow this origin[^]*host -> widget {2}SYNC/,
  );
  for (const [name, reason] of REASONS) {
    const [error = ""] = new RegExp(`\\d+\\) [^\n]*a widget ${name} › [^]*?The host's origin`).exec(printed) ?? [];
    expect(error, name).toMatch(new RegExp(`The browser says:\\n[^]*${reason.source}`));
    expect(error, name).not.toContain("Ada");
  }
  expect(printed).toContain('the host cannot be made: CallingError: settings.isReady is "no"');
  expect(printed).toContain("which is the widget's own: pass another");
  expect(printed).toMatch(/expected the widget to send CALL_ENDED[^]*SYNC_ACK[^]*> \d+ \|.*host\.expect\("CALL_ENDED"[^]*attachment #\d+: transcript \(text\/plain\)[^]*host -> widget {2}SYNC/);
});

/** The browser's reasons for widgets that do not load; tests/unit/playwright-reasons.test.ts has all of them. */
const REASONS: readonly (readonly [name: string, reason: RegExp])[] = [
  ["with nobody", /localhost:4\/phone was not loaded: net::ERR_CONNECTION_REFUSED; nothing listens there/],
  ["without a page", /\/none\.html answers 404/],
  ["in another's frame", /frame-ancestors https:\/\/crm\.example/],
  ["without wasm", /forbids WebAssembly: in a page add 'wasm-unsafe-eval'/],
];
