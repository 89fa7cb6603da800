// Checks an address before a browser is started: a reason that keeps a page from showing at
// all is reported at once, in one line.
import { isLoopback } from "../../../pkg/command/doctor/answer-rules.js";
import { redirectOf, visitPage } from "../../../pkg/command/doctor/gather.js";
import { NoReport } from "../../../pkg/command/failure.js";
import { frameRefusal } from "../../../pkg/command/framing.js";
import { oneLine, printable } from "../../../pkg/command/terminal.js";
import { Deadline, Unreachable, header, type Visit } from "../../../pkg/command/visit.js";

/**
 * Checks that a page is there.
 *
 * @param framedBy the origin of the page that will frame it.
 * @throws NoReport with the reason in one line.
 */
export async function preflight(address: URL, framedBy: string): Promise<void> {
  let visits: readonly Visit[];
  try {
    visits = await visitPage(address, new Deadline(LONGEST_MS));
  } catch (error) {
    if (!(error instanceof Unreachable)) {
      throw error;
    }
    // The browser takes any certificate of this machine.
    if (error.change !== undefined && isLoopback(address.hostname)) {
      return;
    }
    throw nothing(address, error.message, error.change ?? "start the server, or correct the address");
  }
  const page = visits.at(-1);
  const found = page === undefined ? undefined : refusalOf(page, framedBy);
  if (found !== undefined) {
    throw nothing(address, found.why, found.change);
  }
}

function refusalOf(page: Visit, framedBy: string): { why: string; change: string } | undefined {
  const type = header(page.headers, "content-type") ?? "";
  if (redirectOf(page) !== undefined) {
    return { why: "its redirects do not end", change: "correct the address" };
  }
  if (page.status >= 400) {
    return { why: `it answers ${page.status}`, change: "correct the address" };
  }
  if (!/^\s*(text\/html|application\/xhtml\+xml)\b/i.test(type)) {
    return { why: `its Content-Type is "${type}"`, change: "send text/html" };
  }
  if (page.body.trim() === "") {
    return { why: "it is empty", change: "correct the address" };
  }
  return frameRefusal(page.headers, new URL(page.url).origin, framedBy);
}

function nothing(address: URL, why: string, change: string): NoReport {
  return new NoReport(oneLine(`there is no page to check at ${printable(address)}: ${why}; ${change}`));
}

/** In ms; the browser would not be waited for longer. */
const LONGEST_MS = 8000;
