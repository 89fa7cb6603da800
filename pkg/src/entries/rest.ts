/**
 * Typed clients of the platform's endpoints: the calling settings, OAuth, records of
 * the CRM, timeline events, and the migration of cards.
 *
 * For a back end. A developer key opens every app of its account, and a client
 * secret every installation: neither belongs in a browser, where whoever opens the
 * page can read it.
 *
 * @packageDocumentation
 */
import * as glue from "../../build/rest.glue.js";
import { wasmText } from "../../build/rest.js";
import { startWhenUsed } from "../wasm/glue.js";

export { CardsClient, OAuthClient, ObjectsClient, SettingsClient, TimelineClient, TokenStore, authorizationUrl, createPkce } from "../../build/rest.glue.js";
export type { ChannelConnectionClient, RecordingClient } from "../../build/rest.glue.js";
export { CallingError, type RestErrorCode } from "../shared/errors.js";
export type * from "../generated/rest.js";
export { RestError } from "../rest/error.js";
export type * from "../rest/options.js";

startWhenUsed(glue, wasmText);
