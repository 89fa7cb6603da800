import flows from "../../conformance/host-flows.json";
import requirements from "../../conformance/host-requirements.json";
import { payloadRequirements, type Requirement } from "../check/vectors";

/** One step of a flow; `docs/check.md` has the forms. */
export interface HostStep {
  do?: "acknowledge" | "post" | "reload" | "send" | "wait";
  /** What a person has to do on the host's page for the message that is expected. */
  ask?: string;
  expect?: unknown;
  never?: unknown;
  check?: string;
  matches?: unknown;
  /** The name that later steps give the message, or the place. */
  as?: string;
  message?: unknown;
  from?: string;
  ms?: number;
  withinMs?: number;
  duringMs?: number;
  /** The requirements that the step decides. */
  for?: readonly string[];
  /** The flow goes on without the message. */
  goOn?: boolean;
}

/** A flow: what the widget does, and what the host has to answer. */
export interface HostFlow {
  name: string;
  title: string;
  /** What a message of an earlier flow has to match; why the flow is not run otherwise. */
  needs?: { of: string; matches: unknown; why: string };
  steps: readonly HostStep[];
}

/** The flows, in the order in which they run, in one session. */
export const HOST_FLOWS = flows as readonly HostFlow[];

/** Every requirement of a host, in the order of the report. */
export const HOST_REQUIREMENTS: readonly Requirement[] = [...(requirements as readonly Requirement[]), ...payloadRequirements("host")];
