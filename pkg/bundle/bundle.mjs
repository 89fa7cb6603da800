// From pkg/build, pkg/src and www to pkg/dist: `cargo xtask package` runs this once the
// modules are built. `node pkg/bundle/bundle.mjs pages` writes the pages alone.
import { copyFile, mkdir, rm } from "node:fs/promises";
import { join } from "node:path";

import { check } from "./check.mjs";
import { writeDeclarations } from "./declarations.mjs";
import { slimMaps } from "./maps.mjs";
import { writePages } from "./pages.mjs";
import { DIST, PACKAGE } from "./places.mjs";
import { writeScripts } from "./scripts.mjs";
import { writeTexts } from "./texts.mjs";

if (process.argv[2] === "pages") {
  await writePages();
} else {
  await rm(DIST, { recursive: true, force: true });
  await mkdir(DIST);
  for (const name of ["widget.symbols", "widget.wasm"]) await copyFile(join(PACKAGE, "build", name), join(DIST, name));
  // The others read what these two have written.
  await Promise.all([writeScripts(), writeDeclarations()]);
  await Promise.all([slimMaps(), writePages()]);
  await check();
  await writeTexts();
}
