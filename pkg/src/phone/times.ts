/** When a call began and was answered. */
export type Times = {
  /** In ms since the epoch. */
  readonly startedAt?: number | undefined;
  /** The same; absent before the answer. */
  readonly answeredAt?: number | undefined;
};

/** What the next page needs of a call's times; nothing where the browser blocks storage. */
export function storedTimes(id: string): Times {
  const times = read()[id];
  return { ...(isTime(times?.[0]) ? { startedAt: times[0] } : {}), ...(isTime(times?.[1]) ? { answeredAt: times[1] } : {}) };
}

/** Stores a call's times for the next page, or removes them. */
export function storeTimes(id: string, times?: Times): void {
  const all = read();
  const oldest = Date.now() - EXPIRES_MS;
  const kept = Object.entries(all).filter(([of, [startedAt]]) => of !== id && isTime(startedAt) && startedAt > oldest);
  if (times !== undefined) {
    kept.push([id, [times.startedAt, times.answeredAt]]);
  }
  try {
    sessionStorage.setItem(KEY, JSON.stringify(Object.fromEntries(kept)));
  } catch {
    // Blocked or full: the next page sends no duration.
  }
}

function read(): Record<string, readonly unknown[]> {
  try {
    const value: unknown = JSON.parse(sessionStorage.getItem(KEY) ?? "{}");
    const entries = typeof value === "object" && value !== null ? Object.entries(value) : [];
    return Object.fromEntries(entries.filter((entry): entry is [string, unknown[]] => Array.isArray(entry[1])));
  } catch {
    return {};
  }
}

function isTime(value: unknown): value is number {
  return typeof value === "number" && Number.isFinite(value);
}

const KEY = "calling-widget-sdk:phone";

/** As long as the journal of open calls. */
const EXPIRES_MS = 4 * 3_600_000;
