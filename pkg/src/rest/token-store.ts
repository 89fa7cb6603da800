import { check, checkNames, unfit, unlessAborted } from "./client.js";
import type { OAuthClient } from "./oauth-client.js";
import type { CallOptions } from "./options.js";
import { core, Tokens } from "./rest-core.js";

/** Options of {@link TokenStore}. */
export type TokenStoreOptions = {
  /** Makes the tokens. */
  oauth: Pick<OAuthClient, "refresh">;
  /** The installation's refresh token. */
  refreshToken: string;
};

/** Tokens by store, where no inspection finds them. */
const stores = /* @__PURE__ */ new WeakMap<object, Tokens>();

/**
 * Stores the tokens of one installation. Inspecting it shows none.
 *
 * @example
 * const store = new TokenStore({ oauth, refreshToken });
 * const headers = { authorization: `Bearer ${await store.accessToken()}` };
 */
export class TokenStore {
  /** @throws CallingError `INVALID_OPTION`, naming the option. */
  constructor(options: TokenStoreOptions) {
    checkNames(options, ["oauth", "refreshToken"]);
    const { oauth, refreshToken } = Object(options) as TokenStoreOptions;
    if (typeof (oauth as Partial<typeof oauth> | undefined)?.refresh !== "function") {
      throw unfit("oauth", oauth, "an OAuthClient");
    }
    check(core, { refreshToken }, ["refreshToken"]);
    stores.set(this, new Tokens((token) => oauth.refresh(token), refreshToken));
  }

  /**
   * Returns an access token valid for at least another minute, or half of its lifetime
   * if that is less. Concurrent callers share one refresh and its failure; the next
   * call tries again. A signal ends only the caller's wait.
   */
  accessToken(options?: CallOptions): Promise<string> {
    return unlessAborted(options, () => (stores.get(this) as Tokens).accessToken());
  }

  /** Returns the refresh token, for you to store: the service may replace it. */
  refreshToken(): Promise<string> {
    return (stores.get(this) as Tokens).refreshToken();
  }
}
