/** What the next page of this tab needs of a call, by the call's id; nothing where the browser blocks storage. */
export function readStored(key: string): Record<string, readonly unknown[]> {
  try {
    const value: unknown = JSON.parse(sessionStorage.getItem(key) ?? "{}");
    const entries = typeof value === "object" && value !== null ? Object.entries(value) : [];
    return Object.fromEntries(entries.filter((entry): entry is [string, unknown[]] => Array.isArray(entry[1])));
  } catch {
    return {};
  }
}

/** Stores a call's values, or removes them; of the other calls those stay that `isRecent` accepts. */
export function writeStored(key: string, id: string, values?: readonly unknown[], isRecent: (values: readonly unknown[]) => boolean = () => true): void {
  const all = Object.entries(readStored(key)).filter(([of, values]) => of !== id && isRecent(values));
  if (values !== undefined) {
    all.push([id, values]);
  }
  try {
    sessionStorage.setItem(key, JSON.stringify(Object.fromEntries(all.slice(-MOST))));
  } catch {
    // Blocked or full: the next page does without.
  }
}

/** Of calls whose end no page saw, the oldest are forgotten. */
const MOST = 64;
