import flows from "../../conformance/flows.json";
import payloads from "../../conformance/generated/payloads.json";
import type { Requirement } from "../../conformance/report";
import requirements from "../../conformance/requirements.json";

/** One step of a flow; `tools/conformance/README.md` has the forms. */
export interface Step {
  do?: string;
  expect?: unknown;
  sent?: unknown;
  never?: unknown;
  check?: string;
  matches?: unknown;
  /** The hook by which a page itself does its user's work. */
  hook?: string;
  /** The name of the message, or the index, for later steps. */
  as?: string;
  data?: object;
  message?: unknown;
  from?: string;
  ms?: number;
  withinMs?: number;
  duringMs?: number;
  alsoTo?: string;
  /** The requirements that the step decides. */
  for?: readonly string[];
  /** The fields of SYNC that open a session, besides the usual ones. */
  context?: object;
  /** The flow ends without the message. */
  orEnd?: boolean;
  /** The message's absence decides nothing, but these requirements count as not seen. */
  orNotSeen?: boolean | readonly string[];
}

/** A flow: the check's actions, and the required answers of the checked side. */
export interface Flow {
  name: string;
  title: string;
  steps: readonly Step[];
}

/** The allowed values of a field. */
export interface Holds {
  kind: string;
  values?: readonly string[];
  shapes?: readonly string[];
}

/** A payload's fields. */
export interface Shape {
  name: string;
  isOpen: boolean;
  fields: readonly { name: string; need: string; holds: Holds; source: string }[];
}

/** A type of message. */
export interface MessageRow {
  type: string;
  sentBy: readonly string[];
  payload: string;
  atTopLevel: boolean;
  what: string;
}

/** The tables of messages and payloads. */
export const TABLES: { messages: readonly MessageRow[]; shapes: readonly Shape[] } = payloads;

/** A wrong engagement id is in each message about it. */
const PAYLOADS_AFTER: Readonly<Record<string, readonly string[]>> = {
  FINALIZE_ENGAGEMENT: ["dial.create-engagement"],
  PUBLISH_TO_CHANNEL: ["dial.create-engagement"],
};

/** The flows, in running order. */
export const FLOWS = flows as readonly Flow[];

/** Every requirement, in the order of the report. */
export const REQUIREMENTS: readonly Requirement[] = [
  ...(requirements as readonly Requirement[]),
  ...TABLES.messages.filter(hasPayload).map(({ type }) => payloadRequirement(type)),
];

/** The requirements whose ids begin with one of these; all without any. */
export function chosen(requirements: readonly Requirement[], only: readonly string[]): readonly Requirement[] {
  return requirements.filter(({ id }) => only.length === 0 || only.some((prefix) => id.startsWith(prefix)));
}

/** True if a flow is needed to decide one of these. A rule reads the messages of all flows. */
export function isNeeded({ steps }: Flow, wanted: readonly Requirement[]): boolean {
  return wanted.some(({ id, rule }) => rule !== undefined || steps.some((step) => step.for?.includes(id)));
}

/** True if widgets send it with a payload that can be wrong. */
function hasPayload({ sentBy, payload }: MessageRow): boolean {
  return sentBy.includes("widget") && TABLES.shapes.some(({ name, fields }) => name === payload && fields.length > 0);
}

function payloadRequirement(type: string): Requirement {
  return {
    id: `payload.${type}`,
    level: "must",
    title: `${type} has its fields`,
    what: "The fields that the protocol requires are there, and each field holds what the protocol says.",
    source: "reference, SDK types",
    rule: "payload",
    after: PAYLOADS_AFTER[type] ?? [],
  };
}
