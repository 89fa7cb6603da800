// Recognises the differences of differences.json, by their names.
import type { Change, Comparison } from "./compare.ts";
import { type Step, typeOfMethod } from "./program.ts";
import type { Entry } from "./run.ts";

/** Recognises one part of a row. */
export type Predicate = (change: Change, comparison: Comparison, step: Step | undefined) => boolean;

/** The message that a step delivers, and the message that a program's app hands in. */
const messageOf = (step: Step | undefined): Record<string, unknown> => {
  const handed = step?.do === "manager" && step.method === "onMessage" ? (step.args[0] as { data?: unknown } | null)?.data : undefined;
  return Object(step?.do === "peer" || step?.do === "reply" ? step.message : handed) as Record<string, unknown>;
};
const clickOf = (step: Step | undefined): Record<string, unknown> => Object(messageOf(step)["data"]) as Record<string, unknown>;
const typeOf = (step: Step | undefined): string => String(messageOf(step)["type"]);
const isHosted = ({ program: { side } }: Comparison): boolean => side === "host" || side === "callingHost";
const isStranger = (step: Step | undefined): boolean => step?.do === "peer" && (step.from !== undefined || step.origin !== undefined);
const delivers = (step: Step | undefined): boolean => step?.do === "peer" || step?.do === "reply";

/** True if a step up to this one does it. */
const since = ({ entry }: Change, { program }: Comparison, does: (step: Step, at: number) => boolean): boolean => program.steps.some((step, at) => at <= entry.step && does(step, at));

/** True if the other side has an entry in the same step that is equal once both are rewritten. */
const paired = ({ side, entry }: Change, { changes }: Comparison, rewrite: (text: string) => string): boolean =>
  changes.some((other) => other.side !== side && other.entry.step === entry.step && other.entry.kind === entry.kind && other.entry.name === entry.name && rewrite(other.entry.text) === rewrite(entry.text));

const posted = (entries: readonly Entry[], name: string): readonly Entry[] => entries.filter((entry) => entry.kind === "posted" && entry.name === name);

