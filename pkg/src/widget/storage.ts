import { attempt } from "../shared/attempt.js";

/** The session storage, whose every access may throw. */
export type Storage = {
  /** True if it stores what is written. */
  readonly works: boolean;
  names(): string[];
  read(name: string): string | undefined;
  /** Writes a text, or removes it; returns true if it succeeded. */
  write(name: string, text: string | undefined): boolean;
};

/** Browsers may block the storage of a frame on another site: the getter itself throws then. */
export function openStorage(): Storage {
  const storage = {
    names: () => attempt(() => Object.keys(sessionStorage)) ?? [],
    read: (name: string) => attempt(() => sessionStorage.getItem(name)) ?? undefined,
    write: (name: string, text: string | undefined) =>
      attempt(() => {
        if (text === undefined) {
          sessionStorage.removeItem(name);
        } else {
          sessionStorage.setItem(name, text);
        }
        return true;
      }) ?? false,
  };
  const isWritten = storage.write(PROBE, PROBE) && storage.read(PROBE) === PROBE;
  return { ...storage, works: storage.write(PROBE, undefined) && isWritten };
}

const PROBE = "calling-widget-sdk:probe";
