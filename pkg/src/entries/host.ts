/**
 * The host half: the CRM page's side of the protocol, with a record store to
 * develop and test against.
 *
 * @packageDocumentation
 */
export { CallingError } from "../shared/errors.js";
export { CallingHost } from "../host/calling-host.js";
export * from "../generated/lifecycle.js";
export { InMemoryRecordStore } from "../host/memory-store.js";
/** @internal */
export { core } from "../trace/host.js";
export type * from "../host/events.js";
export type * from "../host/records.js";
export type * from "../host/types.js";
export type { CallSnapshot, TraceRecorder } from "../shared/types.js";
export type {
  CalleeInfoInput,
  CallerIdMatchesInput,
  CallStateChangeInput,
  ChannelResultInput,
  CompanyIdMatchInput,
  ContactIdMatchInput,
  EndStatus,
  EngagementResultInput,
  HostErrorInput,
  HostFailureInput,
  IframeLocation,
  InitiateCallIdResultInput,
  NavigationFailureInput,
  ObjectCoordinates,
  ObjectCoordinatesInput,
  OnDialNumberInput,
  OnNavigateToRecordInput,
} from "../generated/messages.js";
