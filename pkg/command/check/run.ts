// What `check` and `check-host` do alike: serve a page, have a browser open it, and write what it reports.
import { inOrder, type Row } from "../../../tools/conformance/report.js";
import type { Answer, Call } from "../definition.js";
import { isLoopback } from "../doctor/answer-rules.js";
import { EXIT, UsageError } from "../failure.js";
import { servePages } from "../pages.js";
import type { Site } from "../sites.js";
import { printable } from "../terminal.js";
import type { World } from "../world.js";
import { asStrict, baselineOf, withKnown } from "./baseline.js";
import { THIS_MACHINE, findBrowser, namedProgram, startBrowser } from "./browser.js";
import { preflight } from "./preflight.js";
import { terminal, type Report, type Subject } from "./report.js";
import { Inbox, reportedRows, secondsOf, writeReport, type CHECK_OPTIONS } from "./inbox.js";

/** What is checked, and how. */
export type Plan = {
  /** What is served; the first site has the page that reports. */
  sites(inbox: Inbox): readonly Site[];
  /** The first site's port without `--port`. */
  readonly port: string;
  /** How long the check may take without `--timeout-s`. */
  readonly timeoutS: number;
  /** What to do when nothing was reported in time: an end of the error's sentence. */
  readonly advice: string;
  /** What a browser of this machine opens; without it a person opens the page. */
  readonly browser?: {
    /** @param own - The page that reports, with the options that it reads of its address. */
    opens(own: URL, inbox: Inbox): URL;
    /** Whose certificate need not be valid if it is on this machine; otherwise the address that is opened. */
    readonly checked?: URL;
  };
  /** Tells a person where the page is, and completes its address. */
  prepare?(own: URL): void;
  /** What the report is about. */
  subject(inbox: Inbox): Subject;
};

/** Runs a check; its exit code says whether something that must be met failed. */
export async function runCheck({ values, say }: Pick<Call<typeof CHECK_OPTIONS>, "values" | "say">, plan: Plan, world: World): Promise<Answer> {
  const { only = [] } = values;
  const timeoutS = secondsOf(values["timeout-s"], plan.timeoutS);
  const program = plan.browser === undefined ? undefined : values.browser === undefined ? findBrowser(THIS_MACHINE) : namedProgram(values.browser, THIS_MACHINE);
  if (plan.browser !== undefined && program === undefined) {
    throw new UsageError(
      values.browser === undefined ? "there is no Chrome, Chromium, Edge or Firefox on the path: name one by --browser" : `--browser ${values.browser} is no program of this machine: name the file of a browser`,
    );
  }
  const startedAt = new Date();
  const baseline = await baselineOf(values.baseline, world);
  const inbox = new Inbox();
  const served = await servePages(plan.sites(inbox), values.port ?? plan.port, world);
  let rows: readonly Row[];
  try {
    const own = new URL(`http://localhost:${served.port}/`);
    for (const prefix of only) {
      own.searchParams.append("only", prefix);
    }
    plan.prepare?.(own);
    if (plan.browser === undefined || program === undefined) {
      say("waiting for the host's page");
      rows = await reportedRows({ inbox, timeoutS, advice: plan.advice }, only, world);
    } else {
      const address = plan.browser.opens(own, inbox);
      const { checked } = plan.browser;
      say(`looking at ${printable(checked ?? address)}`);
      await preflight(checked ?? address, checked === undefined ? undefined : own.origin);
      say(`checking ${printable(checked ?? address)} in ${program}`);
      const { protocol, hostname } = checked ?? address;
      const running = startBrowser(program, { address: address.href, isHeaded: values.headed === true, acceptsAnyCertificate: protocol === "https:" && isLoopback(hostname) });
      try {
        rows = await reportedRows({ inbox, timeoutS, beginS: BEGIN_S, ...(values.headed === true ? {} : { silentS: SILENT_S }), advice: plan.advice, browser: { program, running } }, only, world);
        rows = withThrown(rows, running.thrown());
      } finally {
        await running.close();
      }
    }
  } finally {
    await served.close();
  }
  const report: Report = {
    ...plan.subject(inbox),
    version: await world.version(),
    startedAt: startedAt.toISOString(),
    durationMs: Date.now() - startedAt.getTime(),
    rows: inOrder(withKnown(values.strict === true ? asStrict(rows) : rows, baseline)),
  };
  const isMet = await writeReport(report, values, world);
  return { text: terminal(report.rows), json: report, exit: isMet ? EXIT.done : EXIT.refused };
}

/** The rows, with what a page threw that sent nothing. */
function withThrown(rows: readonly Row[], thrown: string | undefined): readonly Row[] {
  const isSilent = ({ status, detail = "" }: Row): boolean => status !== "passed" && detail.startsWith("the page sent nothing");
  return thrown === undefined ? rows : rows.map((row) => (isSilent(row) ? { ...row, detail: `${row.detail ?? ""}; it threw: ${thrown}` } : row));
}

/** How long a browser may take to load the page that reports. */
const BEGIN_S = 10;
/** How long a page may say nothing that says each second that it runs. */
const SILENT_S = 15;
