import { CallingError, shown } from "../errors.js";
import { asker, text, thrown, type Ask, type CallOptions, type ClientOptions } from "./ask.js";
import { core } from "./core.js";
import type { AccessTokenMetadata, Introspection, RefreshTokenMetadata, Tokens } from "./types.js";

/** The address a user is sent to, to install the app. */
export type Authorization = {
  /** The address of the service's pages, such as `https://app.example`. */
  authUrl: string;
  /** The app's client id. */
  clientId: string;
  /** Where the user comes back with a code; registered with the app. */
  redirectUri: string;
  /** Scopes the app needs. */
  scopes: readonly string[];
  /** Scopes it takes when the account can grant them. */
  optionalScopes?: readonly string[] | undefined;
  /** Comes back unchanged: a random value against forged answers. */
  state?: string | undefined;
  /** The challenge of {@link createPkce}; the code's exchange then has to send the verifier. */
  codeChallenge?: string | undefined;
};

/** Ties a code to the program that asked for it (PKCE, RFC 7636). */
export type Pkce = {
  /** A secret: keep it with `state` until the code comes back, and give it to `exchangeCode`. */
  readonly codeVerifier: string;
  /** Goes into the authorization address; no secret. */
  readonly codeChallenge: string;
};

/**
 * Makes a verifier and its challenge, of the method S256. Nothing is sent.
 *
 * @param bytes 32 bytes that nobody can guess; by default those of the platform.
 * @throws CallingError `INVALID_OPTION` where the platform has no randomness to give.
 * @throws RestError `INVALID_REQUEST` when there are not 32.
 * @example
 * const { codeVerifier, codeChallenge } = createPkce();
 * const address = authorizationUrl({ authUrl, clientId, redirectUri, scopes, state, codeChallenge });
 * // and when the user is back:
 * const tokens = await oauth.exchangeCode({ code, redirectUri, codeVerifier });
 */
export function createPkce(bytes: Uint8Array = random()): Pkce {
  try {
    return JSON.parse(core().pkce(bytes)) as Pkce;
  } catch (error) {
    throw thrown(error);
  }
}

function random(): Uint8Array {
  const { crypto } = globalThis as { crypto?: Crypto };
  if (crypto === undefined) {
    throw new CallingError("INVALID_OPTION", "there is no crypto here, which Node has from 20 on: give 32 bytes, such as randomBytes(32) of node:crypto");
  }
  return crypto.getRandomValues(new Uint8Array(32));
}

/**
 * The address a user is sent to, to install the app. Nothing is sent.
 *
 * @throws RestError `INVALID_REQUEST`, with every fault.
 */
export function authorizationUrl(authorization: Authorization): string {
  const given = text(authorization);
  try {
    return core().authorization_url(given);
  } catch (error) {
    throw thrown(error);
  }
}

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
   * Which of the service's token endpoints makes tokens: `v1` by default. The service
   * has announced the end of `v1` for 2027-02-16.
   */
  version?: "v1" | "v3" | undefined;
};

/**
 * The tokens of an app, at the service.
 *
 * Every method's promise rejects with a `RestError`. Neither an error nor an
 * inspection of the client shows a secret or a token.
 */
export class OAuthClient {
  private readonly ask: Ask;

  /** @throws CallingError `INVALID_URL` or `INVALID_OPTION`, naming the option. */
  constructor(options: OAuthClientOptions) {
    const { clientId, clientSecret, version = "v1" } = options;
    const plain = asker(options);
    if (!["v1", "v3"].includes(version)) {
      throw new CallingError("INVALID_OPTION", `version is ${shown(version)}: use "v1" or "v3"`);
    }
    this.ask = (call, parameters, rest) => plain(call, { ...parameters, clientId, clientSecret, isV3: version === "v3" }, rest);
  }

  /**
   * Exchanges the code of an authorization; a code works once. `redirectUri` is
   * the authorization's, exactly; `codeVerifier` belongs to its challenge.
   */
  exchangeCode(grant: { code: string; redirectUri: string; codeVerifier?: string | undefined }, options?: CallOptions): Promise<Tokens> {
    return this.ask("exchangeCode", grant, options) as Promise<Tokens>;
  }

  /** Makes a new access token. The answer may have another refresh token: store it. */
  refresh(refreshToken: string, options?: CallOptions): Promise<Tokens> {
    return this.ask("refreshTokens", { refreshToken }, options) as Promise<Tokens>;
  }

  /**
   * Asks for an access token of the app itself, without a user (`client_credentials`,
   * at v1). There is no refresh token: ask again instead.
   */
  clientCredentials(grant: { scopes: readonly string[] }, options?: CallOptions): Promise<Tokens> {
    return this.ask("clientCredentials", grant, options) as Promise<Tokens>;
  }

  /** Reads whether a token of the app is valid, and its metadata (v3). `hint` says of which kind it is. */
  introspect(token: string, hint?: "access_token" | "refresh_token", options?: CallOptions): Promise<Introspection> {
    return this.ask("introspect", { token, hint }, options) as Promise<Introspection>;
  }

  /** Ends a refresh token, and nothing else, as `deleteRefreshToken` does (v3). */
  async revokeToken(token: string, options?: CallOptions): Promise<void> {
    await this.ask("revokeToken", { token }, options);
  }

  /** Reads the metadata of an access token. */
  readAccessToken(token: string, options?: CallOptions): Promise<AccessTokenMetadata> {
    return this.ask("readAccessToken", { token }, options) as Promise<AccessTokenMetadata>;
  }

  /** Reads the metadata of a refresh token. */
  readRefreshToken(token: string, options?: CallOptions): Promise<RefreshTokenMetadata> {
    return this.ask("readRefreshToken", { token }, options) as Promise<RefreshTokenMetadata>;
  }

  /**
   * Deletes a refresh token, and nothing else: access tokens made with it stay
   * valid until they expire, and the app stays installed.
   */
  async deleteRefreshToken(token: string, options?: CallOptions): Promise<void> {
    await this.ask("deleteRefreshToken", { token }, options);
  }
}
