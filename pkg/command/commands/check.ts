import { randomUUID } from "node:crypto";

import { THIS_MACHINE, findBrowser, startBrowser } from "../check/browser.js";
import { failures, html, junit, line, summary, type PageEvent, type Report, type Requirement, type Result, type Row } from "../check/report.js";
import { command, type Options } from "../definition.js";
import { isLoopback } from "../doctor/answer-rules.js";
import { EXIT, UsageError } from "../failure.js";
import { servePages } from "../pages.js";
import type { Question, Site } from "../sites.js";
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

const OPTIONS = {
  browser: { type: "string" },
  headed: { type: "boolean" },
  html: { type: "string" },
  junit: { type: "string" },
  only: { type: "string", multiple: true },
  port: { type: "string" },
  "timeout-s": { type: "string" },
} as const satisfies Options;

/** Checks a widget against the requirements of the protocol. */
export const check = command({
  name: "check",
  usage: "check URL",
  summary: "checks a widget against the protocol, in a browser",
  help: HELP,
  options: OPTIONS,
  run: async ({ values, positionals, say }, world) => {
    const widget = widgetAddress("check", positionals);
    const timeoutS = secondsOf(values["timeout-s"]);
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
    if (values.junit !== undefined) {
      await write(world, "--junit", values.junit, junit(report));
    }
    if (values.html !== undefined) {
      await write(world, "--html", values.html, html(report));
    }
    return { text: `\n${summary(report)}`, json: report, exit: failures(report).length === 0 ? EXIT.done : EXIT.refused };
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
  let timer: NodeJS.Timeout | undefined;
  try {
    const late = new Promise<"late">((resolve) => {
      timer = setTimeout(() => resolve("late"), timeoutS * 1000);
    });
    const outcome = await Promise.race([inbox.ended, late, browser.ended.then(() => "gone" as const), world.untilStopped().then(() => "stopped" as const)]);
    if (outcome !== "done") {
      throw new NoReport(WHY[outcome](program, timeoutS, browser.printed()));
    }
    if (inbox.rows.length === 0) {
      throw new UsageError(`no requirement begins with ${only.join(" or ")}: docs/check.md lists them`);
    }
    return inbox.rows;
  } finally {
    clearTimeout(timer);
    await browser.close();
    await served.close();
  }
}

/** The browser did not report. */
class NoReport extends Error {
  override readonly name = "CallingError";
  readonly code = "TIMED_OUT";
}

const WHY = {
  late: (_: string, timeoutS: number): string => `the page did not report within ${timeoutS} s: look at it by --headed, or allow more by --timeout-s`,
  gone: (program: string, _: number, printed: string): string => `${program} ended before it reported${printed === "" ? "" : `: ${printed}`}`,
  stopped: (): string => "the check was ended",
};

/** What the page posts. */
class Inbox {
  /** Only the page that the command opened knows it. */
  readonly token = randomUUID();
  readonly rows: Row[] = [];
  readonly ended: Promise<"done">;
  private end: () => void = () => undefined;
  private plan: readonly Requirement[] = [];

  constructor(private readonly show: (row: Row) => void) {
    this.ended = new Promise((resolve) => {
      this.end = () => resolve("done");
    });
  }

  async take(question: Question): Promise<{ status: number } | undefined> {
    const { method, path, headers } = question;
    if (method !== "POST" || path !== "/report") {
      return undefined;
    }
    if (headers["x-check-token"] !== this.token) {
      return { status: 403 };
    }
    const event = JSON.parse(await question.text()) as PageEvent;
    if ("plan" in event) {
      this.plan = event.plan;
    } else if ("result" in event) {
      this.add(event.result);
    } else {
      this.end();
    }
    return { status: 204 };
  }

  private add(result: Result): void {
    const requirement = this.plan.find(({ id }) => id === result.id);
    if (requirement !== undefined) {
      const { id, level, title, what, source } = requirement;
      const { status, detail } = result;
      const row: Row = { id, level, title, what, source, status, ...(detail === undefined ? {} : { detail }) };
      this.rows.push(row);
      this.show(row);
    }
  }
}

async function write(world: World, option: string, path: string, text: string): Promise<void> {
  try {
    await world.writeFile(path, text);
  } catch {
    throw new UsageError(`${option} ${path} cannot be written: name a file in a folder that is there`);
  }
}

function secondsOf(text: string | undefined): number {
  const seconds = text === undefined ? 180 : Number(text);
  if (!(seconds > 0)) {
    throw new UsageError("--timeout-s is no number of seconds: give one above 0");
  }
  return seconds;
}
