import { basename, join } from "node:path";

import { build, type Plugin } from "esbuild";

import { LIBRARIES, ROOT } from "../../e2e/support/places.ts";
import { bundle } from "../../e2e/support/setup.ts";

/** Bundles the scripts of the test pages, those with defences that can be lowered too. */
export default async function setUp(): Promise<void> {
  await bundle();
  await Promise.all(
    Object.entries(WEAKENED).map(([name, contents]) =>
      build({
        bundle: true,
        define: { WEAKENED: "true" },
        format: "iife",
        logLevel: "warning",
        outfile: join(LIBRARIES, `${name}-weakened.js`),
        platform: "browser",
        plugins: [weakenedModules],
        stdin: { contents, resolveDir: ROOT },
        target: "es2022",
      }),
    ),
  );
}

/** As for the end-to-end tests. */
const WEAKENED: Readonly<Record<string, string>> = {
  sdk: `import * as sdk from "./pkg/src/index.ts"; window.sdk = sdk;`,
  host: `import * as hostSdk from "./pkg/src/host.ts"; window.hostSdk = hostSdk;`,
};

const weakenedModules: Plugin = {
  name: "weakened modules",
  setup: (build) => {
    build.onResolve({ filter: /\/build\/\w+\.js$/ }, ({ path }) => ({
      path: join(ROOT, "target/weakened/build", basename(path)),
    }));
  },
};
