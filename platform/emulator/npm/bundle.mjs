// The package's scripts and declarations, beside the module that `cargo xtask emulator` puts into `dist`.
import { execFileSync } from "node:child_process";
import { copyFileSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";

import { build } from "esbuild";

const folder = fileURLToPath(new URL(".", import.meta.url));
process.chdir(folder);

const common = { absWorkingDir: folder, bundle: true, platform: "node", target: "node20", charset: "ascii", logLevel: "warning", inject: ["src/globals.ts"] };
await build({ ...common, entryPoints: ["src/index.ts"], outfile: "dist/index.js", format: "esm" });
await build({
  ...common,
  entryPoints: ["src/index.ts"],
  outfile: "dist/index.cjs",
  format: "cjs",
  define: { "import.meta.url": "here" },
  banner: { js: 'const here = require("node:url").pathToFileURL(__filename).href;' },
});
// The command imports the package as a user would.
await build({ ...common, entryPoints: ["src/command.ts"], outfile: "dist/command.js", format: "esm", external: ["./index.js"] });

const compiler = createRequire(import.meta.url).resolve("typescript/bin/tsc");
execFileSync(process.execPath, [compiler, "--project", "tsconfig.build.json"], { stdio: "inherit" });
for (const name of readdirSync("dist/types").filter((file) => file.endsWith(".d.ts"))) {
  const text = readFileSync(`dist/types/${name}`, "utf8");
  writeFileSync(`dist/types/${name.replace(/\.d\.ts$/, ".d.cts")}`, text.replace(/(["'])(\.\/[\w-]+)\.js\1/g, "$1$2.cjs$1"));
}
for (const name of ["LICENSE-APACHE", "LICENSE-MIT"]) {
  copyFileSync(`../../../${name}`, name);
}
