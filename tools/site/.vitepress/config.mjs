// Turns the documents into pages. `build.mjs` gathers them in `build` first.
import { createHash } from "node:crypto";

import { defineConfig } from "vitepress";

import { documentOf, linkOf, readContents, slugOf } from "../documents.mjs";
import { REPOSITORY } from "../places.mjs";

const { SITE_BASE = "/", SITE_PAGES } = process.env;
const contents = readContents();
const documents = [documentOf("README.md"), ...contents.flatMap((section) => section.documents)];
const pages = new Set(documents.map(({ path }) => path));
const byPage = new Map(documents.map((document) => [document.page, document]));
const itemOf = ({ title, page }) => ({ text: title, link: `/${page.replace(/index\.md$/, "").replace(/\.md$/, ".html")}` });

export default defineConfig({
  title: "calling-widget-sdk",
  lang: "en",
  head: [["link", { rel: "icon", href: "data:," }]],
  base: SITE_BASE,
  srcDir: "build",
  outDir: SITE_PAGES,
  // The build is reproducible: no time is taken from git.
  lastUpdated: false,
  markdown: {
    anchor: { slugify: slugOf },
    config: (markdown) => {
      // A page is now a template: doubled braces of a document stay text.
      const { text, code_inline } = markdown.renderer.rules;
      markdown.renderer.rules.text = (...given) => asText(text(...given));
      markdown.renderer.rules.code_inline = (...given) => asText(code_inline(...given));
      markdown.core.ruler.push("links-of-the-repository", ({ tokens, env }) => {
        const from = byPage.get(env.relativePath)?.path ?? env.relativePath;
        for (const token of tokens.flatMap(({ children }) => children ?? [])) {
          const href = token.type === "link_open" ? token.attrGet("href") : null;
          if (href !== null) token.attrSet("href", linkOf(href, from, pages));
        }
      });
    },
  },
  transformPageData: ({ relativePath }) => ({
    description: byPage.get(relativePath)?.summary ?? "",
    // Its title is the site's.
    ...(relativePath === "index.md" && { titleTemplate: false }),
  }),
  transformHtml: (html) => html.replace("<head>", () => `<head>\n    <meta http-equiv="Content-Security-Policy" content="${policyOf(html)}">`),
  themeConfig: {
    nav: [
      { text: "Guide", link: "/" },
      { text: "Demo", link: "/demo/index.html", target: "_self" },
      { text: "Reference", items: [
        { text: "TypeScript", link: "/reference/typescript/index.html", target: "_self" },
        { text: "Rust", link: "/reference/rust/calling_widget_sdk/index.html", target: "_self" },
      ] },
    ],
    sidebar: [
      { items: [{ text: "Start", link: "/" }] },
      ...contents.map(({ heading, documents }) => ({ text: heading, items: documents.map(itemOf) })),
    ],
    outline: [2, 3],
    search: { provider: "local" },
    socialLinks: [{ icon: "github", link: REPOSITORY }],
    notFound: { quote: "The address has no page here, or has it no longer.", linkText: "To the start" },
    footer: { message: "MIT or Apache-2.0, as you like." },
  },
});

function asText(html) {
  return html.replaceAll("{{", "&#123;&#123;");
}

/** Allows scripts of the site itself, and the generator's inline ones by their hashes. */
function policyOf(html) {
  const inline = [...html.matchAll(/<script(?![^>]*\ssrc=)[^>]*>([^]*?)<\/script>/g)].map(
    ([, script]) => `'sha256-${createHash("sha256").update(script).digest("base64")}'`,
  );
  return [
    "default-src 'none'",
    ["script-src 'self'", ...inline].join(" "),
    // Colours of examples are inline styles.
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "worker-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
  ].join("; ");
}
