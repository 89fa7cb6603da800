/** An observable value; views redraw the part they show. */
export class Store<T extends object> {
  private readonly listeners = new Set<(value: T) => void>();

  constructor(private current: T) {}

  /** Merges `patch` and notifies every listener, unless nothing differs. */
  set(patch: Partial<T>): void {
    const next = { ...this.current, ...patch };
    const changed = (Object.keys(patch) as (keyof T)[]).some((key) => next[key] !== this.current[key]);
    if (!changed) return;
    this.current = next;
    for (const listener of [...this.listeners]) listener(next);
  }

  /** Calls `listener` now and after each change. */
  watch(listener: (value: T) => void): () => void {
    this.listeners.add(listener);
    listener(this.current);
    return () => this.listeners.delete(listener);
  }

  /** The present value. */
  get value(): T {
    return this.current;
  }
}
