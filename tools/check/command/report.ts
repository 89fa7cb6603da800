// The report of a check.
import { summary, wordOf, type Row } from "../../conformance/report.js";
import { oneLine } from "../../../pkg/command/terminal.js";

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

/** The rows of a strict check: a requirement that was not seen fails. */
export function asStrict(rows: readonly Row[]): readonly Row[] {
  return rows.map((row) => (row.level === "must" && row.status === "notSeen" ? { ...row, status: "failed", detail: `it was not seen: ${row.detail ?? ""}` } : row));
}

/** One requirement per line, and the reason below it. */
export function line(row: Row): string {
  const { id, title, detail } = row;
  return `${wordOf(row).padEnd(9)} ${oneLine(id).padEnd(29)} ${oneLine(title)}${detail === undefined ? "" : `\n          ${oneLine(detail)}`}`;
}

/** Up to this number, rows with one reason are listed one by one. */
const MOST_ALIKE = 3;
