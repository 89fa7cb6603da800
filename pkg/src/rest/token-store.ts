import { aborted, type CallOptions } from "./ask.js";
import type { OAuthClient } from "./oauth-client.js";

/** Options of {@link TokenStore}. */
export type TokenStoreOptions = {
  /** Makes the tokens. */
  oauth: Pick<OAuthClient, "refresh">;
  /** The installation's refresh token. */
  refreshToken: string;
};

/**
 * Stores the tokens of one installation. Inspecting it shows none.
 *
 * @example
 * const store = new TokenStore({ oauth, refreshToken });
 * const headers = { authorization: `Bearer ${await store.accessToken()}` };
 */
export class TokenStore {
  private readonly current: () => Promise<string>;
  private readonly kept: () => Promise<string>;

  constructor({ oauth, refreshToken }: TokenStoreOptions) {
    let fresh: { accessToken: string; isFresh: () => boolean } | undefined;
    let underWay: Promise<string> | undefined;
    const refresh = async (): Promise<string> => {
      // Before the request, so that the token is never thought younger than it is.
      const age = clock();
      const tokens = await oauth.refresh(refreshToken);
      refreshToken = tokens.refreshToken ?? refreshToken;
      fresh = { accessToken: tokens.accessToken, isFresh: () => age() < tokens.freshForMs };
      return tokens.accessToken;
    };
    this.current = () => {
      if (fresh?.isFresh() === true) {
        return Promise.resolve(fresh.accessToken);
      }
      underWay ??= refresh().finally(() => {
        underWay = undefined;
      });
      return underWay;
    };
    this.kept = async () => {
      await underWay?.catch(() => undefined);
      return refreshToken;
    };
  }

  /**
   * An access token that is valid for another minute at least, or for half of its
   * lifetime if that is less. Concurrent callers share one refresh, and its failure
   * too; the next call tries again. A signal ends only the caller's wait.
   */
  accessToken({ signal }: CallOptions = {}): Promise<string> {
    if (signal === undefined) {
      return this.current();
    }
    return new Promise((resolve, reject) => {
      const abort = (): void => reject(aborted());
      if (signal.aborted) {
        abort();
        return;
      }
      signal.addEventListener("abort", abort, { once: true });
      void this.current()
        .then(resolve, reject)
        .finally(() => signal.removeEventListener("abort", abort));
    });
  }

  /** The refresh token, for you to store: the service may answer another one. */
  refreshToken(): Promise<string> {
    return this.kept();
  }
}

/**
 * The age of this moment in ms: by the clock that never goes back, and by the one
 * that goes on while the machine sleeps, whichever says more.
 */
function clock(): () => number {
  const [steady, wall] = [performance.now(), Date.now()];
  return () => Math.max(performance.now() - steady, Date.now() - wall);
}
