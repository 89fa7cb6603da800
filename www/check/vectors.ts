import flows from "../../tools/conformance/flows.json";
import payloads from "../../tools/conformance/payloads.json";
import type { Requirement } from "../../tools/conformance/report";
import requirements from "../../tools/conformance/requirements.json";

/** One step of a flow; `tools/conformance/README.md` has the forms. */
export interface Step {
  do?: string;
  expect?: unknown;
  sent?: unknown;
  never?: unknown;
  check?: string;
  matches?: unknown;
  /** The work of a person on the host's page that leads to the expected message. */
  ask?: string;
  /** The hook by which a page itself does a person's work. */
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
  /** A condition on a message of an earlier flow, and the reason that the flow is not run otherwise. */
  needs?: { of: string; matches: unknown; why: string };
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

/** The answers to a publication name the call and its engagement like the answers before. */
const OF_A_PUBLICATION = ["payload.CREATE_ENGAGEMENT_SUCCEEDED", "engagement.names-call"];

/** A wrong engagement id is in each message about it. */
const PAYLOADS_AFTER: Readonly<Record<string, readonly string[]>> = {
  FINALIZE_ENGAGEMENT: ["dial.create-engagement"],
  FINALIZE_ENGAGEMENT_SUCCEEDED: OF_A_PUBLICATION,
  PUBLISH_TO_CHANNEL: ["dial.create-engagement"],
  PUBLISH_TO_CHANNEL_SUCCEEDED: OF_A_PUBLICATION,
  ENGAGEMENT_CREATED: ["payload.CREATE_ENGAGEMENT_SUCCEEDED"],
  UPDATE_ENGAGEMENT_SUCCEEDED: ["payload.CREATE_ENGAGEMENT_SUCCEEDED", "engagement.answered"],
};

/** The flows, in running order. */
export const FLOWS = flows as readonly Flow[];

/** Every requirement, in the order of the report. */
export const REQUIREMENTS: readonly Requirement[] = [
  ...(requirements as readonly Requirement[]),
  ...payloadRequirements("widget"),
];

/** The requirements whose ids begin with one of these; all without any. */
export function chosen(requirements: readonly Requirement[], only: readonly string[]): readonly Requirement[] {
  return requirements.filter(({ id }) => only.length === 0 || only.some((prefix) => id.startsWith(prefix)));
}

/** True if a flow is needed to decide one of these. A rule reads the messages of all flows. */
export function isNeeded({ steps }: Flow, wanted: readonly Requirement[]): boolean {
  return wanted.some(({ id, rule }) => rule !== undefined || steps.some((step) => step.for?.includes(id)));
}

/** The requirements of the payloads that a side sends. */
export function payloadRequirements(by: "host" | "widget"): readonly Requirement[] {
  return TABLES.messages.filter((row) => hasPayload(row, by)).map(({ type }) => payloadRequirement(type));
}

/** True if a side sends it with a payload that can be wrong. */
function hasPayload({ sentBy, payload }: MessageRow, by: "host" | "widget"): boolean {
  return sentBy.includes(by) && TABLES.shapes.some(({ name, fields }) => name === payload && fields.length > 0);
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
