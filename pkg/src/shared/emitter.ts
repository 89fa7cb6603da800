import { isolated } from "./isolated.js";

/**
 * Typed listeners, by name with their arguments; each is isolated from the others.
 *
 * What a listener causes is told once all have heard what is being told: so every
 * one of them hears the events in order, and the newest last.
 */
export class Emitter<Events extends { [Name in keyof Events]: unknown[] }> {
  private listeners = new Map<keyof Events, Set<(...args: never) => void>>();
  private tasks: (() => void)[] = [];

  /** Adds a listener; returns what removes it. */
  on<Name extends keyof Events>(name: Name, listener: (...args: Events[Name]) => void): () => void {
    // A wrapper of its own, so that one function added twice is two listeners.
    const entry = (...args: Events[Name]): void => {
      listener(...args);
    };
    const listeners = this.listeners.get(name) ?? new Set();
    this.listeners.set(name, listeners.add(entry));
    return () => {
      listeners.delete(entry);
    };
  }

  /** Whether anyone listens. */
  has(name: keyof Events): boolean {
    return (this.listeners.get(name)?.size ?? 0) > 0;
  }

  /** Tells every listener, after what is being told. */
  emit<Name extends keyof Events>(name: Name, ...args: Events[Name]): void {
    this.inTurn(() => {
      this.tell(name, ...args);
    });
  }

  /** Tells every listener at once, even amid another event. */
  tell<Name extends keyof Events>(name: Name, ...args: Events[Name]): void {
    const listeners = this.listeners.get(name);
    if (listeners === undefined) {
      return;
    }
    for (const listener of [...listeners]) {
      // One that an earlier listener removed hears no more.
      if (listeners.has(listener)) {
        isolated(() => {
          (listener as (...args: Events[Name]) => void)(...args);
        });
      }
    }
  }

  /**
   * Runs what tells, after what is being told. Listeners that cause their own event without
   * end are bounded where their engine is driven.
   */
  inTurn(task: () => void): void {
    if (this.tasks.push(task) === 1) {
      for (const next of this.tasks) {
        isolated(next);
      }
      this.tasks = [];
    }
  }

  /** Forgets every listener, after what is being told. */
  clear(): void {
    this.inTurn(() => {
      this.listeners.forEach((listeners) => {
        listeners.clear();
      });
    });
  }
}
