// Compares the transcripts of a program, and explains what differs by the table of differences.
import differences from "./differences.json" with { type: "json" };
import { PREDICATES } from "./predicates.ts";
import { type Program, written } from "./program.ts";
import type { Entry } from "./run.ts";

/** An entry that one side has and the other has not. */
export type Change = { readonly side: "published" | "ours"; readonly entry: Entry };

/** A program with both transcripts and what differs. */
export type Comparison = { readonly program: Program; readonly published: readonly Entry[]; readonly ours: readonly Entry[]; readonly changes: readonly Change[] };

/** A comparison's outcome: the rows that explain a change, and the changes that no row explains. */
export type Verdict = { readonly rows: ReadonlySet<string>; readonly unexplained: readonly Change[] };

export function compared(program: Program, published: readonly Entry[], ours: readonly Entry[]): Comparison {
  const changes = aligned(published, ours).flatMap(([left, right]): Change[] => {
    const [side, entry] = left === undefined ? (["ours", right] as const) : (["published", left] as const);
    return entry === undefined || (left && right) ? [] : [{ side, entry }];
  });
  return { program, published, ours, changes };
}

/** The entries of both transcripts side by side; where one side has none like it, it is undefined. */
function aligned(published: readonly Entry[], ours: readonly Entry[]): (readonly [left: Entry | undefined, right: Entry | undefined])[] {
  const [one, two] = [published, ours].map((entries) => entries.map((entry) => keyOf(entry, entries))) as [string[], string[]];
  const rows: (readonly [Entry | undefined, Entry | undefined])[] = [];
  let [at, to] = [0, 0];
  for (const [left, right] of [...common(one, two), [one.length, two.length] as const]) {
    rows.push(...published.slice(at, left).map((entry) => [entry, undefined] as const), ...ours.slice(to, right).map((entry) => [undefined, entry] as const));
    rows.push([published[left], ours[right]]);
    [at, to] = [left + 1, right + 1];
  }
  return rows.slice(0, -1);
}

/** Explains each change by a row, or by the row of the handler in which it happened. */
export function explained(comparison: Comparison): Verdict {
  const rows = new Set<string>();
  const unexplained: Change[] = [];
  const byEntry = new Map<Entry, string>();
  for (const change of comparison.changes) {
    const { entry, side } = change;
    // What a handler does and throws belongs to it.
    const around = entry.within === undefined ? comparison[side].find(({ kind, step, of, name }) => entry.kind === "uncaught" && kind === "handler" && step === entry.step && entry.text === `${of} ${name}`) : comparison[side][entry.within];
    const row = (around && byEntry.get(around)) ?? partOf(change, comparison);
    if (isAnswer(change, comparison)) {
      continue;
    }
    if (row === undefined) {
      unexplained.push(change);
    } else {
      rows.add(row);
      byEntry.set(entry, row);
    }
  }
  return { rows, unexplained };
}

/** The first part of a row that recognises a change, as `row.part`. */
function partOf(change: Change, comparison: Comparison): string | undefined {
  const step = comparison.program.steps[change.entry.step];
  for (const [row, parts] of Object.entries(PREDICATES)) {
    if (comparison.program.side === "published" && !STAYING.has(row)) {
      continue;
    }
    const part = Object.keys(parts).find((name) => parts[name]?.(change, comparison, step));
    if (part !== undefined) {
      return `${row}.${part}`;
    }
  }
  return undefined;
}

/** True for what only CallingHost does: it answers as a CRM, tells of its context, refuses what a widget has to refuse, and has no listeners left. */
function isAnswer({ side, entry: { kind, name, step, text } }: Change, { program, published }: Comparison): boolean {
  const act = program.steps[step]?.do;
  const isHost = program.side === "callingHost";
  const isTooMuch = name !== "SYNC" && act === "manager" && /\{"\$":"(error|cycle)"\}/.test(JSON.stringify(program.steps[step]));
  return isHost && (isTooMuch || kind === "left" || kind === "read" || (kind === "posted" && ((side === "ours" && (act === "peer" || act === "reply")) || (name === "SYNC" && published.some((other) => other.step === step && other.name === name && tail(other.text) === tail(text))))));
}

const tail = (text: string): string => /(, \d+ times)?$/.exec(text)?.[0] ?? "";

/** The program, and both transcripts with the first difference marked. */
export function report({ program, published, ours }: Comparison, unexplained: readonly Change[]): string {
  const first = unexplained[0];
  const line = (entry: Entry | undefined): string => {
    const text = entry === undefined ? "" : `${entry.step} ${"  ".repeat(entry.within === undefined ? 0 : 1)}${entry.kind} ${entry.of ?? ""} ${entry.name} ${entry.text}`;
    return text.length > WIDTH ? `${text.slice(0, WIDTH - 3)}...` : text.padEnd(WIDTH);
  };
  const rows = aligned(published, ours).map(([left, right]) => {
    const isUnexplained = unexplained.some(({ entry }) => entry === left || entry === right);
    const mark = first !== undefined && (left === first.entry || right === first.entry) ? ">" : isUnexplained ? "!" : left && right ? " " : "~";
    return `${mark} ${line(left)} | ${line(right)}`.trimEnd();
  });
  const marked = rows.findIndex((text) => text.startsWith(">"));
  rows.splice(Math.max(marked, 0) + AROUND);
  rows.splice(0, Math.max(marked - AROUND, 0));
  return `${written(program)}\n  ${"published".padEnd(WIDTH)} | ours\n${rows.join("\n")}\n`;
}

/** The rows that mode "published" has, too. */
const STAYING = new Set(differences.filter(({ published }) => published).map(({ row }) => row));
const WIDTH = 100;
const AROUND = 20;

function keyOf({ step, kind, name, text, of, within }: Entry, entries: readonly Entry[]): string {
  return `${step} ${kind} ${of ?? ""} ${name} ${text} ${within === undefined ? "" : (entries[within]?.name ?? "")}`;
}

/** The longest common sequence, as pairs of indexes. */
function common(one: readonly string[], two: readonly string[]): (readonly [number, number])[] {
  let [start, oneEnd, twoEnd] = [0, one.length, two.length];
  while (start < oneEnd && start < twoEnd && one[start] === two[start]) {
    start += 1;
  }
  while (oneEnd > start && twoEnd > start && one[oneEnd - 1] === two[twoEnd - 1]) {
    oneEnd -= 1;
    twoEnd -= 1;
  }
  const width = twoEnd - start + 1;
  const best = new Uint16Array((oneEnd - start + 1) * width);
  for (let at = oneEnd - 1; at >= start; at -= 1) {
    for (let to = twoEnd - 1; to >= start; to -= 1) {
      const here = (at - start) * width + (to - start);
      best[here] = one[at] === two[to] ? (best[here + width + 1] as number) + 1 : Math.max(best[here + width] as number, best[here + 1] as number);
    }
  }
  const pairs: (readonly [number, number])[] = Array.from({ length: start }, (_, index) => [index, index] as const);
  for (let [at, to] = [start, start]; at < oneEnd && to < twoEnd; ) {
    const here = (at - start) * width + (to - start);
    if (one[at] === two[to]) {
      pairs.push([at, to]);
      at += 1;
      to += 1;
    } else if ((best[here + width] as number) >= (best[here + 1] as number)) {
      at += 1;
    } else {
      to += 1;
    }
  }
  for (let index = 0; oneEnd + index < one.length; index += 1) {
    pairs.push([oneEnd + index, twoEnd + index]);
  }
  return pairs;
}
