import { isolated } from "./isolated.js";
import { ownZone } from "./zone.js";

/**
 * Typed listeners, by name with their arguments; each is isolated from the others. They are called
 * in the zone in which the emitter was made.
 *
 * Events that a listener causes are emitted after the current one has reached all listeners:
 * so each of them receives the events in order, the newest last.
 */
export class Emitter<Events extends { [Name in keyof Events]: unknown[] }> {
  private listeners = new Map<keyof Events, Set<(...args: never) => void>>();
  private tasks: (() => void)[] = [];
  private readonly inZone = ownZone();

  /** Adds a listener; returns a function that removes it. */
  on<Name extends keyof Events>(name: Name, listener: (...args: Events[Name]) => void): () => void {
    // A separate wrapper, so that one function added twice is two listeners.
    const entry = (...args: Events[Name]): void => {
      listener(...args);
    };
    const listeners = this.listeners.get(name) ?? new Set();
    this.listeners.set(name, listeners.add(entry));
    return () => {
      listeners.delete(entry);
    };
  }

  /** True if anyone listens. */
  has(name: keyof Events): boolean {
    return (this.listeners.get(name)?.size ?? 0) > 0;
  }

  /** Emits to every listener, after the event under way. */
  emit<Name extends keyof Events>(name: Name, ...args: Events[Name]): void {
    this.inTurn(() => {
      this.tell(name, ...args);
    });
  }

  /** Emits to every listener at once, even during another event. */
  tell<Name extends keyof Events>(name: Name, ...args: Events[Name]): void {
    for (const listener of [...(this.listeners.get(name) ?? [])]) {
      // An earlier listener may have removed it.
      if (this.listeners.get(name)?.has(listener)) {
        this.call(() => {
          (listener as (...args: Events[Name]) => void)(...args);
        });
      }
    }
  }

  /** Calls the application's code as a listener is called. */
  call(code: () => void): void {
    this.inZone(() => {
      isolated(code);
    });
  }

  /**
   * Runs a task that emits, after the event under way. The engine's driver bounds listeners
   * that endlessly cause their own event.
   */
  inTurn(task: () => void): void {
    if (this.tasks.push(task) === 1) {
      for (const next of this.tasks) {
        isolated(next);
      }
      this.tasks = [];
    }
  }

  /** Removes every listener, after the event under way. */
  clear(): void {
    this.inTurn(() => {
      this.listeners.forEach((listeners) => {
        listeners.clear();
      });
    });
  }
}
