import type { AccessTokenMetadata, ClientCredentials, ExchangeCode, Introspection, RefreshTokenMetadata, TokenKind } from "../generated/rest.js";
import { ask, CallingError, compute, connect, unfit } from "./client.js";
import type { Authorization, CallOptions, OAuthClientOptions, Pkce, Tokens } from "./options.js";
import { core } from "./rest-core.js";

/**
 * The tokens of an app, at the service.
 *
 * Every method's promise rejects with a `RestError`. Neither an error nor an
 * inspection of the client shows a secret or a token.
 */
export class OAuthClient {
  /** @throws CallingError `INVALID_URL` or `INVALID_OPTION`, naming the option. */
  constructor(options: OAuthClientOptions) {
    const { version = "v1" } = Object(options) as Record<string, unknown>;
    if (version !== "v1" && version !== "v3") {
      throw unfit("version", version, '"v1" or "v3"');
    }
    connect(this, core, options, ["clientId", "clientSecret"], [], ["version"]);
  }

  /**
   * Exchanges the code of an authorization; a code works once. `redirectUri` is
   * the authorization's, exactly; `codeVerifier` belongs to its challenge.
   */
  exchangeCode(grant: ExchangeCode, options?: CallOptions): Promise<Tokens> {
    return renamed(ask(this, "oauth.exchangeCode", { grant }, options));
  }

  /** Gets a new access token. The answer may have a new refresh token: store it. */
  refresh(refreshToken: string, options?: CallOptions): Promise<Tokens> {
    return renamed(ask(this, "oauth.refresh", { refreshToken }, options));
  }

  /**
   * Asks for an access token of the app itself, without a user (`client_credentials`,
   * at v1). There is no refresh token: ask again instead.
   */
  clientCredentials(grant: ClientCredentials, options?: CallOptions): Promise<Tokens> {
    return renamed(ask(this, "oauth.clientCredentials", { grant }, options));
  }

  /** Reads the validity of a token of the app, and its metadata (v3). `hint` is its kind. */
  introspect(token: string, hint?: TokenKind, options?: CallOptions): Promise<Introspection> {
    return renamed(ask(this, "oauth.introspect", { token, hint }, options));
  }

  /** Revokes a refresh token and nothing else, like `deleteRefreshToken` (v3). */
  revokeToken(token: string, options?: CallOptions): Promise<void> {
    return ask(this, "oauth.revokeToken", { token }, options);
  }

  /** Reads the metadata of an access token. */
  readAccessToken(token: string, options?: CallOptions): Promise<AccessTokenMetadata> {
    return renamed(ask(this, "oauth.readAccessToken", { token }, options));
  }

  /** Reads the metadata of a refresh token. */
  readRefreshToken(token: string, options?: CallOptions): Promise<RefreshTokenMetadata> {
    return renamed(ask(this, "oauth.readRefreshToken", { token }, options));
  }

  /**
   * Deletes a refresh token, and nothing else: access tokens made with it stay
   * valid until they expire, and the app stays installed.
   */
  deleteRefreshToken(token: string, options?: CallOptions): Promise<void> {
    return ask(this, "oauth.deleteRefreshToken", { token }, options);
  }
}

/**
 * Builds the address at which a user installs the app. Sends nothing.
 *
 * @throws RestError `INVALID_REQUEST`, with the faults.
 */
export function authorizationUrl(authorization: Authorization): string {
  return compute(core, "authorizationUrl", { authorization }) as string;
}

/**
 * Generates a verifier and its challenge, by the method S256. Sends nothing.
 *
 * @param bytes 32 random bytes; by default the platform's.
 * @throws CallingError `INVALID_OPTION` where the platform has no source of randomness.
 * @throws RestError `INVALID_REQUEST` when there are not 32.
 * @example
 * const { codeVerifier, codeChallenge } = createPkce();
 * const address = authorizationUrl({ authUrl, clientId, redirectUri, scopes, state, codeChallenge });
 * // and when the user is back:
 * const tokens = await oauth.exchangeCode({ code, redirectUri, codeVerifier });
 */
export function createPkce(bytes: Uint8Array = random()): Pkce {
  return compute(core, "createPkce", { bytes: Array.from(bytes) }) as Pkce;
}

function random(): Uint8Array {
  const { crypto } = globalThis as { crypto?: Crypto };
  if (crypto === undefined) {
    throw new CallingError("INVALID_OPTION", "there is no crypto here, which Node has from 20 on: give 32 bytes, such as randomBytes(32) of node:crypto");
  }
  return crypto.getRandomValues(new Uint8Array(32));
}

/** Renames the fields of an answer to camel case. */
async function renamed<Answer>(answer: Promise<object>): Promise<Answer> {
  const camelCase = (name: string): string => name.replace(/_+(.?)/g, (_, letter: string) => letter.toUpperCase());
  return Object.fromEntries(Object.entries(await answer).map(([name, value]) => [camelCase(name), value as unknown])) as Answer;
}
