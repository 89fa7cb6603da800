// The report of a check, and its formats.
import { failures, summary, wordOf, type Row } from "../../conformance/report.js";
import { oneLine, STEERING } from "../../../pkg/command/terminal.js";

/** The whole report. */
export type Report = {
  /** The checked widget's address. */
  readonly widget: string;
  /** The version of this package. */
  readonly version: string;
  /** The start of the check; an ISO date-time. */
  readonly startedAt: string;
  readonly durationMs: number;
  readonly rows: readonly Row[];
};

/** The rows for a terminal: one requirement per line, its reason below. Of many unseen for one reason, the first is named. */
export function terminal(rows: readonly Row[]): string {
  const reasons = new Map<string, readonly Row[]>();
  for (const row of rows.filter(({ status }) => status === "notSeen")) {
    const { detail = "" } = row;
    reasons.set(detail, [...(reasons.get(detail) ?? []), row]);
  }
  const lines = rows.flatMap((row) => {
    const alike = row.status === "notSeen" ? (reasons.get(row.detail ?? "") ?? []) : [];
    if (alike.length <= MOST_ALIKE) {
      return [line(row)];
    }
    return alike[0] === row ? [line({ ...row, title: `${row.title}, and ${alike.length - 1} more` })] : [];
  });
  return [...lines, "", summary(rows)].join("\n");
}

/** One requirement per line, and the reason below it. */
export function line(row: Row): string {
  const { id, title, detail } = row;
  return `${wordOf(row).padEnd(9)} ${oneLine(id).padEnd(29)} ${oneLine(title)}${detail === undefined ? "" : `\n          ${oneLine(detail)}`}`;
}

/** The report as JUnit's XML. A recommendation that is not met is skipped there: it fails no pipeline. */
export function junit(report: Report): string {
  const { widget, startedAt, durationMs, rows } = report;
  const cases = rows.map((row) => {
    const { id, title, detail = "", what } = row;
    const group = id.split(".")[0] ?? "";
    const word = wordOf(row);
    const inner =
      word === "passed" ? "" : word === "failed" ? `<failure message="${escaped(detail)}">${escaped(what)}</failure>` : `<skipped message="${escaped(`${word}: ${detail}`)}"/>`;
    return `    <testcase classname="${escaped(group)}" name="${escaped(`${id}: ${title}`)}">${inner}</testcase>`;
  });
  const skipped = rows.filter((row) => row.status !== "passed").length - failures(rows).length;
  return `<?xml version="1.0" encoding="UTF-8"?>
<testsuites>
  <testsuite name="${escaped(`calling widget ${widget}`)}" tests="${rows.length}" failures="${failures(rows).length}" skipped="${skipped}" time="${(durationMs / 1000).toFixed(3)}" timestamp="${escaped(startedAt)}">
${cases.join("\n")}
  </testsuite>
</testsuites>
`;
}

/** The report as a self-contained page. */
export function html(report: Report): string {
  const { widget, version, startedAt, rows } = report;
  const lines = rows.map((row) => {
    const { id, level, title, what, source, detail } = row;
    const word = wordOf(row);
    return (
      `<tr class="${word.replace(" ", "-")}"><td>${word}</td><td><code>${escaped(id)}</code></td><td>${level}</td>` +
      `<td><strong>${escaped(title)}</strong><br>${escaped(what)}${detail === undefined ? "" : `<p>${escaped(detail)}</p>`}</td><td>${escaped(source)}</td></tr>`
    );
  });
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="content-security-policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>Check of ${escaped(widget)}</title>
<style>
body { font: 15px/1.45 system-ui, sans-serif; margin: 24px auto; max-width: 1100px; padding: 0 16px; color: #17232d; background: #fff; }
h1 { font-size: 1.3rem; overflow-wrap: anywhere; }
.table { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; }
th, td { text-align: left; vertical-align: top; padding: 6px 10px; border-bottom: 1px solid #d8e0e6; }
td p { margin: 4px 0 0; overflow-wrap: anywhere; }
.passed td:first-child { color: #13773a; }
.failed td:first-child { color: #b3261e; font-weight: 600; }
.not-met td:first-child, .known td:first-child { color: #7a4a00; }
.not-seen { color: #526170; }
</style>
<h1>Check of ${escaped(widget)}</h1>
<p>${escaped(summary(rows))}</p>
<p>calling-widget-sdk ${escaped(version)}, ${escaped(startedAt)}</p>
<div class="table">
<table>
<thead><tr><th>Result</th><th>Requirement</th><th>Level</th><th></th><th>Source</th></tr></thead>
<tbody>
${lines.join("\n")}
</tbody>
</table>
</div>
</html>
`;
}

/** Escapes a text for HTML and XML, also in attributes; drops characters that XML forbids or that steer a terminal. */
function escaped(text: string): string {
  return text
    .replace(STEERING, (character) => (character === "\n" ? "\n" : ""))
    .replace(/[\ufffe\uffff]/g, "")
    .replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

/** Up to this number, rows with one reason are listed one by one. */
const MOST_ALIKE = 3;
