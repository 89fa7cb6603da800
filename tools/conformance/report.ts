// What the page of a check posts, and what the command makes of it.

/** What a widget or a host has to meet. */
export interface Requirement {
  readonly id: string;
  readonly level: "must" | "should";
  readonly title: string;
  readonly what: string;
  readonly source: string;
  /** The name of the rule over all messages that decides it; steps of flows decide the others. */
  readonly rule?: string;
  /** The requirements that have to be met before this one can be seen: a failure follows from theirs. */
  readonly after?: readonly string[];
}

/** How a requirement was decided. */
export interface Result {
  readonly id: string;
  readonly status: "passed" | "failed" | "notSeen";
  /** Why it failed, or was not seen. */
  readonly detail?: string;
}

/** A requirement with its result. */
export type Row = Omit<Requirement, "rule" | "after"> &
  Omit<Result, "id"> & {
    /** An earlier report has the failure. */
    readonly isKnown?: boolean;
  };

/** What the page posts. */
export type PageEvent =
  | { readonly plan: readonly Requirement[] }
  | { readonly result: Result }
  /** The page still runs: what it frames may stop it. */
  | { readonly alive: true }
  | {
      readonly end: true;
      /** The origin of the checked host's page. */
      readonly host?: string;
    };

/** What is said of a row: the same word in every form of a report. */
export type Word = "failed" | "known" | "not met" | "not seen" | "passed";

/** The word for a row: what is recommended is not failed, but not met. */
export function wordOf({ status, level, isKnown }: Pick<Row, "status" | "level" | "isKnown">): Word {
  if (status === "passed") return "passed";
  if (status === "notSeen") return "not seen";
  if (isKnown === true) return "known";
  return level === "must" ? "failed" : "not met";
}

/** The rows, what has to be fixed first. */
export function inOrder<R extends Pick<Row, "status" | "level" | "isKnown">>(rows: readonly R[]): readonly R[] {
  return WORDS.flatMap((word) => rows.filter((row) => wordOf(row) === word));
}

/** What has to be fixed: a requirement of the level must that failed, and was not known to. */
export function failures<R extends Pick<Row, "status" | "level" | "isKnown">>(rows: readonly R[]): readonly R[] {
  return rows.filter((row) => wordOf(row) === "failed");
}

/** How many requirements came out how, in a sentence. */
export function summary(rows: readonly Pick<Row, "status" | "level" | "isKnown">[]): string {
  const counts = WORDS.map((word) => ({ word, count: rows.filter((row) => wordOf(row) === word).length }));
  return counts.filter(({ word, count }) => word !== "known" || count > 0).map(({ word, count }) => `${count} ${word}`).join(", ");
}

const WORDS: readonly Word[] = ["failed", "known", "not met", "not seen", "passed"];
