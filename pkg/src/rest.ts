/**
 * Typed clients of the platform's endpoints: the calling settings, and OAuth.
 *
 * For a back end. A developer key opens every app of its account, and a client
 * secret every installation: neither belongs in a browser, where whoever opens the
 * page can read it.
 *
 * @packageDocumentation
 */
export { CallingError, type RestErrorCode } from "./errors.js";
export type { CallOptions, ClientOptions, RetryOptions } from "./rest/ask.js";
export { RestError } from "./rest/error.js";
export { authorizationUrl, createPkce, OAuthClient, type Authorization, type OAuthClientOptions, type Pkce } from "./rest/oauth-client.js";
export {
  SettingsClient,
  type Access,
  type ChannelConnectionClient,
  type RecordingClient,
  type SettingsClientOptions,
} from "./rest/settings-client.js";
export { TokenStore, type TokenStoreOptions } from "./rest/token-store.js";
export type * from "./rest/types.js";
