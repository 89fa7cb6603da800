import assert from "node:assert/strict";
import { test } from "node:test";

import { build } from "esbuild";

import { wasmText } from "../../pkg/build/widget.js";

/** The bundle of an app's module that imports one name from the React entry. */
async function bundled(name: string): Promise<string> {
  const { outputFiles } = await build({
    stdin: { contents: `export { ${name} } from "calling-widget-sdk/react";`, resolveDir: process.cwd() },
    alias: { "calling-widget-sdk/react": "./pkg/dist/react.js" },
    bundle: true,
    external: ["react"],
    format: "esm",
    minify: true,
    write: false,
  });
  return outputFiles.map(({ text }) => text).join("");
}

test("the hook for one's own class bundles no main entry", async () => {
  const core = wasmText.slice(-200, -100);

  assert.ok((await bundled("useCallingExtensions")).includes(core));
  assert.ok(!(await bundled("useCallingExtensionsOf")).includes(core));
});
