/**
 * The widget's side of the calling-extensions protocol.
 *
 * @module
 */
// Imported first: the wasm's text compresses best at one end of the file.
export { isSupported } from "../widget/support.js";
export { default, default as CallingExtensions } from "../widget/calling-extensions.js";
export { IFrameManager } from "../widget/iframe-manager.js";
export { CallingError, type ErrorCode, type ReceiptCode } from "../shared/errors.js";
export { DEFAULT_HOST_ORIGINS } from "../generated/origins.js";
export { Constants, type PublishedConstants } from "../widget/constants.js";
export type {
  CallEndStatusConstants,
  CallEndingStatusConstants,
  CallInProgressStatusConstants,
  CallRingingStatusConstants,
  CallStatusConstants,
  CallerIdTypesConstants,
  ConstantStrings,
  DebugMessageTypeConstants,
  ErrorTypeConstants,
  MessageTypeConstants,
  ThirdPartyToHostEventsConstants,
} from "../generated/constant-types.js";
export type * from "../generated/codes.js";
export type * from "../generated/messages.js";
export type {
  CallCompletedReceipt,
  FinalizeEngagementReceipt,
  IncomingCallReceipt,
  NavigateToRecordReceipt,
  OutgoingCallReceipt,
  ReceiptOptions,
  Tracked,
} from "../widget/tracked.js";
/** @internal */
export { core } from "../trace/widget.js";
export type * from "../shared/types.js";
