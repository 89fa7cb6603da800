import { readStored, writeStored } from "./stored.js";

/** The times of a call's start and answer. */
export type Times = {
  /** In ms since the epoch. */
  readonly startedAt?: number | undefined;
  /** The same; absent before the answer. */
  readonly answeredAt?: number | undefined;
  /** Both minus {@link ticks}, in ms. */
  readonly offset?: number;
};

/** Milliseconds of a monotonic clock that continues in the next page. */
export function ticks(): number {
  return performance.timeOrigin + performance.now();
}

/** The stored times of a call; empty if the browser blocks storage. */
export function storedTimes(id: string): Times {
  const [startedAt, answeredAt, offset] = readStored(KEY)[id] ?? [];
  return { ...(isTime(startedAt) ? { startedAt } : {}), ...(isTime(answeredAt) ? { answeredAt } : {}), ...(isTime(offset) ? { offset } : {}) };
}

/** Stores a call's times for the next page, or removes them. */
export function storeTimes(id: string, times?: Times): void {
  const oldest = Date.now() - EXPIRES_MS;
  writeStored(KEY, id, times && [times.startedAt, times.answeredAt, times.offset], ([startedAt]) => isTime(startedAt) && startedAt > oldest);
}

function isTime(value: unknown): value is number {
  return typeof value === "number" && Number.isFinite(value);
}

const KEY = "calling-widget-sdk:phone";

/** As long as the journal of open calls. */
const EXPIRES_MS = 4 * 3_600_000;
