import * as constants from "../generated/constants.js";

/** The type of {@link Constants}, which declarations of an app can name. */
// oxlint-disable-next-line typescript/no-empty-object-type -- declarations of an app name an interface, and write out an alias
export interface PublishedConstants extends Pick<typeof constants, keyof typeof constants> {}

/**
 * The published package's constants, with additions.
 *
 * Plain values: a bundler's namespace has getters, which an automock leaves out, and a bundler makes
 * one with a loop that trips over a value of the page's in `Object.prototype`.
 */
export const Constants: PublishedConstants = {
  COMPANY: constants.COMPANY,
  CONTACT: constants.CONTACT,
  VERSION: constants.VERSION,
  callEndStatus: constants.callEndStatus,
  callEndingStatus: constants.callEndingStatus,
  callInProgressStatus: constants.callInProgressStatus,
  callRingingStatus: constants.callRingingStatus,
  callStatus: constants.callStatus,
  callerIdTypes: constants.callerIdTypes,
  debugMessageType: constants.debugMessageType,
  errorType: constants.errorType,
  messageHandlerNames: constants.messageHandlerNames,
  messageType: constants.messageType,
  thirdPartyToHostEvents: constants.thirdPartyToHostEvents,
};
