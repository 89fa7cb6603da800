import { isObject, tagOf } from "../shared/plain.js";
import type { Received } from "./expectations.js";
import type { TranscriptEntry } from "./types.js";
import type { Message } from "./wire.js";

/**
 * Compares a value with the expected one.
 *
 * @param expected the required fields; others are allowed.
 * @returns one line for each difference.
 */
export function differences(expected: unknown, value: unknown, path = "data"): string[] {
  const matches = (expected as { asymmetricMatch?: (value: unknown) => boolean } | null | undefined)?.asymmetricMatch;
  if (typeof matches === "function") {
    return matches.call(expected, value) ? [] : [`${path} is ${asText(value)}, which ${String(expected)} does not match`];
  }
  const differs = (): string[] => [`${path} is ${asText(value)} and not ${asText(expected)}`];
  if (typeof expected !== "object" || expected === null) {
    return Object.is(expected, value) ? [] : differs();
  }
  const tag = tagOf(expected);
  if (tag !== tagOf(value)) {
    return differs();
  }
  // By the tag, since a message may be of another realm's classes.
  switch (tag) {
    case "Date":
      return Object.is((expected as Date).getTime(), (value as Date).getTime()) ? [] : differs();
    case "Map":
      return [...(expected as Map<unknown, unknown>)].flatMap(([key, item]) =>
        differences(item, (value as Map<unknown, unknown>).get(key), `${path}.${String(key)}`),
      );
    case "Set": {
      const items = [...(value as Set<unknown>)];
      return [...(expected as Set<unknown>)].every((item) => items.some((other) => differences(item, other).length === 0)) ? [] : differs();
    }
    case "ArrayBuffer":
      return differences(new Uint8Array(expected as ArrayBuffer), new Uint8Array(value as ArrayBuffer), path);
  }
  const { length } = value as Partial<ArrayLike<unknown>>;
  if ((Array.isArray(expected) || ArrayBuffer.isView(expected)) && (expected as ArrayLike<unknown>).length !== length) {
    return [`${path} has ${length} items and not ${(expected as ArrayLike<unknown>).length}`];
  }
  return Object.entries(expected).flatMap(([name, item]) =>
    differences(item, (value as Record<string, unknown>)[name], `${path}.${name}`),
  );
}

/**
 * Explains a missing message.
 *
 * @param hint advice for when no message was posted at all.
 */
export function failure(
  type: string,
  match: unknown,
  all: readonly Received[],
  transcript: readonly TranscriptEntry[],
  withinMs: number,
  hint: string,
): string {
  const what = match === undefined ? type : `${type} with ${asText(match)}`;
  return [
    `expected the widget to send ${what}; the host did not get it within ${withinMs} ms`,
    "",
    nearest(type, match, all),
    "",
    "The transcript up to here:",
    listed(transcript, hint),
  ].join("\n");
}

/**
 * Explains a missing widget.
 *
 * @param listeners the number of the page's listeners for messages.
 * @param wasBefore true if an app was evaluated before the host was installed.
 */
export function noWidget(listeners: number, wasBefore: boolean): string {
  const looked = "The host looked for a listener of `message` on window, and for a message to window.parent";
  if (listeners > 0) {
    return `${looked}: there ${listeners === 1 ? "is a listener" : `are ${listeners} listeners`}, and no message came.`;
  }
  const why = wasBefore
    ? "An app was evaluated before install(), so it is still connected to the page before."
    : "No app was evaluated since install(); one that a static import evaluated before is not connected.";
  return [
    `${looked}: there is neither. ${why} Evaluate it, or render its component, after install(), anew in each test:`,
    '  Vitest     vi.resetModules(); await import("./phone.js");',
    '  Jest       await jest.isolateModulesAsync(() => import("./phone.js")), or jest.resetModules() and require',
    "  Others     await import(`./phone.js?${++count}`);",
  ].join("\n");
}

/**
 * A transcript, one line for each message.
 *
 * @param hint advice for an empty transcript.
 */
export function listed(transcript: readonly TranscriptEntry[], hint: string): string {
  if (transcript.length === 0) {
    return `  (no message was posted; ${hint})`;
  }
  const lines: string[] = [];
  let before = "";
  let repeats = 0;
  const fold = (): void => {
    if (repeats > 0) {
      lines.push(`              ... ${repeats} more of it ...`);
    }
    repeats = 0;
  };
  for (const { at, from, message, fate, reports = [] } of transcript) {
    const end = [...(fate === undefined ? [] : [fate]), ...reports].map((note) => ` (${note})`).join("");
    const text = `${from === "host" ? "host -> widget" : "widget -> host"}  ${message.type}${payloadOf(message)}${end}`;
    if (text === before) {
      repeats += 1;
      continue;
    }
    fold();
    before = text;
    lines.push(`  ${String(at).padStart(7)} ms  ${text}`);
  }
  fold();
  const left = lines.length - FIRST - LAST;
  return (left > 1 ? [...lines.slice(0, FIRST), `  ... ${left} messages ...`, ...lines.slice(-LAST)] : lines).join("\n");
}

/** The closest message, and its differences. */
function nearest(type: string, match: unknown, all: readonly Received[]): string {
  const ranked = all
    .map(({ message, spent }) => ({
      message,
      spent,
      isType: message.type === type,
      wrong: differences(match ?? {}, message.data ?? {}),
    }))
    .filter(({ isType, wrong }) => isType || (match !== undefined && wrong.length < Object.keys(match as object).length))
    .sort((one, other) => Number(other.isType) - Number(one.isType) || one.wrong.length - other.wrong.length);
  const [best] = ranked;
  if (best === undefined) {
    return "The host got nothing like it.";
  }
  const { message, spent, isType, wrong } = best;
  const faults = [
    ...(isType ? [] : [`its type is ${message.type}`]),
    ...(spent === "" ? [] : [spent]),
    ...wrong,
  ];
  return `The nearest is ${message.type} (message ${message.messageId}): ${faults.join("; ")}.`;
}

/** A message's payload, the handshake's fields included. */
function payloadOf(message: Message): string {
  const fields = Object.entries(message).filter(([name]) => name !== "type" && name !== "messageId");
  const payload: unknown = "data" in message ? message.data : Object.fromEntries(fields);
  return payload === undefined || isEmpty(payload) ? "" : ` ${asText(payload)}`;
}

function asText(value: unknown): string {
  // A function or a symbol has no JSON.
  const text = (JSON.stringify(value, listing) as string | undefined) ?? typeof value;
  return text.length > MOST ? `${text.slice(0, MOST)}...` : text;
}

/** Serialises a map or a set as a list, a bigint as its digits. */
function listing(_: string, value: unknown): unknown {
  const tag = tagOf(value);
  if (typeof value === "bigint") {
    return `${value}n`;
  }
  return tag === "Map" || tag === "Set" ? [...(value as Iterable<unknown>)] : value;
}

function isEmpty(value: unknown): boolean {
  return isObject(value) && Object.keys(value).length === 0;
}

/** The messages listed of a long transcript: the first and the last. */
const [FIRST, LAST] = [10, 40];

/** The longest payload in a line, in characters. */
const MOST = 160;
