import { isolated } from "./report.js";

/** Typed listeners; each is isolated from the others. */
export class Emitter<Events> {
  private listeners = new Map<keyof Events, Set<(event: never) => void>>();

  /** Adds a listener; returns what removes it. */
  on<Name extends keyof Events>(name: Name, listener: (event: Events[Name]) => void): () => void {
    const entry = (event: Events[Name]): void => {
      listener(event);
    };
    const known = this.listeners.get(name) ?? new Set();
    this.listeners.set(name, known.add(entry));
    return () => {
      known.delete(entry);
    };
  }

  /** Tells every listener. */
  emit<Name extends keyof Events>(name: Name, event: Events[Name]): void {
    for (const listener of [...(this.listeners.get(name) ?? [])]) {
      isolated(() => {
        (listener as (event: Events[Name]) => void)(event);
      });
    }
  }

  /** Forgets every listener. */
  clear(): void {
    this.listeners.clear();
  }
}