/** The type of the message that an entry's method sends. */
const sent = ({ kind, name, text }: Entry): string | undefined => (kind === "returned" ? (name === "sendMessage" ? (/\btype: "([^"]*)"/.exec(text)?.[1] ?? "undefined") : typeOfMethod(name)) : undefined);

/** True if INITIALIZED went out since our last acknowledgement, before a step. */
const isInitialized = (at: number, { ours }: Comparison): boolean => {
  const opened = posted(ours, "SYNC_ACK").findLast(({ step }) => step <= at)?.step ?? Infinity;
  return posted(ours, "INITIALIZED").some(({ step }) => opened <= step && step < at);
};

/** True if a message of one side is posted by the other side, too, at another time. */
const isMoved = ({ side, entry }: Change, { changes }: Comparison): boolean =>
  changes.some((other) => other.side !== side && other.entry.kind === "posted" && other.entry.name === entry.name && other.entry.text === entry.text);

/** True if the app sent a message that is posted now, and each of its kind is posted once at most. */
const wasSent = ({ entry }: Change, { ours }: Comparison): boolean => {
  const [, data = ""] = /data: (.*), messageId: <new id>/.exec(entry.text) ?? [];
  const attempts = ours.filter((other) => other.step <= entry.step && sent(other) === entry.name);
  const times = posted(ours, entry.name).filter(({ step }) => step <= entry.step).length;
  return times <= attempts.length && attempts.some(({ name, text }) => name === "sendMessage" || text === "()" || text.includes("live") || text.startsWith(`(${data}`));
};

const STATED = /^(LOGGED_IN|LOGGED_OUT|USER_AVAILABLE|USER_UNAVAILABLE|INITIALIZED)$/;

/** By row, the parts that it has. */
export const PREDICATES: Readonly<Record<string, Readonly<Record<string, Predicate>>>> = {
  acknowledgement: {
    version: (change, comparison) => change.entry.name === "SYNC_ACK" && paired(change, comparison, (text) => text.replace(/, version: "[^"]*"|sdkVersion: "[^"]*", |debugMode: [^,]*, /g, "")),
    debugMode: (change, comparison) => change.entry.kind === "read" && paired(change, comparison, (text) => text.replace(/debugMode [^,]*, /, "")),
  },
  trust: {
    stranger: (_, __, step) => isStranger(step),
    // What a stranger opens, the published package follows from then on.
    follows: (change, comparison) => since(change, comparison, (step, at) => step.do === "peer" && typeOf(step) === "SYNC" && (isStranger(step) || isHosted(comparison) || !["https://app.hubspot.com", undefined].includes(messageOf(step)["hostUrl"] as string)) && comparison.published.some((entry) => entry.step === at)),
    beforeSync: ({ side, entry }, { program, ours, published }, step) => side === "published" && program.side !== "host" && program.side !== "callingHost" && delivers(step) && ![...posted(ours, "SYNC_ACK"), ...posted(published, "SYNC_ACK")].some((ack) => ack.step <= entry.step),
  },
  messages: {
    data: (_, __, step) => delivers(step) && /\{"\$":"(error|cycle)"\}/.test(JSON.stringify(messageOf(step))),
    shape: (_, __, step) => delivers(step) && (typeof messageOf(step)["type"] !== "string" || typeOf(step) === "" || !/string|number/.test(typeof messageOf(step)["messageId"]) || !messageOf(step)["messageId"]) && step?.do !== "reply",
    control: (_, comparison, step) => /^(READY|SYNC_ACK_FAILED|SET_WIDGET_URL)$/.test(typeOf(step)) || (isHosted(comparison) && typeOf(step) === "SYNC"),
    // The published package follows the address, and counts as ready.
    address: (change, comparison) => since(change, comparison, (step) => typeOf(step) === "SET_WIDGET_URL" && (isHosted(comparison) || "iFrameUrl" in messageOf(step))),
    unknown: ({ side, entry }) => side === "published" && entry.name === "ERROR" && entry.text.includes("UNKNOWN_MESSAGE_TYPE"),
    ownId: ({ side, entry }, comparison, step) => side === "ours" && entry.kind === "handler" && step?.do === "reply" && !isHosted(comparison),
  },
  sessions: {
    again: ({ entry }, { program, ours }, step) => typeOf(step) === "SYNC" && delivers(step) && (program.steps.findIndex((other) => typeOf(other) === "SYNC") < entry.step || posted(ours, "SYNC_ACK").length > 1),
    further: (change, comparison) => change.entry.name === "onReady" && paired(change, comparison, (text) => text.replace(/, further: .*?(?=, hostUrl: )/g, "")),
    // In a task of its own, never in the constructor's.
    newcomer: ({ side, entry }, _, step) => side === "ours" && entry.name === "onReady" && entry.within === undefined && step?.do !== "construct",
    others: (change, comparison, step) => {
      const { side, entry: { kind, name, text } } = change;
      // Another instance is asked later, while the program waits.
      const isLate = side === "ours" && (step === undefined || step.do === "wait") && /type: "(DIAL_NUMBER|END_CALL)"/.test(text);
      const isAsking = kind === "handler" && (isLate || /^(DIAL_NUMBER|END_CALL|SET_CALL_STATE|NAVIGATE_TO_RECORD)$/.test(typeOf(step)));
      return (isAsking || kind === "read" || (kind === "posted" && (side === "ours" ? wasSent(change, comparison) : STATED.test(name)))) && comparison.published.filter((other) => other.name.startsWith("new ") && other.step <= change.entry.step).length > 1;
    },
  },
  handlers: {
    throws: ({ side, entry }, { ours }) => side === "ours" && entry.kind === "handler" && ours.some(({ kind, step }) => kind === "uncaught" && step === entry.step),
    earlier: ({ entry }, _, step) => /^(UPDATE_ASSOCIATIONS_FAILED|NAVIGATE_TO_RECORD)$/.test(typeOf(step)) && entry.kind === "handler",
  },
  refusals: {
    options: ({ entry }, { ours, published }) => ours.some(({ kind, name, step }) => kind === "threw" && name.startsWith("new ") && step <= entry.step && !published.some((other) => other.kind === kind && other.step === step)),
    unpostable: ({ entry }, { published, ours }) => entry.kind !== "handler" && published.some(({ kind, step, name }) => kind === "threw" && step === entry.step && ours.some((other) => other.kind === "returned" && other.step === step && other.name === name)),
  },
  leaving: {
    listeners: ({ entry }, { published, ours }) => {
      const [theirs, mine] = [published, ours].map((entries) => entries.find(({ kind, name }) => kind === "left" && name === "listeners")?.text.split(" ").filter(Boolean) ?? []) as [string[], string[]];
      return entry.name === "listeners" && mine.every((type) => type === "message" || type === "pagehide") && mine.length <= 2 * theirs.length + 1;
    },
    removed: (change, comparison) => change.side === "published" && (change.entry.kind === "posted" || change.entry.kind === "handler") && since(change, comparison, (step) => (step.do === "manager" && step.method === "remove") || (step.do === "call" && step.method === "destroy")),
  },
  byHand: {
    injected: (_, __, step) => step?.do === "manager" && step.method === "onMessage",
    ready: (change, comparison) => change.side === "ours" && (change.entry.kind === "posted" || change.entry.kind === "handler") && typeOf(comparison.program.steps[change.entry.step]) === "SYNC" && since(change, comparison, (step) => step.do === "set" && step.field === "isReady"),
  },
  queue: {
    // What READY's handlers send goes out once they have returned.
    greeting: (change, comparison) => change.entry.kind === "posted" && !isHosted(comparison) && paired(change, comparison, (text) => text) && comparison.ours.some(({ kind, name, step }) => kind === "handler" && name === "onReady" && step === change.entry.step),
    widget: (change, comparison) => {
      const { side, entry } = change;
      if (entry.kind !== "posted" || isHosted(comparison) || isInitialized(entry.step, comparison)) {
        return false;
      }
      return side === "ours" ? wasSent(change, comparison) : isMoved(change, comparison) || STATED.test(entry.name) || !posted(comparison.ours, "INITIALIZED").some(({ step }) => step >= entry.step) || comparison.program.steps.some((step) => step.do === "wait" && step.ms > 10_000);
    },
    host: ({ side, entry }, comparison) => side === "ours" && entry.kind === "posted" && isHosted(comparison) && posted(comparison.ours, "SYNC").length > 0,
  },
  repeatedDial: {
    dial: ({ side, entry }, { program }, step) => side === "published" && entry.kind === "handler" && typeOf(step) === "DIAL_NUMBER" && program.steps.some((other, at) => at < entry.step && typeOf(other) === "DIAL_NUMBER" && ["phoneNumber", "startTimestamp"].every((name) => clickOf(other)[name] === clickOf(step)[name])),
  },
  failed: {
    onFailed: ({ side, entry }, _, step) => entry.kind === "handler" && typeOf(step).endsWith("_FAILED") && (side === "ours" ? entry.name === "onFailed" : entry.name === "defaultEventHandler"),
  },
  aliases: {
    // The older handler takes the newer message; its own, which repeats it, goes to none.
    engagement: ({ side, entry }, _, step) => entry.kind === "handler" && (/^CREATE_ENGAGEMENT_/.test(typeOf(step)) ? side === "published" ? entry.name === "defaultEventHandler" : entry.name.startsWith("onEngagementCreated") : typeOf(step) === "ENGAGEMENT_CREATED" && side === "published" && entry.name === "onEngagementCreated"),
    publication: ({ side, entry }, _, step) => entry.kind === "handler" && (/^FINALIZE/.test(typeOf(step)) ? side === "published" ? entry.name === "defaultEventHandler" : entry.name.startsWith("onPublishToChannel") : /^PUBLISH_TO_CHANNEL/.test(typeOf(step)) && side === "published" && entry.name.startsWith("onPublishToChannel")),
  },
  host: {
    permissions: (change, comparison) => change.entry.kind === "read" && paired(change, comparison, (text) => text.replace(/; speaker-selection|debugMode [^,]*, /g, "")),
    beforeAcknowledgement: ({ side, entry }, comparison, step) => isHosted(comparison) && side === "published" && delivers(step) && entry.kind === "handler",
    error: (change, comparison, step) => (isHosted(comparison) && step?.do === "frame" && step.event === "error") || (comparison.program.side === "callingHost" && since(change, comparison, (other) => other.do === "frame" && other.event === "error")),
    loads: ({ entry }, comparison) => isHosted(comparison) && (entry.name === "SYNC" || entry.text.includes("SYNC_ACK_FAILED")) && comparison.program.steps.filter((step) => step.do === "frame").length > 1,
  },
};
