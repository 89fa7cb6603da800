// Source maps without the modules: a map repeats each source, and the text of a module is
// in the script beside it anyway. It would be a third of the packed package.
//
// The map of a file for `require` has the positions, and a remark in place of each text: the texts
// are in the map of the ES module beside it, which browsers get. Other runtimes (Node, Jest) show
// names and lines. Without the remarks webpack's source-map-loader warns of each missing file.
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";

import { decode, encode } from "@jridgewell/sourcemap-codec";

import { DIST, filesBelow } from "./places.mjs";

const MODULE = "// The WebAssembly module. The script beside this map has it.\n";
const ELSEWHERE = "// The map of the ES module has this file.\n";

export async function slimMaps() {
  const maps = (await filesBelow(DIST)).filter((path) => path.endsWith(".map"));
  await Promise.all(
    maps.map(async (path) => {
      const map = JSON.parse(await readFile(path, "utf8"));
      await writeFile(path, inAscii(JSON.stringify(slimmed(map, path.startsWith(join(DIST, "cjs"))))));
    }),
  );
}

/** The same map with a remark for each module, and no position in one. */
export function slimmed({ sourcesContent, ...map }, isForRequire) {
  const modules = map.sources.map(isModule);
  const mappings = encode(decode(map.mappings).map((line) => withoutSources(line, modules)));
  const texts = sourcesContent.map((text, at) => (modules[at] ? MODULE : isForRequire ? ELSEWHERE : text));
  return { ...map, mappings, sourcesContent: texts };
}

/** A line's segments; the first of several in a module is marked as coming from nowhere. */
function withoutSources(line, isLeftOut) {
  const marked = line.map((segment) => (isLeftOut[segment[1]] ? [segment[0]] : segment));
  return marked.filter((segment, at) => segment.length > 1 || marked[at - 1]?.length !== 1);
}

/** True if a source is a module as text; glue is readable, and stays. */
function isModule(source) {
  return source.split("/").includes("build") && !source.endsWith(".glue.js");
}

function inAscii(json) {
  return json.replace(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);
}
