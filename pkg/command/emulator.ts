// The record page's platform: a separate package, since its module is larger than this whole
// package.
import { createRequire } from "node:module";
import { dirname } from "node:path";

import { EXIT, Unable, UsageError } from "./failure.js";
import type { World } from "./world.js";

/** The parts of the package that are used. */
export type EmulatorPackage = {
  /**
   * Starts a platform on a port of this machine, with the files of a page besides.
   *
   * @throws an error with the `code` `PORT_TAKEN`, or `CANNOT_LISTEN` with the system's error as its `cause`.
   */
  createEmulator: (options: { port: number; site: URL }) => Promise<Emulator>;
};

/** A platform that listens. */
export type Emulator = {
  /** Its address without a slash at the end. */
  readonly url: string;
  close(): Promise<void>;
};

/**
 * The package in this one's version: beside this one, or from the user's folder.
 *
 * @param typed the command that needs it, as the user typed it: `["demo", "--open"]`.
 * @throws Unable `EMULATOR_MISSING`, `EMULATOR_VERSION` or `EMULATOR_UNUSABLE`
 */
export async function findEmulator(typed: readonly string[], world: Pick<World, "nodeVersion" | "places" | "version">): Promise<EmulatorPackage> {
  if (Number.parseInt(world.nodeVersion) < OLDEST_NODE) {
    throw new UsageError(`this is Node ${world.nodeVersion}; the record page works on ${NAME}, which needs ${OLDEST_NODE} or later`);
  }
  const version = await world.version();
  const all = world.places.flatMap((place) => found(place));
  const fitting = all.find((one) => one.version === version);
  if (fitting !== undefined) {
    return load(fitting);
  }
  const [other] = all;
  const lacks = other === undefined ? `${NAME}, which is not installed` : `${NAME} ${version}, and ${other.version} is installed in ${other.folder}`;
  const both = `npx -p ${OWN_NAME}@${version} -p ${NAME}@${version} ${[OWN_NAME, ...typed].map(forShell).join(" ")}`;
  throw new Unable(other === undefined ? "EMULATOR_MISSING" : "EMULATOR_VERSION", `the record page works on ${lacks}: run ${both}`, EXIT.usage);
}

/** Quotes a word for a shell; every system has double quotes, and a `$` is literal in single quotes alone. */
function forShell(word: string): string {
  if (/^[\w./:@=-]+$/.test(word)) {
    return word;
  }
  return /[$`\\!"]/.test(word) ? `'${word.replace(/'/g, "'\\''")}'` : `"${word}"`;
}

/** A package that is installed. */
type Found = { version: string; folder: string; load: () => unknown };

function found(place: URL | string): Found[] {
  try {
    const require = createRequire(place);
    const manifest = `${NAME}/package.json`;
    const { version } = require(manifest) as { version: unknown };
    return [{ version: String(version), folder: dirname(require.resolve(manifest)), load: () => require(NAME) as unknown }];
  } catch {
    return [];
  }
}

function load({ version, folder, load }: Found): EmulatorPackage {
  try {
    const loaded = load();
    if (isEmulator(loaded)) {
      return loaded;
    }
  } catch {
    // Reported below.
  }
  throw new Unable("EMULATOR_UNUSABLE", `${NAME} ${version} in ${folder} cannot be loaded: install it again, or build it by cargo xtask emulator if that is a clone`, EXIT.usage);
}

function isEmulator(loaded: unknown): loaded is EmulatorPackage {
  return typeof loaded === "object" && loaded !== null && "createEmulator" in loaded && typeof loaded.createEmulator === "function";
}

const OWN_NAME = "calling-widget-sdk";
const NAME = "calling-widget-sdk-emulator";
const OLDEST_NODE = 20;
