import type { Result } from "../../conformance/report";

/** The results of requirements that several steps decide. */
export class Results {
  /** The messages for which a requirement failed: no other one fails for them. */
  readonly blamed = new Set<unknown>();
  private readonly byId = new Map<string, Result>();

  get all(): readonly Result[] {
    return [...this.byId.values()];
  }

  /** Passes requirements; one that failed, or was not seen, does not pass by a later step. */
  passed(ids: readonly string[] = []): void {
    for (const id of ids) {
      if (!this.byId.has(id)) this.byId.set(id, { id, status: "passed" });
    }
  }

  failed(ids: readonly string[] = [], detail: string, messages: readonly unknown[] = []): void {
    for (const id of ids) {
      if (this.byId.get(id)?.status !== "failed") this.byId.set(id, { id, status: "failed", detail });
    }
    for (const message of ids.length === 0 ? [] : messages) this.blamed.add(message);
  }

  /** Marks requirements as not seen. The first reason counts: its consequences say less. */
  notSeen(ids: readonly string[] = [], detail: string): void {
    for (const id of ids) {
      const status = this.byId.get(id)?.status;
      if (status === undefined || status === "passed") this.byId.set(id, { id, status: "notSeen", detail });
    }
  }
}
