// `npx calling-widget-sdk check`: serves the page of the check, opens it in a browser, and writes its report.
import { command, type Options } from "../../../pkg/command/definition.js";
import { isLoopback } from "../../../pkg/command/doctor/answer-rules.js";
import { widgetAddress } from "../../../pkg/command/commands/dev.js";
import { EXIT, UsageError } from "../../../pkg/command/failure.js";
import { servePages } from "../../../pkg/command/pages.js";
import { printable } from "../../../pkg/command/terminal.js";
import { failures, inOrder, type Row } from "../../conformance/report.js";
import { THIS_MACHINE, findBrowser, namedProgram, startBrowser } from "./browser.js";
import { Inbox, reportedRows, secondsOf } from "./inbox.js";
import { preflight } from "./preflight.js";
import { asStrict, terminal, type Report } from "./report.js";

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
  --strict         what must be met and is not seen fails, too
  --timeout-s N    how long the whole check may take; 180 by default

Output
  --json           prints the report as JSON

What only the widget's user starts is seen if its page offers a hook: at the
message {"callingCheck":"incoming"} of its host a call comes in, and alike for
answer, transfer, navigate and publish. Offer hooks in a build for tests only.

A widget on this machine accepts the page as its host. A deployed one accepts
the CRM's hosts only: check a build of it on this machine.

Exit codes
  0  no requirement of the level "must" failed; with --strict, all were seen
  1  one failed
  2  the command line has a fault, or there is no browser
  3  the browser did not report in time

Example
  npx calling-widget-sdk check "http://localhost:5173/widget?login=auto"`;

const OPTIONS = {
  browser: { type: "string" },
  headed: { type: "boolean" },
  only: { type: "string", multiple: true },
  port: { type: "string" },
  strict: { type: "boolean" },
  "timeout-s": { type: "string" },
} as const satisfies Options;

/** Checks a widget against the requirements of the protocol; the exit code is a failure if a required check failed. */
export const check = command({
  name: "check",
  usage: "check URL",
  summary: "checks a widget against the protocol, in a browser",
  help: HELP,
  options: OPTIONS,
  run: async ({ values, positionals, say }, world) => {
    const widget = widgetAddress("check", positionals);
    const { only = [] } = values;
    const timeoutS = secondsOf(values["timeout-s"], TIMEOUT_S);
    const program = programOf(values.browser);
    const startedAt = new Date();
    const inbox = new Inbox();
    const served = await servePages([{ page: "check", answer: (request) => inbox.take(request) }, { page: "stranger" }], values.port ?? "0", world);
    let rows: readonly Row[];
    try {
      const page = new URL(`http://localhost:${served.port}/`);
      for (const prefix of only) {
        page.searchParams.append("only", prefix);
      }
      page.searchParams.set("widget", widget.href);
      page.searchParams.set("token", inbox.token);
      say(`looking at ${printable(widget)}`);
      await preflight(widget, page.origin);
      say(`checking ${printable(widget)} in ${program}`);
      const running = startBrowser(program, { address: page.href, isHeaded: values.headed === true, acceptsAnyCertificate: widget.protocol === "https:" && isLoopback(widget.hostname) });
      try {
        rows = withThrown(await reportedRows(inbox, timeoutS, program, running, only, world), running.thrown());
      } finally {
        await running.close();
      }
    } finally {
      await served.close();
    }
    const report: Report = {
      widget: widget.href,
      version: await world.version(),
      startedAt: startedAt.toISOString(),
      durationMs: Date.now() - startedAt.getTime(),
      rows: inOrder(values.strict === true ? asStrict(rows) : rows),
    };
    return { text: terminal(report.rows), json: report, exit: failures(report.rows).length === 0 ? EXIT.done : EXIT.refused };
  },
});

/** The program of the named browser, or of the first one on this machine. */
function programOf(named: string | undefined): string {
  const program = named === undefined ? findBrowser(THIS_MACHINE) : namedProgram(named, THIS_MACHINE);
  if (program === undefined) {
    throw new UsageError(named === undefined ? "there is no Chrome, Chromium, Edge or Firefox on the path: name one by --browser" : `--browser ${named} is no program of this machine: name the file of a browser`);
  }
  return program;
}

/** The rows; those of a page that sent nothing get the error that it threw. */
function withThrown(rows: readonly Row[], thrown: string | undefined): readonly Row[] {
  const isSilent = ({ status, detail = "" }: Row): boolean => status !== "passed" && detail.startsWith("the page sent nothing");
  return thrown === undefined ? rows : rows.map((row) => (isSilent(row) ? { ...row, detail: `${row.detail ?? ""}; it threw: ${thrown}` } : row));
}

/** The longest time of the whole check, without `--timeout-s`. */
const TIMEOUT_S = 180;
