// All attacks, and those in each run.
import { faultsOf } from "./defences.ts";
import { IN_PAYLOADS } from "./in-payloads.ts";
import { ON_HOST } from "./on-host.ts";
import { ON_WIDGET } from "./on-widget.ts";
import type { Attack } from "./scene.ts";

/** By target. */
export const ON_EACH: Readonly<Record<string, readonly Attack[]>> = {
  "whom a widget hears": ON_WIDGET,
  "what a widget is told": IN_PAYLOADS,
  "a host": ON_HOST,
};

/** All of them. */
export const ATTACKS: readonly Attack[] = Object.values(ON_EACH).flat();

/** Without those by Chromium's own protocol, which the other engines lack. */
export const IN_EVERY_ENGINE: readonly Attack[] = ATTACKS.filter(({ name }) => !/content script of an extension/.test(name));

/** The first attack that each set of defences holds. */
function firstOfEach(attacks: readonly Attack[]): readonly Attack[] {
  return [...new Map(attacks.toReversed().map((attack) => [attack.held.join(), attack])).values()];
}

/** The fewest attacks that cover every defence; those that need the most defences first. */
export function few(attacks: readonly Attack[]): readonly Attack[] {
  const chosen: Attack[] = [];
  for (const attack of firstOfEach(attacks).toSorted((one, other) => other.held.length - one.held.length)) {
    const had = new Set(chosen.flatMap(({ held }) => held));
    if (attack.held.some((defence) => !had.has(defence))) {
      chosen.push(attack);
    }
  }
  return chosen;
}

/**
 * The sets of faults to try, for `cargo xtask faults`: for each attack, the faults that
 * remove all of its defences, and all but one of several.
 */
export function faultSets(attacks: readonly Attack[]): readonly (readonly string[])[] {
  const removed = attacks.flatMap(({ held }) => [held, ...(held.length > 1 ? held.map((left) => held.filter((defence) => defence !== left)) : [])]);
  const sets = removed.map((defences) => faultsOf(defences).sort()).filter((set) => set.length > 0);
  return [...new Map(sets.map((set) => [set.join(), set])).values()];
}
