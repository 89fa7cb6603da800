import type { LogEntry } from "../state/log-entry";
import { fieldOf } from "./payload";

/** The messages of one call. */
export interface CallGroup {
  /** Counted from 1 since the page was opened. */
  readonly number: number;
  /** Its `externalCallId`; empty until the app gives one. */
  name: string;
}

/**
 * Groups messages by call. The host reports the call that a message changed; the others are
 * matched by their ids.
 */
export class CallGroups {
  private count = 0;
  private readonly byCall = new Map<number, CallGroup>();
  private readonly byId = new Map<string, CallGroup>();

  /** @param renamed is called when a group that was shown gets its name. */
  constructor(private readonly renamed: () => void) {}

  /** Restarts the numbering with a new session. */
  begin(): void {
    this.byCall.clear();
  }

  /** The call of a message; undefined for a message about the session. */
  of({ data, call }: Pick<LogEntry, "data" | "call">): CallGroup | undefined {
    const name = fieldOf(data, "externalCallId");
    const engagement = fieldOf(data, "engagementId");
    const ids = [...(name === undefined ? [] : [`call ${name}`]), ...(engagement === undefined ? [] : [`engagement ${engagement}`])];
    const known = (call === undefined ? undefined : this.byCall.get(call)) ?? ids.map((id) => this.byId.get(id)).find((group) => group !== undefined);
    const group = known ?? (call === undefined && name === undefined ? undefined : { number: (this.count += 1), name: "" });
    if (group === undefined) return undefined;
    if (call !== undefined) this.byCall.set(call, group);
    for (const id of ids) this.byId.set(id, group);
    if (name !== undefined && group.name === "") {
      group.name = name;
      if (known !== undefined) this.renamed();
    }
    return group;
  }
}
