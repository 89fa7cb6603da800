import type { CallingSettings, ChannelConnection, InboundCall, InboundCallAnswer, RecordingSettings, StoredChannelConnection, StoredSettings } from "../generated/rest.js";
import { ask, CallingError, connect } from "./client.js";
import type { CallOptions, SettingsClientOptions } from "./options.js";
import { core } from "./settings-core.js";

/**
 * The calling settings of one app, at the service.
 *
 * Every method's promise rejects with a `RestError`. A request with faults is not
 * sent: `INVALID_REQUEST` has them with their fields. Neither an error nor an
 * inspection of the client shows the key.
 *
 * @example
 * const client = new SettingsClient({ baseUrl: "https://api.example", appId: 123, key: process.env.DEVELOPER_KEY });
 * await client.create({ name: "Phone", url: "https://phone.example/", isReady: false });
 * await client.update({ isReady: true });
 */
export class SettingsClient {
  /** @throws CallingError `INVALID_URL` or `INVALID_OPTION`, naming the option. */
  constructor(options: SettingsClientOptions) {
    const { key, accessToken } = Object(options) as Record<string, unknown>;
    if (key !== undefined && accessToken !== undefined) {
      throw new CallingError("INVALID_OPTION", "key and accessToken are both there: give one of them");
    }
    connect(this, core, options, ["appId", accessToken === undefined ? "key" : "accessToken"], ["key", "accessToken"]);
  }

  /** Registers the app's settings. Refused with 409 when there are some. */
  create(settings: CallingSettings, options?: CallOptions): Promise<StoredSettings> {
    return ask(this, "settings.create", { settings }, options);
  }

  /** Reads the app's settings. Refused with 404 when there are none. */
  read(options?: CallOptions): Promise<StoredSettings> {
    return ask(this, "settings.read", {}, options);
  }

  /**
   * Changes the given fields; the rest stays. `{ isReady: true }` takes the app into
   * production. Refused with 404 when there are no settings.
   */
  update(patch: Partial<CallingSettings>, options?: CallOptions): Promise<StoredSettings> {
    return ask(this, "settings.update", { patch }, options);
  }

  /** Removes the app's settings. */
  delete(options?: CallOptions): Promise<void> {
    return ask(this, "settings.delete", {}, options);
  }

  /** Reports to the service that the recording of an engagement's call can be fetched. */
  recordingReady(engagementId: number, options?: CallOptions): Promise<void> {
    return ask(this, "settings.recordingReady", { engagementId }, options);
  }

  /** Reports an incoming call to the service, and gets the records of its caller. */
  inboundCall(call: InboundCall, options?: CallOptions): Promise<InboundCallAnswer> {
    return ask(this, "settings.inboundCall", { call }, options);
  }

  /** The address that recordings are fetched from. */
  get recording(): RecordingClient {
    return {
      create: (url, options) => ask(this, "recording.create", { url }, options),
      read: (options) => ask(this, "recording.read", {}, options),
      update: (url, options) => ask(this, "recording.update", { url }, options),
    };
  }

  /** The address at which the service asks for the numbers of the app's users. */
  get channelConnection(): ChannelConnectionClient {
    return {
      create: (connection, options) => ask(this, "channelConnection.create", { connection }, options),
      read: (options) => ask(this, "channelConnection.read", {}, options),
      update: (patch, options) => ask(this, "channelConnection.update", { patch }, options),
      delete: (options) => ask(this, "channelConnection.delete", {}, options),
    };
  }
}

/** The address that recordings are fetched from. */
export type RecordingClient = {
  /** Registers the address. */
  create(url: string, options?: CallOptions): Promise<RecordingSettings>;
  /** Reads it. */
  read(options?: CallOptions): Promise<RecordingSettings>;
  /** Changes it. */
  update(url: string, options?: CallOptions): Promise<RecordingSettings>;
};

/** The address at which the service asks for the numbers of the app's users. */
export type ChannelConnectionClient = {
  /** Registers the connection. */
  create(connection: ChannelConnection, options?: CallOptions): Promise<StoredChannelConnection>;
  /** Reads it. */
  read(options?: CallOptions): Promise<StoredChannelConnection>;
  /** Changes the given fields. */
  update(patch: Partial<ChannelConnection>, options?: CallOptions): Promise<StoredChannelConnection>;
  /** Removes it. */
  delete(options?: CallOptions): Promise<void>;
};
