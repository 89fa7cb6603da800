// node build.mjs FOLDER BASE: the documents as pages in FOLDER, for a site whose address has the path BASE.
import { cp, mkdir, rm, writeFile } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

import { documentOf, readContents, textOf } from "./documents.mjs";
import { ROOT } from "./places.mjs";

const [folder, base] = process.argv.slice(2);
if (folder === undefined || !/^\/(?:[^?#]*\/)?$/.test(base ?? "")) {
  throw new Error(`node build.mjs FOLDER BASE: the base is a path that begins and ends with a slash, not ${base}`);
}
const source = fileURLToPath(new URL("build", import.meta.url));
const pages = resolve(folder, "pages");
const documents = [documentOf("README.md"), ...readContents().flatMap((section) => section.documents)];

await rm(source, { recursive: true, force: true });
for (const { path, page } of documents) {
  const place = join(source, page);
  await mkdir(dirname(place), { recursive: true });
  await writeFile(place, textOf(path));
  for (const [, picture] of textOf(path).matchAll(/!\[[^\]]*\]\(([^)]+)\)/g)) {
    await cp(new URL(picture, new URL(path, ROOT)), join(dirname(place), picture));
  }
}

Object.assign(process.env, { SITE_PAGES: pages, SITE_BASE: base });
const { build } = await import("vitepress");
await build(fileURLToPath(new URL(".", import.meta.url)));
