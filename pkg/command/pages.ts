// What `demo` and `dev` have in common: the record page and the softphone on two ports.
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
  --open     opens the page in the system's browser`;

/** The record page and the softphone. */
export const DEMO_SITES: readonly Site[] = [
  // A page of the emulator's asks for this first. Any status but an error says
  // "no emulator" without a line on the browser's console.
  { page: "host", answer: ({ method, path }) => Promise.resolve(method === "POST" && path.endsWith("/emulator/host-page") ? { status: 204 } : undefined) },
  { page: "widget" },
];

/** Serves sites; a port in use is an error that names the next one that is free. */
export async function servePages(sites: readonly Site[], port: string | undefined, world: World): Promise<Served> {
  const first = port === undefined ? DEFAULT_PORT : portOf(port);
  try {
    return await serve(sites, world.pages, first);
  } catch (error) {
    if (error instanceof PortInUse) {
      const free = await freePort(sites, first, world);
      throw new UsageError(`port ${error.port} is already in use: choose another with --port${free === undefined ? "" : `, such as --port ${free}`}`);
    }
    if ((error as NodeJS.ErrnoException).code === "EACCES") {
      throw new UsageError(`port ${first} is not for this user: choose one above 1023 with --port`);
    }
    throw error;
  }
}

/** The next port where these sites could be served. */
async function freePort(sites: readonly Site[], taken: number, world: World): Promise<number | undefined> {
  for (let port = taken + 1; port <= Math.min(taken + MOST_TRIED, LAST_PORT); port += 1) {
    try {
      await (await serve(sites, world.pages, port)).close();
      return port;
    } catch (error) {
      if (!(error instanceof PortInUse)) {
        throw error;
      }
    }
  }
  return undefined;
}

/** Opens a page if that is asked for, and waits until the user ends the command. */
export async function showUntil(stopped: Promise<void>, address: string, isOpened: boolean | undefined, world: World): Promise<void> {
  if (isOpened === true) {
    // Where the browser itself is started, this ends with the browser.
    void world.browse(address).then((isShown) => {
      if (!isShown) {
        world.printError(`no browser could be opened: open ${address} yourself`);
      }
    });
  }
  await stopped;
}

function portOf(text: string): number {
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
