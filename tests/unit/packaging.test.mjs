// What pkg/bundle makes. Declarations and folders of entries are tested in tests/consumers, the
// digests in tests/e2e/loading.spec.ts.
import assert from "node:assert/strict";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { createContext, runInContext } from "node:vm";
import { gzipSync } from "node:zlib";

import { transformSync } from "esbuild";

import { fault } from "../../pkg/bundle/check.mjs";
import { slimmed } from "../../pkg/bundle/maps.mjs";

test("a module is left out of a map, and every source stays", () => {
  const map = { version: 3, sources: ["../build/widget.js", "../build/rest.glue.js", "../src/build.ts"], sourcesContent: ["text", "glue", "source"], mappings: "AAAA,CAAC,ECAA", names: [] };

  const { sources, sourcesContent, mappings } = slimmed(map, false);

  assert.equal(sources.length, 3);
  assert.match(sourcesContent[0], /WebAssembly module/);
  assert.deepEqual(sourcesContent.slice(1), ["glue", "source"]);
  assert.equal(mappings, "A,GCAC");
});

test("a map for require has positions, and a remark in place of each text", () => {
  const map = { version: 3, sources: ["../src/a.ts"], sourcesContent: ["a"], mappings: "AAAA", names: ["b"] };

  const { sourcesContent, ...rest } = slimmed(map, true);

  // webpack's source-map-loader warns of each source that has no text and no file.
  assert.match(sourcesContent[0], /ES module/);
  assert.deepEqual(rest, { version: 3, sources: ["../src/a.ts"], mappings: "AAAA", names: ["b"] });
});

test("a tag's script asks first to be compiled eagerly", () => {
  for (const name of ["script.js", "script-published.js"]) {
    assert.match(readFileSync(join(process.cwd(), "pkg/dist", name), "latin1"), /^\/\/# allFunctionsCalledOnLoad\n/, name);
  }
});

test("our script is a module to an AMD loader, and to its optimizer", () => {
  const modules = [];
  const define = Object.assign((_, factory) => modules.push(factory()), { amd: {} });
  const context = createContext({ define });
  const script = readFileSync(join(process.cwd(), "pkg/dist/script-published.js"), "latin1");

  runInContext(script, context);

  const [asES2017, asIs] = ["es2017", "esnext"].map((target) => transformSync(script, { target }).code);
  assert.ok(asES2017 === asIs, "the optimizer of RequireJS reads ES2017");

  // SystemJS takes the last global for the module: there, as here, the class.
  assert.deepEqual(Object.keys(modules[0]), ["IFrameManager", "Constants", "default"]);
  assert.equal(modules[0].__esModule, true);
  assert.deepEqual(Object.keys(context), ["define"]);
});

test("the script for old pages bears a changed Object.prototype", () => {
  const context = createContext();
  runInContext(`Object.prototype.version = "1.0";`, context);

  runInContext(readFileSync(join(process.cwd(), "pkg/dist/script-published.js"), "latin1"), context);

  assert.equal(runInContext("Constants.errorType.UNKNOWN_MESSAGE_TYPE", context), "UNKNOWN_MESSAGE_TYPE");
});

test("no script ends in .cjs or .mjs", () => {
  const scripts = readdirSync("pkg/dist", { recursive: true }).filter((name) => /\.[cm]js$/.test(name));

  assert.deepEqual(scripts, []);
});

test("bytes above ASCII and code made of text are refused", () => {
  assert.match(fault("index.d.ts", "\u{e9}") ?? "", /above 0x7F/);
  assert.equal(fault("index.d.ts", "e"), undefined);
  for (const text of ["a=eval(b)", "return new Function(a)"]) {
    assert.match(fault("index.js", text) ?? "", /code of text/);
  }
  assert.equal(fault("index.js", "retrieval(a);isFunction(b);a.eval(c)"), undefined);
});

test("every relative link of what is packed leads to a packed file", () => {
  // Files of each package and crate besides its README; the README of the root's crate is read on
  // crates.io, which takes relative links from the repository.
  const packages = { pkg: ["README.md", "CHANGELOG.md", ...folder("pkg/docs")], "platform/emulator/npm": ["README.md"], "platform/rest": ["README.md"] };
  let seen = 0;

  for (const [place, pages] of Object.entries(packages)) {
    for (const page of pages) {
      const text = readFileSync(join(place, page), "utf8").split("```").filter((_, index) => index % 2 === 0).join("");
      for (const [, link] of text.matchAll(/\]\((?![a-z]+:|#)([^)#\s]+)/g)) {
        const target = join(dirname(page), link);
        assert.ok(pages.includes(target) && existsSync(join(place, target)), `${place}/${page}: ${link}`);
        seen += 1;
      }
    }
  }

  assert.ok(seen > 50, String(seen));
});

// Another compiler makes modules of other sizes, by a few percent.
test("the sizes in the documents are those of the package", () => {
  const size = (name) => readFileSync(join("pkg/dist", name)).length;
  const gzipped = (name) => gzipSync(readFileSync(join("pkg/dist", name)), { level: 9 }).length;
  const check = (document, sentence, built) => {
    const [, ...sizes] = sentence.exec(readFileSync(document, "utf8").replaceAll("\n", " ")) ?? [];
    assert.equal(sizes.length, built.length, document);
    for (const [index, kilobytes] of sizes.entries()) assert.ok(Math.abs((kilobytes * 1000) / built[index] - 1) < 0.05, `${document}: ${kilobytes} kB; built: ${built[index]} bytes`);
  };
  check("README.md", /the main entry is (\d+) kB, and `\.\/slim` (\d+) kB with a wasm file of (\d+) kB/, ["index.js", "slim.js", "widget.wasm"].map(gzipped));
  check("docs/loading.md", /the main entry is (\d+) kB and `\.\/slim` (\d+) kB/, ["index.js", "slim.js"].map(size));
});

function folder(path) {
  return readdirSync(path).map((name) => join("docs", name));
}
