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
}

/** How a requirement was decided. */
export interface Result {
  readonly id: string;
  readonly status: "passed" | "failed" | "notSeen";
  /** Why it failed, or was not seen. */
  readonly detail?: string;
}

/** A requirement with its result. */
export type Row = Omit<Requirement, "rule"> & Omit<Result, "id">;

/** What the page posts. */
export type PageEvent =
  | { readonly plan: readonly Requirement[] }
  | { readonly result: Result }
  | {
      readonly end: true;
      /** The origin of the checked host's page. */
      readonly host?: string;
    };

/** What has to be fixed: a requirement of the level must that failed. */
export function failures<R extends Pick<Row, "status" | "level">>(rows: readonly R[]): readonly R[] {
  return rows.filter(({ status, level }) => status === "failed" && level === "must");
}

/** How many requirements came out how, in a sentence. */
export function summary(rows: readonly Pick<Row, "status" | "level">[]): string {
  const of = (status: Row["status"]): number => rows.filter((row) => row.status === status).length;
  const failed = failures(rows).length;
  return `${of("passed")} passed, ${failed} failed, ${of("failed") - failed} recommended but not met, ${of("notSeen")} not seen`;
}
