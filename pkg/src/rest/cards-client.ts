import type { CardMigration, CardMigrationProgress } from "../generated/rest.js";
import { ask, connect } from "./client.js";
import type { CallOptions, CardsClientOptions } from "./options.js";
import { core } from "./rest-core.js";

/**
 * App cards in the place of legacy CRM cards.
 *
 * Every method's promise rejects with a `RestError`. Neither an error nor an inspection
 * of the client shows the token.
 *
 * @example
 * const cards = new CardsClient({ baseUrl: "https://api.example", appId: 123, accessToken });
 * const { remainingPortalCount } = await cards.migrate({ legacyCrmCardId: 1001, appCardId: 5001 });
 */
export class CardsClient {
  /** @throws CallingError `INVALID_URL` or `INVALID_OPTION`, naming the option. */
  constructor(options: CardsClientOptions) {
    connect(this, core, options, ["appId", "accessToken"]);
  }

  /**
   * Starts a migration. Repeating the call returns the progress: `endedAt` is set once
   * it has ended.
   */
  migrate(migration: CardMigration, options?: CallOptions): Promise<CardMigrationProgress> {
    return ask(this, "cards.migrate", { migration }, options);
  }
}
