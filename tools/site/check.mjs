// node check.mjs FOLDER BASE: checks that every link of the pages leads to an existing page, file and heading.
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join, relative } from "node:path";

const [folder, base] = process.argv.slice(2);
const pages = join(folder, "pages");
const LANGUAGES = ["typescript", "rust"].map((name) => join(pages, "reference", name));
const identifiers = new Map();
const faults = [];
let links = 0;

for (const page of pagesBelow(pages)) {
  const address = new URL(base + relative(pages, page), "http://site");
  for (const [, , written] of readFileSync(page, "utf8").matchAll(/<[^>]+\s(href|src)="([^"]+)"/g)) {
    const link = new URL(written.replaceAll("&amp;", "&"), address);
    if (link.origin !== address.origin) continue;
    links += 1;
    const fault = faultOf(link);
    if (fault !== undefined) faults.push(`${relative(pages, page)}: ${written} ${fault}`);
  }
}
if (links === 0) faults.push(`${pages} has no page with a link`);
if (faults.length > 0) {
  console.error(faults.join("\n"));
  process.exitCode = 1;
} else {
  console.log(`site: ${links} links lead to what is there`);
}

function faultOf({ pathname, hash }) {
  if (!pathname.startsWith(base)) return `is outside of ${base}`;
  const file = join(pages, decodeURIComponent(pathname.slice(base.length)), pathname.endsWith("/") ? "index.html" : "");
  if (!existsSync(file) || statSync(file).isDirectory()) return "leads to no file";
  const heading = decodeURIComponent(hash.slice(1));
  return heading === "" || identifiersOf(file).has(heading) ? undefined : "leads to no heading of the page";
}

function identifiersOf(file) {
  const found = identifiers.get(file) ?? new Set([...readFileSync(file, "utf8").matchAll(/\sid="([^"]+)"/g)].map(([, id]) => id));
  identifiers.set(file, found);
  return found;
}

/** The pages of the documents and the demo: the generators of the two languages' references check their own. */
function pagesBelow(place) {
  return readdirSync(place, { withFileTypes: true }).flatMap((entry) => {
    const path = join(place, entry.name);
    if (entry.isDirectory()) return LANGUAGES.includes(path) ? [] : pagesBelow(path);
    return path.endsWith(".html") ? [path] : [];
  });
}
