// Completeness of the lists of differences from the published types: in the file that
// compares them, and in the documentation.
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";

const read = (path: string): string => readFileSync(join(process.cwd(), path), "utf8");
const names = (text: string, pattern: RegExp): string[] => [...text.matchAll(pattern)].map(([, name]) => name ?? "").sort();

const published = "node_modules/published-0.9.7/dist/types/src";

test("every type of the published package is compared", () => {
  const exported = names(read(`${published}/types.d.ts`), /^export type (\w+)/gm);
  const [, pairs = ""] = read("tests/types/published-types.ts").split(/^type (?:Pairs|Values) = /m);
  const compared = names(pairs, /^ {2}(\w+): \[Ours\.\1, Published\.\1\];$/gm);

  assert.equal(exported.length, 24);
  assert.deepEqual(compared, exported);
});

test("the migration page names every difference of types", () => {
  const page = read("docs/migration.md");
  const sheet = read("tests/types/published-types.ts");
  const listed = sheet.slice(sheet.indexOf("export const unreadable"));

  const differing = names(listed, /"(?:\w+\.)?(\w+)"/g).filter((name) => name !== "constructor");

  assert.ok(differing.length > 40);
  for (const name of differing) {
    assert.ok(page.includes(`\`${name}\``), `docs/migration.md says nothing of ${name}`);
  }
});

test("the migration page names each file of the package", () => {
  const page = read("docs/migration.md");
  const root = "node_modules/published-0.9.7";
  const files = ["dist", "src"].flatMap((folder) => readdirSync(join(process.cwd(), root, folder), { recursive: true }).map((name) => `${folder}/${String(name)}`));
  const modules = ["index.ts", ...files].filter((name) => /^(?!dist\/types\/test).*\.[jt]s$/.test(name)).map((name) => name.replace(/(\.d)?\.ts$/, ""));

  assert.ok(modules.length >= 12, modules.join());
  for (const name of modules) {
    assert.ok(page.includes(`\`${name}\``), name);
  }
});

test("the migration page names every type of an input", () => {
  const page = read("docs/migration.md");
  const exported = new Set(names(read(`${published}/types.d.ts`), /^export type (\w+)/gm));
  const ours = ["pkg/src/generated/messages.ts", "pkg/src/shared/envelope.ts", "pkg/src/shared/types.ts"].flatMap((path) => names(read(path), /^export type (\w+)Input\b/gm));

  for (const name of ours.filter((name) => exported.has(name))) {
    assert.ok(page.includes(`\`${name}Input\``), `docs/migration.md says nothing of ${name}Input`);
  }
});
