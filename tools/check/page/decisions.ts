import type { Requirement, Result } from "../../conformance/report";

/** Reports decisions; a failure that may follow from another one's waits until that is decided. */
export class Decisions {
  private readonly failed = new Set<string>();
  private readonly waiting: Result[] = [];
  private readonly after: ReadonlyMap<string, readonly string[]>;

  constructor(
    private readonly wanted: readonly Requirement[],
    private readonly report: (result: Result) => Promise<void>,
  ) {
    this.after = new Map(wanted.map(({ id, after = [] }) => [id, after]));
  }

  /** Adds results. */
  async add(results: readonly Result[]): Promise<void> {
    for (const { id, status, detail } of results) {
      const result: Result = detail === undefined ? { id, status } : { id, status, detail };
      if (status === "failed") this.failed.add(id);
      if (!this.wanted.some((requirement) => requirement.id === id)) continue;
      if (status === "failed" && (this.after.get(id) ?? []).length > 0) this.waiting.push(result);
      else await this.report(result);
    }
  }

  /** Ends the decisions. One fault fails one requirement: its consequences count as not seen. */
  async end(): Promise<void> {
    for (const result of this.waiting.splice(0)) {
      const cause = (this.after.get(result.id) ?? []).find((id) => this.failed.has(id));
      await this.report(cause === undefined ? result : { id: result.id, status: "notSeen", detail: `it follows from ${cause}, which is not met` });
    }
  }
}
