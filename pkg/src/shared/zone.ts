import { attempt } from "./attempt.js";

/** The part of a zone of zone.js that is used here; Angular brings it. */
type Zone = {
  run(call: () => void): void;
  runGuarded(call: () => void): void;
};

export type Run = (call: () => void) => void;

/**
 * Runs calls in the zone that is current now: a view of Angular follows only what happens in its
 * zone.
 */
export function ownZone(): Run {
  const zone = zoneOf("current");
  return zone === undefined ? direct : (call) => {
    zone.run(call);
  };
}

/**
 * Runs a call in no zone. Timers and listeners that it makes neither render a view nor keep an
 * app or its test waiting for them.
 */
export const outsideZones: Run = (call) => {
  const root = zoneOf("root");
  if (root === undefined || root === zoneOf("current")) {
    call();
  } else {
    root.run(call);
  }
};

/** Passes an error to the current zone, as Angular's to its ErrorHandler; false if none takes it. */
export function handledByZone(error: unknown): boolean {
  const zone = zoneOf("current");
  const isHandled = attempt(() => {
    zone?.runGuarded(() => {
      throw error;
    });
    return zone !== undefined;
  });
  return isHandled ?? false;
}

function zoneOf(name: "current" | "root"): Zone | undefined {
  const zone = (globalThis as { Zone?: Partial<Record<typeof name, Partial<Zone>>> }).Zone?.[name];
  return typeof zone?.run === "function" && typeof zone.runGuarded === "function" ? (zone as Zone) : undefined;
}

const direct: Run = (call) => {
  call();
};
