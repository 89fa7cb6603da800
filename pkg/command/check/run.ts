// Common steps of `check` and `check-host`: serve a page, open it in a browser, and write its report.
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

/** The plan of a check. */
export type Plan = {
  /** The sites to serve; the first one has the page that reports. */
  sites(inbox: Inbox): readonly Site[];
  /** The first site's port without `--port`. */
  readonly port: string;
  /** The longest time of the check without `--timeout-s`. */
  readonly timeoutS: number;
  /** Advice if nothing was reported in time: an end of the error's sentence. */
  readonly advice: string;
  /** The address for a browser of this machine; without it a person opens the page. */
  readonly browser?: {
    /** @param own - The page that reports, with the options that it reads from its address. */
    opens(own: URL, inbox: Inbox): URL;
    /** The address whose certificate need not be valid if it is on this machine; otherwise the one that is opened. */
    readonly checked?: URL;
  };
  /** Tells a person the page's address, and completes it. */
  prepare?(own: URL): void;
  /** The subject of the report. */
  subject(inbox: Inbox): Subject;
};

/** Runs a check; its exit code is a failure if a required check failed. */
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

/** The rows; those of a page that sent nothing get the error that it threw. */
function withThrown(rows: readonly Row[], thrown: string | undefined): readonly Row[] {
  const isSilent = ({ status, detail = "" }: Row): boolean => status !== "passed" && detail.startsWith("the page sent nothing");
  return thrown === undefined ? rows : rows.map((row) => (isSilent(row) ? { ...row, detail: `${row.detail ?? ""}; it threw: ${thrown}` } : row));
}

/** The longest time until a browser has loaded the page that reports. */
const BEGIN_S = 10;
/** The longest silence of a page that reports each second that it runs. */
const SILENT_S = 15;
