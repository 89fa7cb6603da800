/** Page settings in local storage; not stored where storage is blocked. */
export class Memory<T extends object> {
  private current: T;

  constructor(
    private readonly key: string,
    defaults: T,
  ) {
    this.current = { ...defaults, ...read(key) };
  }

  /** The stored values, with defaults for the rest. */
  get value(): T {
    return this.current;
  }

  /** Stores `patch` beside the rest. */
  set(patch: Partial<T>): void {
    this.current = { ...this.current, ...patch };
    try {
      localStorage.setItem(this.key, JSON.stringify(this.current));
    } catch {
      // Blocked or full: the settings last as long as the page.
    }
  }
}

/** Storage may be blocked, and its text may be invalid. */
function read(key: string): object {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(key) ?? "{}");
    return typeof value === "object" && value !== null ? value : {};
  } catch {
    return {};
  }
}
