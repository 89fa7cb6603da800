import { VALUE_TABLES } from "../generated/door.js";
import { find } from "../wasm/door.js";
import type { WidgetDriver } from "./dialect.js";
import { Keeper } from "./keeper.js";

/**
 * Takes over the previous page's calls, and persists the open ones from now on.
 *
 * @param scope distinguishes the sessions of a page; empty for the one with the parent page.
 */
export function keeperOf(driver: WidgetDriver, scope: string): Keeper {
  return new Keeper(
    {
      journal: (frame) => {
        const record = find(driver.enter("journal", frame), "journal")?.[1] ?? null;
        return record === null ? undefined : driver.door.resolve(record);
      },
      resume: (frame, journal) => {
        const record = { value: Object(journal) as unknown, table: VALUE_TABLES.Journal };
        return find(driver.enter("resume", frame, record), "resumable")?.[1] ?? "useless";
      },
      lost: () => {
        driver.enter("loseJournal");
      },
      inUse: () => {
        driver.enter("note", "JOURNAL_IN_USE", "");
      },
      failed: () => {
        driver.enter("note", "NOT_KEPT", "");
      },
    },
    scope,
  );
}
