import { CHECK_OPTIONS, type Inbox } from "../check/inbox.js";
import { runCheck } from "../check/run.js";
import { command, type Options } from "../definition.js";
import { UsageError } from "../failure.js";
import type { PageRequest } from "../sites.js";
import { printable } from "../terminal.js";

const HELP = `Usage: npx calling-widget-sdk check-host [options]

Serves a widget, plays the widget's side in your host's frame, and reports which
requirements of the protocol the host meets. Give your host the address that is
printed as that of the calling app, and open the host's page. Or name the page
by --url: then a browser of this machine opens it.

  --url PAGE       the host's page. {widget} in it is replaced by the widget's
                   address
  --person-s N     how long you have for each thing that only a person can do on
                   the host's page: click a number, hang up. The widget says so.
                   30 by default, and 0 with --url and without --headed. A page
                   does it by itself that offers a hook: at the message
                   {"callingCheck":"dial"} of its frame it dials, and at
                   {"callingCheck":"hangUp"} it hangs up
  --only PREFIX    reports only the requirements whose id begins like this;
                   may be repeated
  --baseline FILE  an earlier report by --json: what is not met there fails no
                   more
  --browser PATH   the browser for --url: Chrome, Chromium, Edge or Firefox. By
                   default the first that is found on the path
  --headed         shows the browser's window
  --port N         the widget's port, 8150 by default; with --url a free one
  --strict         what must be met and is not seen fails, too
  --timeout-s N    how long the whole check may take; 600 by default, and 180
                   with --url

Output
  --json           prints the report as JSON
  --junit FILE     writes it as JUnit's XML
  --html FILE      writes it as a page

Exit codes
  0  no requirement of the level "must" failed
  1  one failed
  2  the command line has a fault, or there is no browser
  3  the widget did not report in time

Example
  npx calling-widget-sdk check-host --url "http://localhost:8140/?location=remote&widget={widget}"`;

const OPTIONS = {
  ...CHECK_OPTIONS,
  "person-s": { type: "string" },
  url: { type: "string" },
} as const satisfies Options;

/** Checks a host against the requirements of the protocol. */
export const checkHost = command({
  name: "check-host",
  usage: "check-host",
  summary: "checks a host against the protocol, in its own page",
  help: HELP,
  options: OPTIONS,
  run: async (call, world) => {
    const { values, positionals } = call;
    if (positionals.length > 0) {
      throw new UsageError("check-host takes no address by itself: name the host's page by --url");
    }
    const { url } = values;
    const personS = values["person-s"] ?? (url === undefined || values.headed === true ? "30" : "0");
    if (!(Number(personS) >= 0)) {
      throw new UsageError("--person-s is no number of seconds: give 0 or one above");
    }
    const named = url === undefined ? undefined : printable(pageAddress(url, "{widget}")).split("%7Bwidget%7D").join("{widget}");
    return runCheck(
      call,
      {
        sites: (inbox) => [{ page: "check-host", answer: (request) => answer(request, inbox) }],
        prepare: (widget) => {
          if (personS !== "0") {
            widget.searchParams.set("person", personS);
          }
          if (url === undefined) {
            world.printError(`Give your host this address as that of the calling app, and open the host's page:\n  ${widget.href}`);
          }
        },
        ...(url === undefined
          ? { port: "8150", timeoutS: 600, advice: "open the host's page, with the widget in its frame" }
          : { port: "0", timeoutS: 180, advice: "see by --headed whether the page frames the widget", browser: { opens: (widget: URL) => pageAddress(url, widget.href) } }),
        subject: ({ host }) => ({ host: named ?? (host === "" ? "an unknown page" : host) }),
      },
      world,
    );
  },
});

/**
 * Answers the widget's page. Another origin's page can neither read the token, nor post with
 * it, nor ask for a new one, which would end the report: a browser asks for permission before
 * it sends this header to another origin, and gets none.
 */
async function answer(request: PageRequest, inbox: Inbox): Promise<{ status: number; text?: string } | undefined> {
  const asksForToken = request.method === "POST" && request.path === "/token";
  return asksForToken && request.headers["x-check-page"] === "1" ? { status: 200, text: inbox.renew() } : inbox.take(request);
}

/** The host's page with the widget's address in it. */
function pageAddress(text: string, widget: string): URL {
  const whole = text.split("{widget}").join(encodeURIComponent(widget));
  if (!URL.canParse(whole) || !/^https?:$/.test(new URL(whole).protocol)) {
    throw new UsageError(`--url ${text} is no address of a page: write it whole, such as "http://localhost:8140/?widget={widget}"`);
  }
  return new URL(whole);
}
