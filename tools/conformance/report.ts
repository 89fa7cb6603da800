// Messages that the page of a check posts, and their evaluation by the command.

/** A requirement for a widget. */
export interface Requirement {
  readonly id: string;
  readonly level: "must" | "should";
  readonly title: string;
  readonly what: string;
  readonly source: string;
  /** The rule over all messages that decides it; without one, steps of flows do. */
  readonly rule?: string;
  /** Prerequisites: without them it cannot be seen, so a failure follows from theirs. */
  readonly after?: readonly string[];
}

/** The outcome of a requirement. */
export interface Result {
  readonly id: string;
  readonly status: "passed" | "failed" | "notSeen";
  /** The reason for `failed` or `notSeen`. */
  readonly detail?: string;
}

/** A requirement with its result. */
export type Row = Omit<Requirement, "rule" | "after"> & Omit<Result, "id">;

/** A message of the page. */
export type PageEvent =
  | { readonly plan: readonly Requirement[] }
  | { readonly result: Result }
  /** A heartbeat: a framed page may block this one. */
  | { readonly end: true };

/** The verdict on a row, in every format of a report. */
export type Word = "failed" | "not met" | "not seen" | "passed";

/** Returns the verdict on a row: a failed recommendation is `not met`. */
export function wordOf({ status, level }: Pick<Row, "status" | "level">): Word {
  if (status === "passed") return "passed";
  if (status === "notSeen") return "not seen";
  return level === "must" ? "failed" : "not met";
}

/** Sorts rows by verdict, failures first. */
export function inOrder<R extends Pick<Row, "status" | "level">>(rows: readonly R[]): readonly R[] {
  return WORDS.flatMap((word) => rows.filter((row) => wordOf(row) === word));
}

/** Returns the rows to fix: requirements of the level `must` that failed. */
export function failures<R extends Pick<Row, "status" | "level">>(rows: readonly R[]): readonly R[] {
  return rows.filter((row) => wordOf(row) === "failed");
}

/** Counts the requirements by verdict, as text. */
export function summary(rows: readonly Pick<Row, "status" | "level">[]): string {
  return WORDS.map((word) => `${rows.filter((row) => wordOf(row) === word).length} ${word}`).join(", ");
}

const WORDS: readonly Word[] = ["failed", "not met", "not seen", "passed"];
