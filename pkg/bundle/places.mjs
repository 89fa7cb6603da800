import { readdir } from "node:fs/promises";
import { join } from "node:path";

/** The package's folder, and the repository's. */
export const PACKAGE = join(import.meta.dirname, "..");
export const ROOT = join(PACKAGE, "..");

/** The published files. */
export const DIST = join(PACKAGE, "dist");

/** Every file below a folder. */
export async function filesBelow(folder) {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
}
