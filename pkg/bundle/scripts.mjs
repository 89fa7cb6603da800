// The scripts people import, those a page names in a tag, and the package's command.
import { readFile } from "node:fs/promises";
import { join } from "node:path";

import { build } from "esbuild";

import { DIST, PACKAGE, ROOT } from "./places.mjs";

/**
 * The entries, by the imports that they leave outside of their bundle.
 *
 * `modules`: those of `src/rest` that others replace. `sources`: their folder in `src`.
 * `beside`: entries whose own file is imported, so that there is one class and one core,
 * however a page imports them. `core`: the module that replaces `#core`.
 */
const ENTRIES = [
  { names: ["host", "index"] },
  // Of both entries of the REST client: one class of errors.
  { names: ["client"], sources: "rest" },
  { names: ["rest"], beside: ["client"], isForBackEnds: true, modules: { "settings-core": "rest-core" } },
  { names: ["settings"], beside: ["client"] },
  { names: ["react"], beside: ["index"], external: ["react"] },
  { names: ["playwright", "testing"], beside: ["host"], external: ["@playwright/test", "node:*"] },
  // Only types of the phone SDKs: the app makes an adapter's objects.
  { names: ["phone", "phone-amazon-connect", "phone-jssip", "phone-sipjs", "phone-twilio"] },
  { names: ["trace"], beside: ["host", "index"] },
  { names: ["slim"], core: "fetched" },
  // Readable, and with a core that has names: for the condition `development`.
  { names: ["index"], core: "development", folder: "development" },
  { names: ["react"], beside: ["index"], external: ["react"], core: "development", folder: "development" },
];

const OPTIONS = {
  absWorkingDir: ROOT,
  bundle: true,
  // A page without a charset reads a script as windows-1252.
  charset: "ascii",
  logLevel: "warning",
  minify: true,
  target: "es2020",
};

/**
 * An ES module, and a file for `require`: its platform makes esbuild list the names, so
 * that Node lets an ES module import them from the CommonJS file. Tools that know no `exports`
 * get that, too. Its ending is `.js`, in a folder of its own, since Create React App takes
 * `.cjs` for a picture; and webpack 4 cannot read `?.` and `??`.
 */
const FORMATS = [
  { format: "esm", platform: "neutral", place: "", target: OPTIONS.target },
  { format: "cjs", platform: "node", place: "cjs", target: "es2019" },
];

/**
 * Scripts for a tag, with the global for one's exports. The published package's own is ES2017, which
 * is what the optimizer of RequireJS reads.
 */
const CLASSIC_SCRIPTS = { script: { globalName: "CallingWidgetSdk" }, "script-published": { target: "es2017" } };

/**
 * Makes Chromium compile every function while the script loads, beside the page's own thread,
 * rather than each at its first call. Bundlers drop it.
 */
const COMPILED_EARLY = "//# allFunctionsCalledOnLoad";

/** Writes the modules that the pages of www can import: ES modules for production. */
export async function writeModules() {
  const entries = ENTRIES.filter(({ core, isForBackEnds }) => core === undefined && isForBackEnds !== true);
  await Promise.all(entries.map((entry) => buildEntries(entry, FORMATS[0])));
}

export async function writeScripts() {
  const { version } = JSON.parse(await readFile(join(PACKAGE, "package.json"), "utf8"));
  const entries = ENTRIES.flatMap((entry) => FORMATS.map((format) => buildEntries(entry, format)));
  const classics = Object.entries(CLASSIC_SCRIPTS).map(([name, own]) =>
    build({
      ...OPTIONS,
      entryPoints: [source(name)],
      banner: { js: COMPILED_EARLY },
      define: { PACKAGE_VERSION: JSON.stringify(version) },
      format: "iife",
      ...own,
      outdir: DIST,
      platform: "browser",
      sourcemap: true,
    }),
  );
  // It imports the package as a user does; nobody debugs it in a browser.
  const command = build({
    ...OPTIONS,
    entryPoints: [join(PACKAGE, "command/command.ts")],
    external: ["calling-widget-sdk"],
    format: "esm",
    outdir: DIST,
    platform: "node",
  });
  await Promise.all([...entries, ...classics, command]);
}

function buildEntries({ names, beside = [], external = [], core, folder = "", modules = {}, sources }, { format, platform, place, target }) {
  return build({
    ...OPTIONS,
    ...(core === undefined ? {} : { alias: { "#core": join(PACKAGE, `src/wasm/${core}.ts`) } }),
    entryPoints: names.map((name) => source(name, sources)),
    external,
    format,
    // A file for `require` gets its own path by another name.
    logOverride: { "empty-import-meta": "silent" },
    minify: folder === "",
    outdir: join(DIST, place, folder),
    platform,
    plugins: [besides(beside), replaced(modules)],
    sourcemap: true,
    target,
  });
}

/** Keeps imports of these entries as imports, of the file in the same format. */
function besides(names) {
  return {
    name: "beside",
    setup: ({ onResolve }) => {
      for (const name of names) {
        onResolve({ filter: new RegExp(`^(\\.|\\.\\./rest)/${name}\\.js$`) }, () => ({ path: `./${name}.js`, external: true }));
      }
    },
  };
}

/** Replaces these modules by others of `src/rest`. */
function replaced(modules) {
  return {
    name: "replaced",
    setup: ({ onResolve }) => {
      for (const [from, to] of Object.entries(modules)) {
        onResolve({ filter: new RegExp(`^\\./${from}\\.js$`) }, () => ({ path: join(PACKAGE, `src/rest/${to}.ts`) }));
      }
    },
  };
}

function source(name, folder = "entries") {
  return join(PACKAGE, `src/${folder}/${name}.ts`);
}
