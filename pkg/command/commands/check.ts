import { THIS_MACHINE, findBrowser, startBrowser } from "../check/browser.js";
import { line, summary, type Report, type Row } from "../check/report.js";
import { CHECK_OPTIONS, Inbox, reportedRows, secondsOf, writeReport } from "../check/reported.js";
import { command } from "../definition.js";
import { isLoopback } from "../doctor/answer-rules.js";
import { EXIT, UsageError } from "../failure.js";
import { servePages } from "../pages.js";
import type { Site } from "../sites.js";
import type { World } from "../world.js";
import { widgetAddress } from "./dev.js";

const HELP = `Usage: npx calling-widget-sdk check URL [options]

Runs a widget in a browser of this machine, plays the host's side, and reports
which requirements of the protocol it meets. Give an address at which the user
is logged in. The widget may use this package, the published one, or none.

  --only PREFIX    decides only the requirements whose id begins like this;
                   may be repeated
  --browser PATH   the browser: Chrome, Chromium, Edge or Firefox. By default
                   the first that is found on the path
  --headed         shows the browser's window
  --port N         the page's port; a frame of another origin has the next one.
                   Free ones by default
  --timeout-s N    how long the whole check may take; 180 by default

Output
  --json           prints the report as JSON
  --junit FILE     writes it as JUnit's XML
  --html FILE      writes it as a page

A widget on this machine accepts the page as its host. A deployed one accepts
the CRM's hosts only: check a build of it on this machine.

Exit codes
  0  no requirement of the level "must" failed
  1  one failed
  2  the command line has a fault, or there is no browser
  3  the browser did not report in time

Example
  npx calling-widget-sdk check "http://localhost:5173/widget?login=auto"`;

/** Checks a widget against the requirements of the protocol. */
export const check = command({
  name: "check",
  usage: "check URL",
  summary: "checks a widget against the protocol, in a browser",
  help: HELP,
  options: CHECK_OPTIONS,
  run: async ({ values, positionals, say }, world) => {
    const widget = widgetAddress("check", positionals);
    const timeoutS = secondsOf(values["timeout-s"], 180);
    const browser = values.browser ?? findBrowser(THIS_MACHINE);
    if (browser === undefined) {
      throw new UsageError("there is no Chrome, Chromium, Edge or Firefox on the path: name one by --browser");
    }
    const startedAt = new Date();
    const show = (row: Row): void => {
      // The line of progress and the rows would mix on a terminal.
      say("");
      if (values.json !== true) {
        world.print(line(row));
      }
    };
    say(`starting ${browser}`);
    const rows = await ask({ widget, browser, timeoutS, isHeaded: values.headed === true, only: values.only ?? [], port: values.port ?? "0", show }, world);
    const report: Report = {
      widget: widget.href,
      version: await world.version(),
      startedAt: startedAt.toISOString(),
      durationMs: Date.now() - startedAt.getTime(),
      rows,
    };
    const isMet = await writeReport(report, values, world);
    return { text: `\n${summary(report)}`, json: report, exit: isMet ? EXIT.done : EXIT.refused };
  },
});

type Asked = {
  readonly widget: URL;
  /** The browser's program. */
  readonly browser: string;
  readonly timeoutS: number;
  readonly isHeaded: boolean;
  readonly only: readonly string[];
  readonly port: string;
  readonly show: (row: Row) => void;
};

/** Has a browser run the page, and gives what the page reports. */
async function ask({ widget, browser: program, timeoutS, isHeaded, only, port, show }: Asked, world: World): Promise<readonly Row[]> {
  const inbox = new Inbox(show);
  const sites: readonly Site[] = [{ page: "check", answer: (question) => inbox.take(question) }, { page: "stranger" }];
  const served = await servePages(sites, port, world);
  const page = new URL(`http://localhost:${served.port}/`);
  page.searchParams.set("widget", widget.href);
  for (const prefix of only) {
    page.searchParams.append("only", prefix);
  }
  page.searchParams.set("token", inbox.token);
  const acceptsAnyCertificate = widget.protocol === "https:" && isLoopback(widget.hostname);
  const browser = await startBrowser(program, { address: page.href, isHeaded, acceptsAnyCertificate });
  try {
    return await reportedRows({ inbox, timeoutS, advice: "look at it by --headed", browser: { program, running: browser } }, only, world);
  } finally {
    await browser.close();
    await served.close();
  }
}
