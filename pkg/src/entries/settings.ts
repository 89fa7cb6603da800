/**
 * The calling settings of an app, at the service and by their override in one
 * browser. The client needs a developer key, which belongs in a back end; the
 * override needs a browser.
 *
 * @packageDocumentation
 */
import * as glue from "../../build/settings.glue.js";
import { wasmText } from "../../build/settings.js";
import type { CallingSettings } from "./rest.js";
import { startWhenUsed } from "../wasm/glue.js";

export {
  CallingError,
  RestError,
  SettingsClient,
  type CallingSettings,
  type CallNumber,
  type CallOptions,
  type ChannelConnection,
  type ChannelConnectionClient,
  type ClientOptions,
  type ErrorObject,
  type FinalCallStatus,
  type InboundCall,
  type InboundCallAnswer,
  type RecordingClient,
  type RecordingSettings,
  type RequestProblem,
  type RestErrorCode,
  type RetryOptions,
  type SettingsClientOptions,
  type StoredChannelConnection,
  type StoredSettings,
} from "./rest.js";

/** The override's key in the local storage; its value is a JSON object. */
export const SETTINGS_OVERRIDE_KEY = "LocalSettings:Calling:CallingExtensions";

/** Settings that replace an app's own in one browser. */
export type SettingsOverride = CallingSettings & {
  /** Whether the app is ready for production. */
  isReady: boolean;
};

/** What is wrong with settings. */
export type Problem = {
  /** Why. */
  readonly code:
    | "NOT_JSON"
    | "MISSING_FIELD"
    | "WRONG_TYPE"
    | "EMPTY"
    | "INVALID_URL"
    | "INVALID_SIZE";
  /** The field; absent when it is about the whole. */
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
      /** What it says. */
      readonly settings: SettingsOverride;
    }
  | ({
      /** There is one, and it has a fault. */
      readonly status: "invalid";
    } & Problem)
  | {
      /** The browser blocks the page's storage. */
      readonly status: "blocked";
      /** Why, and what to do. */
      readonly message: string;
    };

/** Reads the override of this browser. Use only one that is applied. */
export function readSettingsOverride(): OverrideResult {
  return glue.read_override() as OverrideResult;
}

/** Stores an override, unless it has a problem or storage is blocked. */
export function writeSettingsOverride(settings: SettingsOverride): OverrideResult {
  return glue.write_override(settings) as OverrideResult;
}

/** Removes the override. */
export function clearSettingsOverride(): void {
  glue.clear_override();
}

/** Every problem of settings; none when they are valid. */
export function validateSettings(settings: CallingSettings): Problem[] {
  return glue.validate_settings(settings) as Problem[];
}

startWhenUsed(glue, wasmText);
