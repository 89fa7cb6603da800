import { Unreachable, visit, type Deadline, type Visit } from "../visit.js";
import { clipped } from "./finding.js";

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
