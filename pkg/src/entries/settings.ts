/**
 * The calling settings of an app, at the service and by their override in one
 * browser. The client needs a developer key, which belongs in a back end; the
 * override needs a browser.
 *
 * @packageDocumentation
 */
import type { CallingSettings } from "../generated/rest.js";
import { compute } from "../rest/client.js";
import { core } from "../rest/settings-core.js";

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

/** The key of older documents, which is read where the other is absent. */
const OLDER_KEY = "LocalSettings:Sales:CallingExtensions";

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
  let text = null as string | null;
  const outcome = withStorage((storage) => {
    text = storage.getItem(SETTINGS_OVERRIDE_KEY) ?? storage.getItem(OLDER_KEY);
    return { status: "absent" };
  });
  return text === null ? outcome : override({ text });
}

/** Stores an override, unless it has a problem or storage is blocked. */
export function writeSettingsOverride(settings: SettingsOverride): OverrideResult {
  const result = override({ settings: fields(settings) });
  return result.status !== "applied"
    ? result
    : withStorage((storage) => {
        storage.setItem(SETTINGS_OVERRIDE_KEY, JSON.stringify(result.settings));
        return result;
      });
}

/** Removes the override, under either key. */
export function clearSettingsOverride(): void {
  // An override that cannot be removed stays; the next read shows it.
  withStorage((storage) => {
    storage.removeItem(SETTINGS_OVERRIDE_KEY);
    storage.removeItem(OLDER_KEY);
    return { status: "absent" };
  });
}

/** Returns the problems of settings; none if valid. Of values with a wrong type only the first is named. */
export function validateSettings(settings: CallingSettings): Problem[] {
  return JSON.parse(compute(core, "problems", { settings: fields(settings) })) as Problem[];
}

function override(parameters: object): OverrideResult {
  return JSON.parse(compute(core, "override", parameters)) as OverrideResult;
}

/** The local storage's getter throws where the user or a sandbox blocks it. */
function withStorage(use: (storage: Storage) => OverrideResult): OverrideResult {
  const { window } = globalThis as { window?: { localStorage?: Storage | null } };
  if (window === undefined) {
    return { status: "blocked", message: "there is no window here" };
  }
  try {
    const { localStorage } = window;
    return localStorage ? use(localStorage) : { status: "blocked", message: "this page has no local storage" };
  } catch (error) {
    return { status: "blocked", message: error instanceof Error ? error.message : String(error) };
  }
}

/**
 * The fields of settings as plain values; null for settings that are no object. They are not
 * walked, since they may be any object, even a cyclic one. Any other value, and one whose
 * getter throws, becomes null, which no field takes.
 */
function fields(settings: unknown): object | null {
  if (typeof settings !== "object" || settings === null || Array.isArray(settings)) {
    return null;
  }
  const read = (name: string): unknown => {
    try {
      const value = (settings as Record<string, unknown>)[name];
      return value === undefined || ["string", "boolean"].includes(typeof value) || Number.isFinite(value) ? value : null;
    } catch {
      return null;
    }
  };
  return Object.fromEntries([...FIELDS, ...Object.keys(settings)].map((name) => [name, read(name)]));
}

const FIELDS = ["name", "url", "width", "height", "isReady", "supportsCustomObjects", "supportsInboundCalling", "usesCallingWindow", "usesRemote"] as const;
