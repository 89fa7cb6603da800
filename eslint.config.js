import { defineConfig, globalIgnores } from "eslint/config";
import tseslint from "typescript-eslint";

export default defineConfig(
  globalIgnores(["**/node_modules/", "pkg/build/", "pkg/dist/", "emulator/npm/dist/", "site/build/", "site/.vitepress/cache/", "target/", "test-results/", "tests/consumers/*/"]),
  {
    files: ["**/*.ts"],
    extends: [tseslint.configs.strictTypeChecked],
    languageOptions: { parserOptions: { projectService: true } },
    linterOptions: { reportUnusedDisableDirectives: "error" },
    rules: {
      eqeqeq: "error",
      // `this: void` says that a function needs no object around it.
      "@typescript-eslint/no-invalid-void-type": ["error", { allowAsThisParameter: true, allowInGenericTypeArguments: true }],
      // `() => close()` reads better than a block around one call.
      "@typescript-eslint/no-confusing-void-expression": ["error", { ignoreArrowShorthand: true }],
      // Numbers in messages for people need no conversion written out.
      "@typescript-eslint/restrict-template-expressions": ["error", { allowNumber: true }],
    },
  },
  {
    files: ["pkg/src/generated/*.ts"],
    rules: {
      // A table is written out in full, defaults included.
      "@typescript-eslint/no-unnecessary-type-arguments": "off",
    },
  },
  {
    // Pages have none of these; the types of Node are there for the entry for Playwright.
    // An entry is imported by entries alone: which of them is in a bundle is theirs to say.
    files: ["pkg/src/**/*.ts"],
    ignores: ["pkg/src/entries/playwright.ts", "pkg/src/playwright/*.ts"],
    rules: {
      "no-restricted-globals": ["error", "Buffer", "__dirname", "__filename", "global", "process", "require", "setImmediate"],
      "no-restricted-imports": ["error", { patterns: ["node:*", "**/entries/*"] }],
    },
  },
  {
    files: ["tests/clients/*.ts"],
    rules: {
      // The service's client declares classes and documents plain objects.
      "@typescript-eslint/no-unsafe-class-instance-assignment": "off",
    },
  },
  {
    files: ["tests/**/*.ts"],
    rules: {
      // Stand-ins of platform classes are as small as the test needs.
      "@typescript-eslint/no-extraneous-class": "off",
      // Node's test functions return promises that its runner awaits.
      "@typescript-eslint/no-floating-promises": [
        "error",
        { allowForKnownSafeCalls: [{ from: "package", name: ["test", "it", "describe", "suite"], package: "node:test" }] },
      ],
    },
  },
);
