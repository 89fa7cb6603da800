// pkg/dist/pages: the pages of www and of the check, which the package's command and `cargo xtask demo`
// serve. They import the package that is built.
import { copyFile, mkdir, rm } from "node:fs/promises";
import { dirname, join, relative } from "node:path";

import { build } from "esbuild";

import { DIST, filesBelow, ROOT } from "./places.mjs";

/** The folders with a page, by the page's name. */
const SITES = { check: "tools/check/page", host: "www/host", stranger: "tools/check/stranger", widget: "www/widget" };

/** The files that a page names; all others but TypeScript and CSS are copied. */
const BUNDLED = /^(?:main|stranger)\.ts$|^style\.css$/;

/**
 * `./settings` also exports a class of the REST client, which no page imports: it belongs in
 * a back end. So the demo, which builds for the pages alone, omits its module.
 */
const WITHOUT_REST = {
  name: "without-rest",
  setup: ({ onResolve }) => {
    onResolve({ filter: /^\.\/rest\.js$/ }, ({ path }) => ({ path, external: true, sideEffects: false }));
  },
};

export async function writePages() {
  await Promise.all(Object.entries(SITES).map(writeSite));
}

async function writeSite([site, folder]) {
  const source = join(ROOT, folder);
  const built = join(DIST, "pages", site);
  await rm(built, { recursive: true, force: true });
  const files = await filesBelow(source);
  const { metafile } = await build({
    absWorkingDir: ROOT,
    bundle: true,
    charset: "ascii",
    entryPoints: files.filter((path) => BUNDLED.test(relative(source, path))),
    format: "esm",
    legalComments: "none",
    logLevel: "warning",
    metafile: true,
    minify: true,
    outbase: source,
    outdir: built,
    plugins: [WITHOUT_REST],
    target: "es2022",
  });
  for (const [path, { imports }] of Object.entries(metafile.outputs)) {
    const left = imports.find(({ external }) => external);
    if (left !== undefined) throw new Error(`${path} imports ${left.path}: no page has the REST client`);
  }
  for (const path of files.filter((path) => !/\.(?:ts|css)$/.test(path))) {
    const copy = join(built, relative(source, path));
    await mkdir(dirname(copy), { recursive: true });
    await copyFile(path, copy);
  }
}
