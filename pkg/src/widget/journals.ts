import { find } from "../wasm/orders.js";
import type { WidgetDriver } from "./delivery.js";
import { SnapshotStore } from "./snapshot-store.js";

/**
 * Takes over the previous page's calls, and persists the open ones from now on.
 *
 * @param scope distinguishes the sessions of a page; empty for the one with the parent page.
 */
export function snapshotStoreOf(driver: WidgetDriver, scope: string): SnapshotStore {
  return new SnapshotStore(
    {
      journal: (frame) => find(driver.enter("journal", frame), "journal")?.[1],
      resume: (frame, journal) =>
        find(driver.enter("resume", frame, Object(journal) as object), "resumable")?.[1] ?? "useless",
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
