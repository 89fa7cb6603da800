// Writes the licences, the history and the pages that the declarations point to: npm takes
// them from the package's own folder.
//
// Also the digests that let a page refuse a changed file: for the `integrity` of a script
// tag, and for `init` of `./slim`.
import { createHash } from "node:crypto";
import { copyFile, mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join, posix } from "node:path";

import { DIST, PACKAGE, ROOT } from "./places.mjs";

const DOCS = join(PACKAGE, "docs");
const REPOSITORY = "https://github.com/calling-widget-sdk/calling-widget-sdk";

/** Files that a page loads by address. */
const FILES = ["script-published.js", "script.js", "widget.wasm"];

export async function writeTexts() {
  await rm(DOCS, { recursive: true, force: true });
  await mkdir(DOCS);
  const names = (await readdir(join(ROOT, "docs"))).filter((name) => name.endsWith(".md"));
  const pages = ["CHANGELOG.md", ...names.map((name) => `docs/${name}`)];
  for (const page of pages) {
    await writeFile(join(PACKAGE, page), withAddresses(await readFile(join(ROOT, page), "utf8"), page, pages));
  }
  for (const name of ["LICENSE-APACHE", "LICENSE-MIT"]) {
    await copyFile(join(ROOT, name), join(PACKAGE, name));
  }
  await writeDigests();
}

/** The page with links to files outside of the package as addresses of the repository. */
function withAddresses(text, page, packed) {
  return text.replace(/\]\((?![a-z]+:|#)([^)#\s]+)/g, (link, path) => {
    const target = posix.join(posix.dirname(page), path);
    return packed.includes(target) ? link : `](${REPOSITORY}/blob/main/${target}`;
  });
}

/**
 * Writes `integrity.json` beside the files, and each file's own digest into the package's
 * copy of the page that shows how to load it.
 */
async function writeDigests() {
  const digests = Object.fromEntries(await Promise.all(FILES.map(async (name) => [name, digest(await readFile(join(DIST, name)))])));
  await writeFile(join(DIST, "integrity.json"), `${JSON.stringify(digests, null, 2)}\n`);
  const page = join(DOCS, "loading.md");
  await writeFile(page, filled(await readFile(page, "utf8"), digests));
}

/** The page with the digests in the place of their names. */
function filled(page, digests) {
  return Object.entries(digests).reduce((text, [name, digest]) => {
    const place = `sha384-(${name})`;
    if (!text.includes(place)) throw new Error(`docs/loading.md has no place for a digest: write \`${place}\``);
    return text.replaceAll(place, digest);
  }, page);
}

function digest(bytes) {
  return `sha384-${createHash("sha384").update(bytes).digest("base64")}`;
}
