// Folders in which the command finds a package with the emulator's name.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Its platform listens nowhere. */
const STAND_IN = `exports.createEmulator = async ({ port }) => ({ url: "http://localhost:" + (port || 64999), from: __dirname, close: async () => undefined });`;

/** A folder with the package in a version, whose main file has this text; `undefined` for a package that was not built. */
export function emulatorPlace(version: string, main: string | undefined = STAND_IN): string {
  const folder = mkdtempSync(join(tmpdir(), "place-"));
  process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
  const installed = join(folder, "node_modules/calling-widget-sdk-emulator");
  mkdirSync(installed, { recursive: true });
  writeFileSync(join(installed, "package.json"), JSON.stringify({ name: "calling-widget-sdk-emulator", version, main: "index.cjs" }));
  if (main !== "") {
    writeFileSync(join(installed, "index.cjs"), main);
  }
  return join(folder, "/");
}
