// Folders for tools that know no `exports`: Jest before 28, webpack before 5, Browserify, Parcel,
// TypeScript's `moduleResolution: "node"`. They take `calling-widget-sdk/react` for a folder, and
// read its package.json.
import { mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { existsSync } from "node:fs";
import { join, posix } from "node:path";

import { DIST, PACKAGE } from "./places.mjs";

export async function writeStubs() {
  // Those of entries that were removed.
  const earlier = (await readdir(PACKAGE)).filter((name) => existsSync(join(PACKAGE, name, "package.json")));
  await Promise.all(earlier.map((name) => rm(join(PACKAGE, name), { recursive: true })));
  const { exports } = JSON.parse(await readFile(join(PACKAGE, "package.json"), "utf8"));
  for (const [name, stub] of Object.entries(stubs(exports))) {
    await writeJson(join(PACKAGE, name), stub);
  }
  await writeJson(join(DIST, "cjs"), { type: "commonjs", sideEffects: false });
}

/** The package.json of each entry beside the main one, by its folder. */
function stubs(exports) {
  const entries = Object.entries(exports).filter(([name, targets]) => name !== "." && targets.require !== undefined);
  return Object.fromEntries(
    entries.map(([name, targets]) => {
      const from = (path) => posix.relative(name, path);
      return [name, { main: from(targets.require.default), types: from(targets.import.types) }];
    }),
  );
}

async function writeJson(folder, value) {
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, "package.json"), `${JSON.stringify(value)}\n`);
}
