import { Unreachable, visit, type Deadline, type Visit } from "../visit.js";
import { clipped } from "./finding.js";
import { scripts, wasmFiles } from "./page.js";

/**
 * Asks for the page, following its redirects; one that leads back is not followed again.
 *
 * @throws Unreachable when no answer comes.
 */
export async function visitPage(address: URL, within: Deadline): Promise<[Visit, ...Visit[]]> {
  const visits: [Visit, ...Visit[]] = [await visit(address, { within })];
  for (let last = visits[0]; visits.length <= MOST_REDIRECTS; ) {
    const to = redirectOf(last);
    if (to === undefined || visits.some(({ url }) => url === to.href)) {
      break;
    }
    last = await visit(to, { within }).catch((error: unknown) => {
      throw error instanceof Unreachable ? new Unreachable(`it redirects to ${named(to)}: ${error.message}`, error.change ?? "correct the redirect, or start the server that it names") : error;
    });
    visits.push(last);
  }
  return visits;
}

/** Asks for the wasm files that the page names, or one of its scripts. */
export async function visitModules(page: Visit, within: Deadline): Promise<readonly Visit[]> {
  const named = await Promise.all(
    [{ url: page.url, text: page.body }, ...scripts(page.body).slice(0, MOST_SCRIPTS)].map(async (source) => {
      if (typeof source !== "string") {
        return { base: source.url, files: wasmFiles(source.text) };
      }
      const script = await file(source, page.url, within);
      return { base: script?.url ?? page.url, files: script?.status === 200 ? wasmFiles(script.body) : [] };
    }),
  );
  const addresses = new Set(named.flatMap(({ base, files }) => files.flatMap((name) => whole(name, base)?.href ?? [])));
  const answers = await Promise.all([...addresses].slice(0, MOST_MODULES).map((address) => file(address, page.url, within)));
  return answers.filter((answer) => answer !== undefined);
}

/** A file's answer; nothing where there is none. */
async function file(address: string, base: string, within: Deadline): Promise<Visit | undefined> {
  const url = whole(address, base);
  try {
    return url === undefined ? undefined : await visit(url, { isFile: true, within });
  } catch (error) {
    if (error instanceof Unreachable) {
      return undefined;
    }
    throw error;
  }
}

/** The target of a redirect. */
export function redirectOf({ status, headers, url }: Visit): URL | undefined {
  const location = headers["location"];
  return status >= 300 && status < 400 && typeof location === "string" ? whole(location, url) : undefined;
}

/** An address for a sentence, without a password. */
export function named({ origin, pathname, search }: URL): string {
  return clipped(origin + pathname + search);
}

/** The absolute form of an address on a page; undefined if it is not http. */
function whole(address: string, base: string): URL | undefined {
  try {
    const url = new URL(address, base);
    return url.protocol === "http:" || url.protocol === "https:" ? url : undefined;
  } catch {
    return undefined;
  }
}

const MOST_REDIRECTS = 10;
const MOST_SCRIPTS = 12;
const MOST_MODULES = 8;
