import { CallingError } from "../errors.js";
import { asker, type Ask, type CallOptions, type ClientOptions } from "./ask.js";
import type {
  CallingSettings,
  ChannelConnection,
  InboundCall,
  InboundCallAnswer,
  RecordingSettings,
  StoredChannelConnection,
  StoredSettings,
} from "./types.js";

/** Options of {@link SettingsClient}. */
export type SettingsClientOptions = ClientOptions & {
  /** The app's identifier. */
  appId: number;
} & Access;

/** How the client authenticates: one of the two. */
export type Access =
  | {
      /**
       * The developer account's API key. It opens every app of the account, so it
       * belongs in a back end: whoever opens a page can read what the page knows.
       */
      key: string;
      /** Not with a key. */
      accessToken?: undefined;
    }
  | {
      /**
       * An access token of the app with the scopes `developers-read` and
       * `developers-write`, or what gives one for each call, such as a token store's
       * `(options) => store.accessToken(options)`.
       */
      accessToken: string | ((options: CallOptions) => string | Promise<string>);
      /** Not with a token. */
      key?: undefined;
    };

/**
 * The calling settings of one app, at the service.
 *
 * Every method's promise rejects with a `RestError`. A request with faults is not
 * sent: `INVALID_REQUEST` has every fault with its field. Neither an error nor an
 * inspection of the client shows the key.
 *
 * @example
 * const client = new SettingsClient({ baseUrl: "https://api.example", appId: 123, key: process.env.DEVELOPER_KEY });
 * await client.create({ name: "Phone", url: "https://phone.example/", isReady: false });
 * await client.update({ isReady: true });
 */
export class SettingsClient {
  /** Where recordings are fetched. */
  readonly recording: RecordingClient;
  /** Where the service asks for the numbers of the app's users. */
  readonly channelConnection: ChannelConnectionClient;
  private readonly ask: Ask;

  /** @throws CallingError `INVALID_URL` or `INVALID_OPTION`, naming the option. */
  constructor(options: SettingsClientOptions) {
    // Whoever has no types may give both, or none.
    const { appId, key, accessToken }: Loose = options;
    if (key !== undefined && accessToken !== undefined) {
      throw new CallingError("INVALID_OPTION", "key and accessToken are both there: give one of them");
    }
    const plain = asker(options);
    const ask: Ask = async (call, parameters, rest = {}) => {
      const access = accessToken === undefined ? { key } : { accessToken: typeof accessToken === "function" ? await accessToken(rest) : accessToken };
      return plain(call, { ...parameters, appId, ...access }, rest);
    };
    this.ask = ask;
    this.recording = {
      create: (url, rest) => ask("createRecording", { urlToRetrieveAuthedRecording: url }, rest) as Promise<RecordingSettings>,
      read: (rest) => ask("readRecording", {}, rest) as Promise<RecordingSettings>,
      update: (url, rest) => ask("updateRecording", { urlToRetrieveAuthedRecording: url }, rest) as Promise<RecordingSettings>,
    };
    this.channelConnection = {
      create: (connection, rest) => ask("createChannelConnection", connection, rest) as Promise<StoredChannelConnection>,
      read: (rest) => ask("readChannelConnection", {}, rest) as Promise<StoredChannelConnection>,
      update: (patch, rest) => ask("updateChannelConnection", patch, rest) as Promise<StoredChannelConnection>,
      delete: async (rest) => {
        await ask("deleteChannelConnection", {}, rest);
      },
    };
  }

  /** Registers the app's settings. Refused with 409 when there are some. */
  create(settings: CallingSettings, options?: CallOptions): Promise<StoredSettings> {
    return this.ask("createSettings", { settings }, options) as Promise<StoredSettings>;
  }

  /** Reads the app's settings. Refused with 404 when there are none. */
  read(options?: CallOptions): Promise<StoredSettings> {
    return this.ask("readSettings", {}, options) as Promise<StoredSettings>;
  }

  /**
   * Changes what is given; the rest stays. `{ isReady: true }` takes the app into
   * production. Refused with 404 when there are no settings.
   */
  update(patch: Partial<CallingSettings>, options?: CallOptions): Promise<StoredSettings> {
    return this.ask("updateSettings", { patch }, options) as Promise<StoredSettings>;
  }

  /** Removes the app's settings. */
  async delete(options?: CallOptions): Promise<void> {
    await this.ask("deleteSettings", {}, options);
  }

  /** Tells the service that the recording of an engagement's call can be fetched. */
  async recordingReady(engagementId: number, options?: CallOptions): Promise<void> {
    await this.ask("recordingReady", { engagementId }, options);
  }

  /** Tells the service of an incoming call, and gets the records of its caller. */
  inboundCall(call: InboundCall, options?: CallOptions): Promise<InboundCallAnswer> {
    return this.ask("inboundCall", call, options) as Promise<InboundCallAnswer>;
  }
}

type Loose = { appId: number; key?: Access["key"]; accessToken?: Access["accessToken"] };

/** Where recordings are fetched. */
export type RecordingClient = {
  /** Registers the address. */
  create(url: string, options?: CallOptions): Promise<RecordingSettings>;
  /** Reads it. */
  read(options?: CallOptions): Promise<RecordingSettings>;
  /** Changes it. */
  update(url: string, options?: CallOptions): Promise<RecordingSettings>;
};

/** Where the service asks for the numbers of the app's users. */
export type ChannelConnectionClient = {
  /** Registers the connection. */
  create(connection: ChannelConnection, options?: CallOptions): Promise<StoredChannelConnection>;
  /** Reads it. */
  read(options?: CallOptions): Promise<StoredChannelConnection>;
  /** Changes what is given. */
  update(patch: Partial<ChannelConnection>, options?: CallOptions): Promise<StoredChannelConnection>;
  /** Removes it. */
  delete(options?: CallOptions): Promise<void>;
};
