/** How a requirement was decided. */
export interface Result {
  id: string;
  status: "passed" | "failed" | "notSeen";
  /** Why it failed, or was not seen. */
  detail?: string;
}

/** The results of requirements that several steps decide. */
export class Results {
  private readonly byId: Map<string, Result>;

  constructor(decided: readonly Result[] = []) {
    this.byId = new Map(decided.map((result) => [result.id, result]));
  }

  get all(): readonly Result[] {
    return [...this.byId.values()];
  }

  /** A requirement that was not met before, or not seen, does not pass by a later step. */
  passed(id: string): void {
    if (!this.byId.has(id)) this.byId.set(id, { id, status: "passed" });
  }

  failed(id: string, detail: string): void {
    if (this.byId.get(id)?.status !== "failed") this.byId.set(id, { id, status: "failed", detail });
  }

  /** The first reason counts: what follows from it says less. */
  notSeen(id: string, detail: string): void {
    const status = this.byId.get(id)?.status;
    if (status === undefined || status === "passed") this.byId.set(id, { id, status: "notSeen", detail });
  }
}
