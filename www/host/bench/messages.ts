import type { LogEntry } from "../state/log-entry";
import { CallGroups, type CallGroup } from "./call-groups";
import { compact, payloadOf } from "./payload";

/** A message of the session, or a note of the host between them. */
export interface Entry {
  /** Counted from 1 since the page was opened; a paused list counts on. */
  readonly number: number;
  readonly direction: "toWidget" | "toHost" | "note";
  readonly type: string;
  readonly data: unknown;
  readonly message: unknown;
  /** Milliseconds since the epoch. */
  readonly at: number;
  /** The message's call; undefined for one about the session. */
  readonly call: CallGroup | undefined;
  /** The fault that changed it. */
  readonly fate: string | undefined;
  /** The number of messages in the entry: SYNC is repeated until it is answered. */
  times: number;
}

/** A view of the messages. */
export interface MessagesView {
  /** An entry was added; the oldest ones may be gone. */
  added(entry: Entry, dropped: readonly Entry[]): void;
  /** An entry counts one message more. */
  repeated(entry: Entry): void;
  /** The entries or the filter changed. */
  reset(): void;
}

/** The number of entries listed; the oldest are dropped first. */
export const LIMIT = 500;

/** The messages of the page's sessions, oldest first, with a filter and a pause. */
export class Messages {
  private list: Entry[] = [];
  private readonly calls = new CallGroups(() => {
    for (const view of this.views) view.reset();
  });
  private readonly views: MessagesView[] = [];
  private readonly changes: (() => void)[] = [];
  private last = 0;
  private wanted = "";
  private isPaused = false;
  private missedCount = 0;
  private visibleCount = 0;

  /** The entries that pass the filter, oldest first. */
  get visible(): readonly Entry[] {
    return this.wanted === "" ? this.list : this.list.filter((entry) => this.passes(entry));
  }

  /** The numbers of all entries, of those that pass the filter, and of those missed by the pause. */
  get counts(): { total: number; visible: number; missed: number } {
    return { total: this.list.length, visible: this.visibleCount, missed: this.missedCount };
  }

  get paused(): boolean {
    return this.isPaused;
  }

  set paused(paused: boolean) {
    this.isPaused = paused;
    if (!paused) this.missedCount = 0;
    this.changed();
  }

  get filter(): string {
    return this.wanted;
  }

  set filter(text: string) {
    this.wanted = text.trim().toLowerCase();
    this.reset();
  }

  /** The entry of this number, while it is listed. */
  find(number: number): Entry | undefined {
    return this.list.find((entry) => entry.number === number);
  }

  /** True if an entry passes the filter. */
  passes(entry: Entry): boolean {
    return this.wanted === "" || `${entry.type} ${entry.call?.name ?? ""} ${compact(payloadOf(entry))}`.toLowerCase().includes(this.wanted);
  }

  /** Adds a message, unless the list is paused; returns its number. */
  add(message: LogEntry): number {
    this.take({ ...message, call: this.calls.of(message), fate: message.fate });
    return this.last;
  }

  /** Adds a note of the host, such as the reason of a refusal. */
  note(text: string): void {
    this.take({ direction: "note", type: "note", data: text, message: text, at: Date.now(), call: undefined, fate: undefined });
  }

  /** Begins a new session, with new calls. */
  begin(): void {
    this.calls.begin();
  }

  /** Drops every entry. */
  clear(): void {
    this.list = [];
    this.missedCount = 0;
    this.reset();
  }

  /** Adds a view; it draws the present entries by its own `reset`. */
  attach(view: MessagesView): void {
    this.views.push(view);
    view.reset();
  }

  /** Calls a listener after every change. */
  watch(listener: () => void): void {
    this.changes.push(listener);
    listener();
  }

  private take(fields: Omit<Entry, "number" | "times">): void {
    const newest = this.list.at(-1);
    if (!this.isPaused && newest !== undefined && isRepeatedSync(newest, fields)) {
      newest.times += 1;
      for (const view of this.views) view.repeated(newest);
      return;
    }
    this.last += 1;
    if (this.isPaused) {
      this.missedCount += 1;
    } else {
      const entry: Entry = { ...fields, number: this.last, times: 1 };
      this.list.push(entry);
      const dropped = this.list.splice(0, this.list.length - LIMIT);
      this.visibleCount += Number(this.passes(entry)) - dropped.filter((old) => this.passes(old)).length;
      for (const view of this.views) view.added(entry, dropped);
    }
    this.changed();
  }

  private reset(): void {
    this.visibleCount = this.visible.length;
    for (const view of this.views) view.reset();
    this.changed();
  }

  private changed(): void {
    for (const listener of this.changes) listener();
  }
}

/** SYNC goes out every 100 ms until it is answered: one entry counts them all. */
function isRepeatedSync(newest: Entry, next: Pick<Entry, "direction" | "type" | "fate">): boolean {
  return next.type === "SYNC" && newest.type === "SYNC" && next.direction === newest.direction && next.fate === newest.fate;
}
