// pkg/dist/types: declarations for `import` and for `require`.
//
// Under `"type": "module"` a `.d.ts` describes an ES module, so a CommonJS consumer needs
// a separate `.d.cts`, down to the last file it refers to.
import { execFile } from "node:child_process";
import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { basename, dirname, join, relative } from "node:path";
import { promisify } from "node:util";

import { DIST, filesBelow, PACKAGE, ROOT } from "./places.mjs";

const TYPES = join(DIST, "types");

export async function writeDeclarations() {
  await compile();
  const built = (await filesBelow(join(PACKAGE, "build"))).filter((path) => path.endsWith(".d.ts"));
  for (const path of built) {
    // pkg/src becomes dist/types.
    await rewrite(path, join(DIST, relative(PACKAGE, path)), (specifier) => specifier.replace(/^((?:\.\.\/)+)src\//, "$1types/"));
  }
  // package.json names an entry's declarations a folder up from where the compiler writes
  // them. Only entries import entries.
  for (const path of await filesBelow(join(TYPES, "entries"))) {
    await rewrite(path, join(TYPES, basename(path)), folderUp, WITH_LIBRARY);
  }
  await rm(join(TYPES, "entries"), { recursive: true });
  for (const path of (await filesBelow(DIST)).filter((path) => path.endsWith(".d.ts"))) {
    await rewrite(path, path, (specifier) => specifier);
    await rewrite(path, path.replace(/\.ts$/, ".cts"), forRequire);
  }
}

async function compile() {
  const compiler = join(ROOT, "node_modules/typescript-7/bin/tsc");
  const arguments_ = [compiler, "--project", join(PACKAGE, "tsconfig.build.json")];
  await promisify(execFile)(process.execPath, arguments_).catch(({ stdout }) => {
    throw new Error(`the declarations do not compile:\n${stdout}`);
  });
}

/** Writes a file's declarations elsewhere, with its relative imports changed. */
async function rewrite(from, to, change, head = "") {
  await mkdir(dirname(to), { recursive: true });
  await writeFile(to, head + withImports(await readFile(from, "utf8"), change));
}

/** Promises and maps, for apps that compile to ES5. */
const WITH_LIBRARY = '/// <reference lib="es2015" />\n';

/**
 * Declarations with their relative imports changed: `from "…"` and `import("…")`. They lose a word
 * that says nothing in a declaration: TypeScript reads `export type *` from 5.0 on, and
 * `{ type Name }` from 4.5 on.
 */
function withImports(text, change) {
  return text.replace(/\bexport type \* from/g, "export * from").replace(/^(?:import|export) [^;"]*\{[^}]*\} from/gm, (head) => head.replace(/([{,]\s*)type (?=\w)/g, "$1")).replace(/(\b(?:from|import)[\s(]*)(["'])(\.\.?\/[^"']+)\2/g, (_, before, quote, specifier) => `${before}${quote}${change(specifier)}${quote}`);
}

function folderUp(specifier) {
  return specifier.startsWith("../../") ? specifier.slice("../".length) : specifier.replace(/^\.\.\//, "./");
}

function forRequire(specifier) {
  return specifier.replace(/\.js$/, ".cjs");
}
