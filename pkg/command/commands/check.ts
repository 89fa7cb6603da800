import { CHECK_OPTIONS } from "../check/inbox.js";
import { runCheck } from "../check/run.js";
import { command } from "../definition.js";
import { widgetAddress } from "./dev.js";

const HELP = `Usage: npx calling-widget-sdk check URL [options]

Runs a widget in a browser of this machine, plays the host's side, and reports
which requirements of the protocol it meets. Give an address at which the user
is logged in. The widget may use this package, the published one, or none.

  --only PREFIX    decides only the requirements whose id begins like this;
                   may be repeated
  --baseline FILE  an earlier report by --json: what is not met there fails no
                   more
  --browser PATH   the browser: Chrome, Chromium, Edge or Firefox. By default
                   the first that is found on the path
  --headed         shows the browser's window
  --port N         the page's port; a frame of another origin has the next one.
                   Free ones by default
  --strict         what must be met and is not seen fails, too
  --timeout-s N    how long the whole check may take; 180 by default

Output
  --json           prints the report as JSON
  --junit FILE     writes it as JUnit's XML
  --html FILE      writes it as a page

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

/** Checks a widget against the requirements of the protocol. */
export const check = command({
  name: "check",
  usage: "check URL",
  summary: "checks a widget against the protocol, in a browser",
  help: HELP,
  options: CHECK_OPTIONS,
  run: (call, world) => {
    const widget = widgetAddress("check", call.positionals);
    return runCheck(
      call,
      {
        sites: (inbox) => [{ page: "check", answer: (request) => inbox.take(request) }, { page: "stranger" }],
        port: "0",
        timeoutS: 180,
        advice: "look at it by --headed",
        browser: {
          opens: (own, { token }) => {
            own.searchParams.set("widget", widget.href);
            own.searchParams.set("token", token);
            return own;
          },
          checked: widget,
        },
        subject: () => ({ widget: widget.href }),
      },
      world,
    );
  },
});
