/**
 * The host half: the CRM page's side of the protocol, with a record store to
 * develop and test against.
 *
 * @packageDocumentation
 */
export { CallingError } from "../shared/errors.js";
export { CallingHost } from "../host/calling-host.js";
export { CALL_TRANSITIONS, HOST_TRANSITIONS } from "../generated/lifecycle.js";
export type { CallTransition, HostTransition } from "../generated/lifecycle.js";
export { InMemoryRecordStore } from "../host/memory-store.js";
/** @internal */
export { core } from "../trace/host.js";
export type { FrameSize, HostAlert, HostEvents, HostFailed, MessageLogEntry, WidgetMessage } from "../host/events.js";
export type {
  CallerIdMatch,
  Company,
  CompletedCall,
  Contact,
  EngagementInput,
  EngagementOutcome,
  EngagementOwner,
  EngagementRecord,
  RecordStore,
  Stored,
  StoreMethod,
  StoreRequest,
} from "../host/records.js";
export type {
  DialNumberInput,
  HostCallSnapshot,
  HostContext,
  HostDiagnostic,
  HostDiagnostics,
  HostOptions,
  HostSettings,
  HostState,
  NavigateRequest,
  Outcome,
  Visibility,
  WidgetInfo,
} from "../host/types.js";
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
