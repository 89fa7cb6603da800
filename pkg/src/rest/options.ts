// Options of the REST clients, written by hand because they hold functions. The types of the
// calls are generated (`../generated/rest.ts`).
import type { AuthorizationParameters, ErrorFields, TimelineEventFields, TokenAnswer } from "../generated/rest.js";

/** The type of the platform's `fetch`; any function where none is declared. */
export type Fetch = typeof globalThis extends Record<"fetch", infer Known> ? Known : (address: string, options: object) => Promise<unknown>;

/** The type of the platform's `AbortSignal`; a part of it where none is declared. */
export type Signal = typeof globalThis extends Record<"AbortSignal", Record<"prototype", infer Known>> ? Known : Readonly<Record<"aborted", boolean>>;

/** The number of retries, and the longest wait before one. */
export type RetryOptions = {
  /** Attempts after the first; 2 by default. */
  retries?: number | undefined;
  /** The longest wait, in ms; a longer one ends the attempts. 30,000 by default. */
  longestWaitMs?: number | undefined;
  /**
   * Retries a `POST` or `PATCH` that writes after a network failure and a 5xx too; false by
   * default. The service has no idempotency keys, so it may then carry one out twice.
   */
  nonIdempotent?: boolean | undefined;
};

/** Options of every client. */
export type ClientOptions = {
  /** The address of the service, such as `https://api.example`; https, on loopback also http. */
  baseUrl: string;
  /**
   * Replaces the platform's `fetch`. It returns a new `Response` with an unread body each
   * time; it may ignore the signal.
   */
  fetch?: Fetch | undefined;
  /** Retries of failed attempts. */
  retry?: RetryOptions | undefined;
  /** The time-out of one attempt, and of the function `accessToken`, in ms; 60,000 by default. */
  timeoutMs?: number | undefined;
};

/** Options of one call. */
export type CallOptions = {
  /** Ends the call with `ABORTED`. */
  signal?: Signal | undefined;
};

/** Options of {@link SettingsClient}. */
export type SettingsClientOptions = ClientOptions & {
  /** The app's identifier. */
  appId: number;
} & Access;

/** The client's authentication: one of the two. */
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
       * An access token of the app with the scopes `developers-read` and `developers-write`,
       * or a function returning one per call, such as a token store's
       * `(options) => store.accessToken(options)`.
       */
      accessToken: string | ((options: CallOptions) => string | Promise<string>);
      /** Not with a token. */
      key?: undefined;
    };

/** Options of {@link ObjectsClient}. */
export type ObjectsClientOptions = ClientOptions & {
  /**
   * An access token with the scopes of the types that it is used for, or a function returning
   * one per call, such as a token store's `(options) => store.accessToken(options)`.
   */
  accessToken: string | ((options: CallOptions) => string | Promise<string>);
};

/** Options of {@link TimelineClient}. */
export type TimelineClientOptions = ClientOptions & {
  /** The app's identifier. */
  appId: number;
  /**
   * The developer account's API key, for event types and their properties. It opens every
   * app of the account, so it belongs in a back end.
   */
  key?: string | undefined;
  /** The developer, as a user of that account; the service refuses most calls without it. */
  userId?: number | undefined;
  /**
   * An access token of the app with the scope `timeline`, for events, or a function returning
   * one per call, such as a token store's `(options) => store.accessToken(options)`.
   */
  accessToken?: string | ((options: CallOptions) => string | Promise<string>) | undefined;
};

/** Options of {@link CardsClient}. */
export type CardsClientOptions = ClientOptions & {
  /** The app's identifier. */
  appId: number;
  /**
   * An access token of the app with the scope `developers-write`, or a function returning one
   * per call, such as a token store's `(options) => store.accessToken(options)`.
   */
  accessToken: string | ((options: CallOptions) => string | Promise<string>);
};

/** Options of {@link OAuthClient}. */
export type OAuthClientOptions = ClientOptions & {
  /** The app's client id. */
  clientId: string;
  /**
   * The app's client secret. It opens every installation of the app, so it belongs
   * in a back end: whoever opens a page can read what the page knows.
   */
  clientSecret: string;
  /**
   * The version of the service's token endpoint: `v1` by default. The service has announced
   * the end of `v1` for 2027-02-16.
   */
  version?: "v1" | "v3" | undefined;
};

/** Parameters of the address at which a user installs the app. */
export type Authorization = AuthorizationParameters & {
  /** The address of the service's pages, such as `https://app.example`. */
  authUrl: string;
};

/** The token endpoint's answer. Its tokens are secrets: keep them out of logs. */
export type Tokens = TokenAnswer & {
  /** Usable time of the access token, in ms from the request: until a minute before it expires. */
  readonly freshForMs: number;
};

/** Ties a code to the program that asked for it (PKCE, RFC 7636). */
export type Pkce = {
  /** A secret: keep it with `state` until the code comes back, and give it to `exchangeCode`. */
  readonly codeVerifier: string;
  /** Goes into the authorization address; no secret. */
  readonly codeChallenge: string;
};

/** An event, with the values of its type's properties by name: strings, whatever their type. */
export type TimelineEvent = TimelineEventFields & {
  readonly [property: string]: unknown;
};

/** The service's answer when it refuses. Every field is optional. */
export type ErrorObject = ErrorFields & {
  readonly [field: string]: unknown;
};
