// Common to the commands that serve pages: ports, and the browser.
import type { Call } from "./definition.js";
import { findEmulator, type Emulator, type EmulatorPackage } from "./emulator.js";
import { UsageError } from "./failure.js";
import { PortInUse, serve, type Served, type Site } from "./sites.js";
import type { World } from "./world.js";

/** Options of a command that serves pages. */
export const PAGE_OPTIONS = {
  open: { type: "boolean" },
  port: { type: "string" },
} as const;

/** The part of a help about them. */
export const PAGE_HELP = `  --port N   the page's port, 8140 by default; the softphone has the next one
  --open     opens the page in the system's browser

The platform is calling-widget-sdk-emulator, a package of its own, installed
beside this one or in your folder. Its data are in memory.`;

/** Serves sites; a port in use is an error that names the next one that is free. */
export function servePages(sites: readonly Site[], port: string | undefined, world: World): Promise<Served> {
  return onPorts(firstPort(port), (first) => serve(sites, world.pages, first));
}

/**
 * Serves the record page on a fresh platform, and the softphone.
 *
 * @param typed the command with its arguments, without options: `["demo"]`.
 * @throws Unable if there is no platform.
 */
export async function serveDemo(typed: readonly string[], { values, say }: Pick<Call<typeof PAGE_OPTIONS>, "say" | "values">, world: World): Promise<Served> {
  const wanted = firstPort(values.port);
  const { createEmulator } = await findEmulator([...typed, ...(values.port === undefined ? [] : ["--port", values.port]), ...(values.open === true ? ["--open"] : [])], world);
  say("starting the platform");
  return onPorts(wanted, async (first) => {
    for (let attempt = 1; ; attempt += 1) {
      const platform = await openPlatform(createEmulator, first, world);
      const own = Number(new URL(platform.url).port);
      try {
        const softphone = await serve([{ page: "widget" }], world.pages, own + 1);
        return {
          port: own,
          close: async () => {
            await Promise.all([platform.close(), softphone.close()]);
          },
        };
      } catch (error) {
        await platform.close();
        // The system chose a port whose neighbour is taken.
        if (first !== 0 || attempt === MOST_ATTEMPTS || !(error instanceof PortInUse)) {
          throw error;
        }
      }
    }
  });
}

/** Opens the platform; reports a port's error as {@link serve} does. */
async function openPlatform(createEmulator: EmulatorPackage["createEmulator"], port: number, world: World): Promise<Emulator> {
  try {
    return await createEmulator({ port, site: new URL("host/", world.pages) });
  } catch (error) {
    const { code, cause } = error as { code?: unknown; cause?: unknown };
    if (code === "PORT_TAKEN") {
      throw new PortInUse(port);
    }
    throw code === "CANNOT_LISTEN" && cause instanceof Error ? cause : error;
  }
}

async function onPorts(first: number, open: (first: number) => Promise<Served>): Promise<Served> {
  try {
    return await open(first);
  } catch (error) {
    if (error instanceof PortInUse) {
      const free = await freePort(first, open);
      throw new UsageError(`port ${error.port} is already in use: choose another with --port${free === undefined ? "" : `, such as --port ${free}`}`);
    }
    if ((error as NodeJS.ErrnoException).code === "EACCES") {
      throw new UsageError(`port ${first} is not for this user: choose one above 1023 with --port`);
    }
    throw error;
  }
}

/** The next port that the same sites could be served on. */
async function freePort(taken: number, open: (first: number) => Promise<Served>): Promise<number | undefined> {
  for (let port = taken + 1; port <= Math.min(taken + MOST_TRIED, LAST_PORT); port += 1) {
    try {
      await (await open(port)).close();
      return port;
    } catch (error) {
      if (!(error instanceof PortInUse)) {
        throw error;
      }
    }
  }
  return undefined;
}

/** Opens a page if requested, and waits until the user ends the command. */
export async function showUntil(stopped: Promise<void>, address: string, isOpened: boolean | undefined, world: World): Promise<void> {
  if (isOpened === true) {
    // If this starts the browser itself, the promise settles when the browser ends.
    void world.browse(address).then((isShown) => {
      if (!isShown) {
        world.printError(`no browser could be opened: open ${address} yourself`);
      }
    });
  }
  await stopped;
}

function firstPort(text = String(DEFAULT_PORT)): number {
  const port = Number(text);
  if (!/^\d+$/.test(text) || port > LAST_PORT) {
    throw new UsageError(`--port ${text} is no port: give a number from 1 to ${LAST_PORT}, or 0 for free ones`);
  }
  return port;
}

const DEFAULT_PORT = 8140;
/** The second site has the next one. */
const LAST_PORT = 65_534;
const MOST_TRIED = 100;
const MOST_ATTEMPTS = 20;
