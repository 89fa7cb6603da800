import { h, fill, setAttribute, setText } from "../shared/dom";
import { icon } from "../shared/icons";
import type { LogEntry as Message } from "./state/connection";

/** A message, or a remark of the host's own. */
type LogEntry = Omit<Message, "direction"> & { direction: Message["direction"] | "note" };

/** How many rows are kept; the oldest go first. */
const LIMIT = 500;

/** The message log, newest first. */
export class MessageLog {
  private readonly entries: { entry: LogEntry; row: HTMLElement; times: number }[] = [];
  private readonly rows = h("ol", { class: "log-rows", "data-testid": "log", tabindex: "0", "aria-label": "Messages, newest first" });
  private readonly filter = h("input", { type: "search", placeholder: "Filter by type or text", "aria-label": "Filter messages" });
  private readonly count = h("span", { class: "hint digits" });
  private readonly pauseButton = tool("pause", "Pause", () => this.pause(!this.paused));
  private readonly fold = h("details", { class: "log", open: true });
  private paused = false;
  private missed = 0;

  constructor(root: HTMLElement) {
    const copy = tool("copy", "Copy", () => void this.copy(copy));
    this.filter.addEventListener("input", () => this.applyFilter());
    fill(root, this.fold);
    this.fold.append(
      h("summary", { class: "card-head" }, icon("chevron"), h("h2", { id: "log-title" }, "Messages"), this.count),
      h(
        "div",
        { class: "log-tools" },
        this.filter,
        this.pauseButton,
        tool("trash", "Clear log", () => this.clear()),
        copy,
      ),
      this.rows,
    );
    if (matchMedia("(max-width: 720px)").matches) this.fold.open = false;
    this.drawCount();
  }

  /** Opens the log and brings it into view. */
  show(): void {
    this.fold.open = true;
    this.fold.scrollIntoView({ block: "start" });
    this.rows.focus({ preventScroll: true });
  }

  /** Adds a message, unless the log is paused. */
  add(entry: LogEntry): void {
    if (this.paused) {
      this.missed += 1;
    } else {
      const [newest] = this.entries;
      if (newest !== undefined && isRepeatedSync(newest.entry, entry)) {
        newest.times += 1;
        const type = newest.row.querySelector(".log-type");
        if (type !== null) setAttribute(type, "data-times", String(newest.times));
        return;
      }
      const row = rowOf(entry);
      row.hidden = !matches(entry, this.filter.value);
      this.entries.unshift({ entry, row, times: 1 });
      this.rows.prepend(row);
      for (const { row: old } of this.entries.splice(LIMIT)) old.remove();
    }
    this.drawCount();
  }

  /** Adds a remark of the host itself, such as a refused message. */
  note(text: string): void {
    this.add({ direction: "note", type: "note", data: text, message: text, at: Date.now() });
  }

  private pause(paused: boolean): void {
    this.paused = paused;
    if (!paused) this.missed = 0;
    fill(this.pauseButton, icon(paused ? "play" : "pause"), paused ? "Resume" : "Pause");
    this.drawCount();
  }

  private clear(): void {
    this.entries.length = 0;
    this.missed = 0;
    fill(this.rows);
    this.drawCount();
  }

  private async copy(button: HTMLElement): Promise<void> {
    const shown = this.entries.filter(({ row }) => !row.hidden).map(({ entry }) => entry);
    const text = shown
      .map((entry) => `${clock(entry.at)} ${entry.direction} ${entry.type} ${compact(payloadOf(entry))}`)
      .join("\n");
    let label = "Copied";
    try {
      await navigator.clipboard.writeText(text);
    } catch {
      label = "Not allowed";
    }
    fill(button, icon("copy"), label);
    setTimeout(() => fill(button, icon("copy"), "Copy"), 1500);
  }

  private applyFilter(): void {
    for (const { entry, row } of this.entries) row.hidden = !matches(entry, this.filter.value);
    this.drawCount();
  }

  private drawCount(): void {
    const shown = this.entries.filter(({ row }) => !row.hidden).length;
    const total = this.entries.length;
    const missed = this.missed > 0 ? `, ${this.missed} not shown while paused` : "";
    setText(this.count, (shown === total ? `${total}` : `${shown} of ${total}`) + missed);
  }
}

function rowOf(entry: LogEntry): HTMLElement {
  const payload = h("pre", { class: "log-payload" });
  const details = h(
    "details",
    {
      // Written on the first opening only: most payloads are never looked at.
      ontoggle: () => setText(payload, pretty(entry.message ?? entry.data)),
    },
    h(
      "summary",
      {},
      h("time", { class: "digits" }, clock(entry.at)),
      h("span", { class: "log-way" }, ...WAYS[entry.direction]()),
      h("code", { class: "log-type" }, entry.type),
      h("code", { class: "log-brief" }, compact(payloadOf(entry))),
    ),
    payload,
  );
  return h("li", { "data-testid": "log-row", "data-type": entry.type, "data-direction": entry.direction }, details);
}

/** What a message says: its data, or else the fields beside its type, as SYNC and its answer have them. */
function payloadOf({ data, message }: LogEntry): unknown {
  if (data !== undefined || typeof message !== "object" || message === null) return data;
  const fields = Object.entries(message).filter(([name]) => name !== "type" && name !== "messageId");
  return fields.length === 0 ? undefined : Object.fromEntries(fields);
}

/** SYNC goes out every 100 ms until it is answered: one row stands for them all. */
function isRepeatedSync(newest: LogEntry, entry: LogEntry): boolean {
  return entry.type === "SYNC" && newest.type === "SYNC" && entry.direction === newest.direction;
}

const WAYS = {
  toWidget: () => [icon("arrowOut"), "to widget"],
  toHost: () => [icon("arrowIn"), "to host"],
  note: () => [icon("note"), "host says"],
} as const;

function tool(name: "pause" | "copy" | "trash", label: string, act: () => void): HTMLButtonElement {
  return h("button", { type: "button", class: "quiet", onclick: act }, icon(name), label);
}

function matches(entry: LogEntry, filter: string): boolean {
  const wanted = filter.trim().toLowerCase();
  return wanted === "" || `${entry.type} ${compact(payloadOf(entry))}`.toLowerCase().includes(wanted);
}

function clock(at: number): string {
  const date = new Date(at);
  const part = (value: number, width = 2): string => String(value).padStart(width, "0");
  return `${part(date.getHours())}:${part(date.getMinutes())}:${part(date.getSeconds())}.${part(date.getMilliseconds(), 3)}`;
}

/** A widget may send what JSON cannot hold, such as a cycle. */
function compact(value: unknown): string {
  if (value === undefined) return "";
  return (typeof value === "string" ? value : pretty(value, 0)).slice(0, 400);
}

function pretty(value: unknown, indent = 2): string {
  try {
    // For a function or undefined the result is undefined, whatever its type says.
    const text = JSON.stringify(value, null, indent) as string | undefined;
    return text ?? `(${typeof value})`;
  } catch {
    return "(cannot be written as JSON)";
  }
}
