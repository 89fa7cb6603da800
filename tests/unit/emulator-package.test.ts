// The search for the emulator's package, and the error if there is none.
import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";

import { findEmulator } from "../../pkg/command/emulator.ts";
import { Unable, UsageError } from "../../pkg/command/failure.ts";
import { emulatorPlace } from "./emulator-place.ts";

/** A folder with no package. */
const nowhere = mkdtempSync(join(tmpdir(), "nowhere-"));
process.once("exit", () => rmSync(nowhere, { recursive: true }));
const NOWHERE = join(nowhere, "/");

/** Searches these places. */
function find(places: readonly string[], nodeVersion = "20.19.0", typed: readonly string[] = ["demo"]): Promise<unknown> {
  return findEmulator(typed, { nodeVersion, places, version: () => Promise.resolve("1.2.3") }).catch((error: unknown) => error);
}

async function folderOf(places: readonly string[]): Promise<string> {
  const { createEmulator } = (await find(places)) as { createEmulator: (options: object) => Promise<{ from: string }> };
  return (await createEmulator({ port: 1 })).from;
}

test("the first place with this version is taken", async () => {
  const [other, first, second] = [emulatorPlace("1.2.4"), emulatorPlace("1.2.3"), emulatorPlace("1.2.3")];

  assert.ok((await folderOf([NOWHERE, other, first, second])).startsWith(first));
  assert.ok((await folderOf([second, first])).startsWith(second));
});

test("the named command repeats the words typed, quoted", async () => {
  for (const [word, shown] of [
    ["http://localhost:5173/", "http://localhost:5173/"],
    ["http://localhost:5173/?a=1&b=2;3", '"http://localhost:5173/?a=1&b=2;3"'],
    ["http://localhost:5173/?a=$(x)`y`", "'http://localhost:5173/?a=$(x)`y`'"],
    ["$'", String.raw`'$'\'''`],
  ] as const) {
    const found = await find([NOWHERE], "20.19.0", ["dev", word, "--port", "9000"]);

    assert.ok(found instanceof Unable);
    assert.ok(found.message.endsWith(` calling-widget-sdk dev ${shown} --port 9000`), found.message);
  }
});

/** What is found, the error's code, and its words. */
const ERRORS: readonly (readonly [what: string, place: string, code: string, words: (place: string) => string])[] = [
  ["is missing", NOWHERE, "EMULATOR_MISSING", () => "the record page works on calling-widget-sdk-emulator, which is not installed: run npx -p calling-widget-sdk@1.2.3 -p calling-widget-sdk-emulator@1.2.3 calling-widget-sdk demo"],
  ["has another version", emulatorPlace("1.3.0"), "EMULATOR_VERSION", (place) => `the record page works on calling-widget-sdk-emulator 1.2.3, and 1.3.0 is installed in ${place}node_modules/calling-widget-sdk-emulator: run npx -p `],
  ...["", "throw new Error('canary')", "exports.createEmulator = 1", "module.exports = null"].map((main): (typeof ERRORS)[number] => [
    `cannot be used: ${main}`,
    emulatorPlace("1.2.3", main),
    "EMULATOR_UNUSABLE",
    (place) => `calling-widget-sdk-emulator 1.2.3 in ${place}node_modules/calling-widget-sdk-emulator cannot be loaded: install it again`,
  ]),
];

for (const [what, place, code, words] of ERRORS) {
  test(`a package that ${what} is named`, async () => {
    const found = await find([NOWHERE, place]);

    assert.ok(found instanceof Unable);
    assert.deepEqual([found.code, found.exit], [code, 2]);
    assert.ok(found.message.startsWith(words(place)), found.message);
  });
}

test("a Node that is too old for it is named first", async () => {
  const found = await find([emulatorPlace("1.2.3")], "18.20.4");

  assert.ok(found instanceof UsageError);
  assert.match(found.message, /this is Node 18\.20\.4; .* needs 20 or later/);
});
