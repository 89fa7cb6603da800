// node demo.mjs FOLDER: builds the demo below `demo/` of the site's pages, from the same
// sources as the servers', with the platform's module in a service worker.
import { createHash } from "node:crypto";
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";

import { ROOT } from "./places.mjs";

const { build } = createRequire(ROOT)("esbuild");
const root = fileURLToPath(ROOT);
const demo = resolve(process.argv[2], "pages/demo");
const common = { absWorkingDir: root, bundle: true, charset: "ascii", legalComments: "none", logLevel: "warning", minify: true, target: "es2022" };

rmSync(demo, { recursive: true, force: true });
mkdirSync(demo, { recursive: true });
await build({ ...common, entryPoints: ["tools/site/demo/start.ts", "tools/site/demo/style.css"], format: "esm", splitting: true, outdir: demo });
const pages = join(root, "pkg/dist/pages");
writeFileSync(
  join(demo, "index.html"),
  withPolicy("host", "index.html")
    .replace('src="./main.js"', 'src="./start.js"')
    .replace("<title>", '<meta name="softphone" content="phone/" />\n    <title>')
    .replace('<div id="banners"', '<div id="site-note" class="site-note"></div>\n    <div id="banners"'),
);
for (const file of filesBelow(join(pages, "widget")).filter((path) => !path.endsWith(".txt"))) {
  const copy = join(demo, "phone", file);
  mkdirSync(dirname(copy), { recursive: true });
  writeFileSync(copy, file.endsWith(".html") ? withPolicy("widget", file) : readFileSync(join(pages, "widget", file)));
}
cpSync(join(root, "platform/emulator/npm/dist/emulator.wasm"), join(demo, "emulator.wasm"));

const files = filesBelow(demo);
const digest = createHash("sha256");
for (const file of files) digest.update(file).update(readFileSync(join(demo, file)));
await build({
  ...common,
  entryPoints: ["tools/site/worker/worker.ts"],
  format: "iife",
  outdir: demo,
  define: { BUILD: JSON.stringify(digest.digest("hex").slice(0, 16)), FILES: JSON.stringify(files) },
});

/** A page with its policy inside, since a file server sends none. */
function withPolicy(site, file) {
  const policy = readFileSync(join(pages, site, "content-security-policy.txt"), "utf8").trim();
  // It has no effect within a page.
  const within = policy.replace(/; frame-ancestors [^;]*/, "");
  return readFileSync(join(pages, site, file), "utf8").replace("<head>", `<head>\n    <meta http-equiv="Content-Security-Policy" content="${within}" />`);
}

function filesBelow(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath ?? entry.path, entry.name)).replaceAll("\\", "/"))
    .sort();
}
