// The files of a page that is served beside the platform.
import { readdir, readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

import { EmulatorError } from "./failure.js";
import type { SiteFile } from "./instance.js";

/**
 * Reads a folder recursively. Omitted are names that begin with a dot (`.env`, `.git`) and
 * links, which may lead elsewhere: neither is meant for a page.
 *
 * @throws EmulatorError `INVALID_OPTION`
 */
export async function readSite(site: unknown): Promise<SiteFile[]> {
  if (typeof site !== "string" && !(site instanceof URL)) {
    throw refused(String(site), "is no folder: use its path");
  }
  const files: SiteFile[] = [];
  let root = String(site);
  let free = LARGEST;
  const read = async (folder: string, within: string): Promise<void> => {
    for (const entry of await readdir(folder, { withFileTypes: true })) {
      const [file, path] = [join(folder, entry.name), within + entry.name];
      if (entry.name.startsWith(".")) {
        continue;
      }
      if (entry.isDirectory()) {
        await read(file, `${path}/`);
      } else if (entry.isFile()) {
        free -= (await stat(file)).size;
        if (free < 0) {
          throw refused(root, `has more than ${LARGEST / 1024 / 1024} MiB: use the folder of the page alone`);
        }
        files.push({ path, bytes: await readFile(file) });
      }
    }
  };
  try {
    root = typeof site === "string" ? site : fileURLToPath(site);
    await read(root, "");
  } catch (error) {
    if (error instanceof EmulatorError) {
      throw error;
    }
    throw refused(root, `cannot be read: ${error instanceof Error ? error.message : String(error)}`, { cause: error });
  }
  if (files.length === 0) {
    throw refused(root, "has no files: use the folder with the page's index.html");
  }
  return files;
}

function refused(site: string, why: string, options?: ErrorOptions): EmulatorError {
  return new EmulatorError("INVALID_OPTION", `site ${site.slice(0, LONGEST_SHOWN)} ${why}`, options);
}

/** In bytes, of all files. */
const LARGEST = 64 * 1024 * 1024;
const LONGEST_SHOWN = 200;
