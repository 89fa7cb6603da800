/** Where what survives a reload is kept; memory survives none. */
export type Place = "sessionStorage" | "history" | "memory";

/** A place that keeps texts by name. */
export type Storage = {
  readonly place: Place;
  names(): string[];
  read(name: string): string | undefined;
  /** Writes a text, or removes it; answers whether it did. */
  write(name: string, text: string | undefined): boolean;
};

/**
 * The first place that works. Storage of a frame on another site may be blocked,
 * so that the getter itself throws; a frame has a history entry of its own all
 * the same.
 */
export function openStorage(): Storage {
  return [session(), inHistory()].find(works) ?? inMemory();
}

/** Whether a text that is written can be read, and removed again. */
function works(storage: Storage): boolean {
  const isThere = storage.write(PROBE, PROBE) && storage.read(PROBE) === PROBE;
  return storage.write(PROBE, undefined) && isThere;
}

function session(): Storage {
  return guarded("sessionStorage", {
    names: () => Object.keys(sessionStorage),
    read: (name) => sessionStorage.getItem(name),
    write: (name, text) => {
      if (text === undefined) {
        sessionStorage.removeItem(name);
      } else {
        sessionStorage.setItem(name, text);
      }
    },
  });
}

/** Beside the app's own state, as long as that is an object or nothing. */
function inHistory(): Storage {
  const state = (): Record<string, unknown> => {
    const own: unknown = history.state ?? {};
    if (Object.getPrototypeOf(own) !== Object.prototype) {
      throw new TypeError("not a plain state");
    }
    return own as Record<string, unknown>;
  };
  return guarded("history", {
    names: () => Object.keys(state()),
    read: (name) => state()[name],
    write: (name, text) => {
      const next = { ...state(), [name]: text };
      if (text === undefined) {
        Reflect.deleteProperty(next, name);
      }
      const isEmpty = Object.keys(next).length === 0;
      // Not by the page's own name for it: routers put theirs there and listen.
      History.prototype.replaceState.call(history, isEmpty ? null : next, "");
      // A browser that finds it too often does not, with or without an error.
      if (state()[name] !== text) {
        throw new TypeError("not written");
      }
    },
  });
}

function inMemory(): Storage {
  const texts = new Map<string, string>();
  return guarded("memory", {
    names: () => [...texts.keys()],
    read: (name) => texts.get(name),
    write: (name, text) => {
      if (text === undefined) {
        texts.delete(name);
      } else {
        texts.set(name, text);
      }
    },
  });
}

/** A place whose every access may throw. */
function guarded(
  place: Place,
  raw: {
    names(): string[];
    read(name: string): unknown;
    write(name: string, text: string | undefined): void;
  },
): Storage {
  return {
    place,
    names: () => attempt(() => raw.names()) ?? [],
    read: (name) => {
      const text = attempt(() => raw.read(name));
      return typeof text === "string" ? text : undefined;
    },
    write: (name, text) =>
      attempt(() => {
        raw.write(name, text);
        return true;
      }) ?? false,
  };
}

/** What it answers; undefined where it throws. */
export function attempt<Value>(reading: () => Value): Value | undefined {
  try {
    return reading();
  } catch {
    return undefined;
  }
}

const PROBE = "calling-widget-sdk:probe";
