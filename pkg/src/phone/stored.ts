import { attempt } from "../shared/attempt.js";

/** A tab's stored values of calls, for its next page, by the calls' ids; empty if the browser blocks storage. */
export function readStored(key: string): Record<string, readonly unknown[]> {
  const value = attempt(() => JSON.parse(sessionStorage.getItem(key) ?? "{}") as unknown);
  const entries = Object.entries(Object(value) as object);
  return Object.fromEntries(entries.filter((entry): entry is [string, unknown[]] => Array.isArray(entry[1])));
}

/** Stores a call's values, or removes them; other calls stay if `isRecent` accepts them. */
export function writeStored(key: string, id: string, values?: readonly unknown[], isRecent: (values: readonly unknown[]) => boolean = () => true): void {
  const all = Object.entries(readStored(key)).filter(([of, values]) => of !== id && isRecent(values));
  if (values !== undefined) {
    all.push([id, values]);
  }
  // Blocked or full: the next page works without.
  attempt(() => {
    sessionStorage.setItem(key, JSON.stringify(Object.fromEntries(all.slice(-MOST))));
  });
}

/** The most calls stored: the oldest, whose end no page saw, are dropped. */
const MOST = 64;
