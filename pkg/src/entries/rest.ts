/**
 * Typed clients of the platform's endpoints: the calling settings, OAuth, records of
 * the CRM, timeline events, and the migration of cards.
 *
 * For a back end. A developer key opens every app of its account, and a client
 * secret every installation: neither belongs in a browser, where anyone who opens the
 * page can read it.
 *
 * @packageDocumentation
 */
export { CallingError, RestError, type RestErrorCode } from "../rest/client.js";
export type * from "../generated/rest.js";
export { CardsClient } from "../rest/cards-client.js";
export { OAuthClient, authorizationUrl, createPkce } from "../rest/oauth-client.js";
export { ObjectsClient } from "../rest/objects-client.js";
export type * from "../rest/options.js";
export { SettingsClient, type ChannelConnectionClient, type RecordingClient } from "../rest/settings-client.js";
export { TimelineClient } from "../rest/timeline-client.js";
export { TokenStore, type TokenStoreOptions } from "../rest/token-store.js";
