// The documents that are pages of the site, their order, and the targets of their links.
import { readFileSync } from "node:fs";
import { posix } from "node:path";

import { REPOSITORY, ROOT, SITE } from "./places.mjs";

/** Documents that no list of the README names, under a separate heading. */
const OTHERS = { heading: "The parts", paths: ["www/README.md", "platform/emulator/npm/README.md", "platform/rest/README.md", "tests/model/README.md"] };

/** Pages that `cargo xtask site` generates into the folder `reference` beside this file. */
const REFERENCE = { heading: "Reference", paths: ["reference/protocol.md", "reference/codes.md"] };

/**
 * The lists below "Read on" of the README, with the documents that each names. They are the
 * site's contents as well, so that there is one order of the documents.
 *
 * @returns {{ heading: string, documents: Document[] }[]}
 *
 * @typedef {{ path: string, page: string, title: string, summary: string }} Document
 * `path` is in the repository, `page` on the site.
 */
export function readContents() {
  const [, readOn] = textOf("README.md").split("\n## Read on\n");
  if (readOn === undefined) throw new Error('README.md has no heading "Read on", from which the site takes its contents');
  const lists = readOn.split(/^(?=\S.*:$)/m).filter((part) => /^- /m.test(part));
  const sections = lists.map((part) => ({
    heading: part.slice(0, part.indexOf(":")),
    paths: [...part.matchAll(/\]\(([^):#]+\.md)/g)].map(([, path]) => path),
  }));
  const seen = new Set();
  return [...sections, OTHERS, REFERENCE].map(({ heading, paths }) => ({
    heading,
    documents: paths.filter((path) => !seen.has(path) && seen.add(path)).map(documentOf),
  }));
}

/** @returns {Document} */
export function documentOf(path) {
  const text = textOf(path);
  const title = /^# (.+)$/m.exec(text)?.[1];
  if (title === undefined) throw new Error(`${path} has no title`);
  return { path, page: pageOf(path), title: plain(title), summary: plain(summaryOf(text)) };
}

/** A document's path among the pages: a README is its folder's index. */
export function pageOf(path) {
  return path.replace(/(^|\/)README\.md$/, "$1index.md");
}

/**
 * The link of a document on its page: one to another page is relative, also where the document
 * names the published site; one to a file that is no page leads to the repository.
 */
export function linkOf(href, from, pages) {
  if (href.startsWith(SITE)) return `${posix.relative(posix.dirname(from), ".") || "."}/${href.slice(SITE.length).replace(/\.html(?=#|$)/, ".md")}`;
  if (/^(?:[a-z][a-z\d+.-]*:|#|\/)/i.test(href)) return href;
  const [, file, anchor] = /^([^#]*)(#.*)?$/.exec(href);
  const target = posix.normalize(posix.join(posix.dirname(from), file));
  if (target.startsWith("..")) throw new Error(`${from} links to ${href}, which is outside of the repository`);
  if (!pages.has(target)) return `${REPOSITORY}/blob/main/${target}${anchor ?? ""}`;
  const page = posix.relative(posix.dirname(from), pageOf(target));
  return `${page.startsWith(".") ? "" : "./"}${page}${anchor ?? ""}`;
}

/** GitHub's identifier of a heading, so that a link works in both places. */
export function slugOf(heading) {
  return heading
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}\p{Pc}\- ]/gu, "")
    .replaceAll(" ", "-");
}

export function textOf(path) {
  return readFileSync(new URL(path, path.startsWith("reference/") ? import.meta.url : ROOT), "utf8");
}

/** The first paragraph that is no picture, up to a sentence that introduces the next part. */
function summaryOf(text) {
  const paragraphs = text.replace(/^<!--[^]*?-->$/gm, "").split(/\n{2,}|^#.*$/m);
  const first = paragraphs.map((paragraph) => paragraph.trim()).find((paragraph) => /^[\p{L}`[*"']/u.test(paragraph)) ?? "";
  return first.replace(/(?<=[.?!])\s[^.?!]*:$/, "");
}

/** Strips the marks of links and code. */
function plain(markdown) {
  return markdown
    .replace(/\[([^\]]*)\]\([^)]*\)/g, "$1")
    .replace(/[`*]/g, "")
    .replace(/\s+/g, " ")
    .trim();
}
