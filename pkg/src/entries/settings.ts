/**
 * The calling settings of an app, at the service and by their override in one
 * browser. The client needs a developer key, which belongs in a back end; the
 * override needs a browser.
 *
 * @packageDocumentation
 */
import type { CallingSettings } from "../generated/rest.js";
import { withErrors } from "../rest/client.js";
import * as core from "../rest/settings-core.js";

export { CallingError, RestError, type RestErrorCode } from "../rest/client.js";
export type {
  CallingSettings,
  CallNumber,
  ChannelConnection,
  FinalCallStatus,
  InboundCall,
  InboundCallAnswer,
  RecordingSettings,
  RequestProblem,
  StoredChannelConnection,
  StoredSettings,
} from "../generated/rest.js";
export type { CallOptions, ClientOptions, ErrorObject, Fetch, RetryOptions, SettingsClientOptions, Signal } from "../rest/options.js";
export { SettingsClient, type ChannelConnectionClient, type RecordingClient } from "../rest/settings-client.js";

/** The override's key in the local storage; its value is a JSON object. */
export const SETTINGS_OVERRIDE_KEY = "LocalSettings:Calling:CallingExtensions";

/** Settings that replace an app's own in one browser: any of them; `isReady` is true by default. */
export type SettingsOverride = Partial<CallingSettings>;

/** A fault in settings. */
export type Problem = {
  /** The kind of fault. */
  readonly code:
    | "NOT_JSON"
    | "MISSING_FIELD"
    | "WRONG_TYPE"
    | "EMPTY"
    | "INVALID_URL"
    | "INVALID_SIZE"
    | "UNKNOWN_FIELD";
  /** The field at fault; absent if it is the whole. */
  readonly field?: keyof CallingSettings;
  /** The fault and the fix, in words. */
  readonly message: string;
};

/** The result of reading or writing the override. */
export type OverrideResult =
  | {
      /** There is no override. */
      readonly status: "absent";
    }
  | {
      /** There is one, and it is valid. */
      readonly status: "applied";
      /** The override's settings. */
      readonly settings: SettingsOverride & Record<"isReady", boolean>;
    }
  | ({
      /** There is one, and it has a fault. */
      readonly status: "invalid";
    } & Problem)
  | {
      /** The browser blocks the page's storage. */
      readonly status: "blocked";
      /** The reason and the fix. */
      readonly message: string;
    };

/** Reads the override of this browser. Use only one that is applied. */
export function readSettingsOverride(): OverrideResult {
  return withErrors(core.readSettingsOverride) as OverrideResult;
}

/** Stores an override, unless it has a problem or storage is blocked. */
export function writeSettingsOverride(settings: SettingsOverride): OverrideResult {
  return withErrors(() => core.writeSettingsOverride(settings)) as OverrideResult;
}

/** Removes the override, under either key. */
export function clearSettingsOverride(): void {
  withErrors(core.clearSettingsOverride);
}

/** Returns the problems of settings; none if valid. Of values with a wrong type only the first is named. */
export function validateSettings(settings: CallingSettings): Problem[] {
  return withErrors(() => core.validateSettings(settings)) as Problem[];
}
