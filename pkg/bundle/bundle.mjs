// Bundles pkg/build, pkg/src and www into pkg/dist, once `cargo xtask` has built the modules:
// `node pkg/bundle/bundle.mjs package`, or `pages` alone, or `demo`: the pages, and the parts
// of the package that they import.
import { copyFile, mkdir, rm } from "node:fs/promises";
import { join } from "node:path";

import { check } from "./check.mjs";
import { writeDeclarations } from "./declarations.mjs";
import { slimMaps } from "./maps.mjs";
import { writePages } from "./pages.mjs";
import { DIST, PACKAGE } from "./places.mjs";
import { writeModules, writeScripts } from "./scripts.mjs";
import { writeStubs } from "./stubs.mjs";
import { writeTexts } from "./texts.mjs";

const BUNDLES = { demo: bundleDemo, package: bundlePackage, pages: writePages };

async function bundleDemo() {
  await rm(DIST, { recursive: true, force: true });
  await writeModules();
  await writePages();
}

async function bundlePackage() {
  await rm(DIST, { recursive: true, force: true });
  await mkdir(DIST);
  await copyFile(join(PACKAGE, "build/widget.wasm"), join(DIST, "widget.wasm"));
  // The others read the output of these two.
  await Promise.all([writeScripts(), writeDeclarations(), writeStubs()]);
  await Promise.all([slimMaps(), writePages()]);
  await check();
  await writeTexts();
}

await BUNDLES[process.argv[2]]();
