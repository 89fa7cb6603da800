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
  /** What a person has to do on the host's page for the message that is expected. */
  ask?: string;
  /** The hook by which a page does by itself what only a person does. */
  hook?: string;
  /** The name that later steps give the message, or the place. */
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
  /** The fields of SYNC with which a session is opened, besides the usual ones. */
  context?: object;
  /** Without the message the flow ends. */
  orEnd?: boolean;
  /** Nothing is decided by the absence of the message, but that these requirements are not seen. */
  orNotSeen?: boolean | readonly string[];
}

/** A flow: what the check does, and what the checked side has to answer. */
export interface Flow {
  name: string;
  title: string;
  /** What a message of an earlier flow has to match; why the flow is not run otherwise. */
  needs?: { of: string; matches: unknown; why: string };
  steps: readonly Step[];
}

/** What a field holds. */
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

/** The answers to a publication name the call and its engagement as those before it. */
const OF_A_PUBLICATION = ["payload.CREATE_ENGAGEMENT_SUCCEEDED", "engagement.names-call"];

/** A wrong id of an engagement is in each message about it. */
const PAYLOADS_AFTER: Readonly<Record<string, readonly string[]>> = {
  FINALIZE_ENGAGEMENT: ["dial.create-engagement"],
  FINALIZE_ENGAGEMENT_SUCCEEDED: OF_A_PUBLICATION,
  PUBLISH_TO_CHANNEL: ["dial.create-engagement"],
  PUBLISH_TO_CHANNEL_SUCCEEDED: OF_A_PUBLICATION,
  ENGAGEMENT_CREATED: ["payload.CREATE_ENGAGEMENT_SUCCEEDED"],
  UPDATE_ENGAGEMENT_SUCCEEDED: ["payload.CREATE_ENGAGEMENT_SUCCEEDED", "engagement.answered"],
};

/** The flows, in the order in which they run. */
export const FLOWS = flows as readonly Flow[];

/** Every requirement, in the order of the report. */
export const REQUIREMENTS: readonly Requirement[] = [
  ...(requirements as readonly Requirement[]),
  ...payloadRequirements("widget"),
];

/** The requirements whose id begins like one of these; all of them without one. */
export function chosen(requirements: readonly Requirement[], only: readonly string[]): readonly Requirement[] {
  return requirements.filter(({ id }) => only.length === 0 || only.some((prefix) => id.startsWith(prefix)));
}

/** Whether a flow is needed to decide one of these. A rule looks at what is sent in any flow. */
export function isNeeded({ steps }: Flow, wanted: readonly Requirement[]): boolean {
  return wanted.some(({ id, rule }) => rule !== undefined || steps.some((step) => step.for?.includes(id)));
}

/** The requirements of the payloads that a side sends. */
export function payloadRequirements(by: "host" | "widget"): readonly Requirement[] {
  return TABLES.messages.filter((row) => hasPayload(row, by)).map(({ type }) => payloadRequirement(type));
}

/** Whether a side sends it with a payload that can be wrong. */
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
