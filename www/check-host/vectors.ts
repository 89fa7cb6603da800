import flows from "../../tools/conformance/host-flows.json";
import requirements from "../../tools/conformance/host-requirements.json";
import type { Requirement } from "../../tools/conformance/report";
import { payloadRequirements, type Flow } from "../check/vectors";

/** The flows, in running order, in one session. */
export const HOST_FLOWS = flows as readonly Flow[];

/** Every requirement of a host, in the order of the report. */
export const HOST_REQUIREMENTS: readonly Requirement[] = [...(requirements as readonly Requirement[]), ...payloadRequirements("host")];
