import type { StoredSettings } from "calling-widget-sdk/rest";

import type { Visit } from "../visit.js";

/** What one rule found. */
export type Finding = {
  /** `problem`: the widget does not work, or not everywhere. `note`: worth knowing. */
  readonly level: "ok" | "problem" | "note";
  /** The rule's name. */
  readonly rule: string;
  /** What was found. */
  readonly text: string;
  /** What to change; absent where nothing has to. */
  readonly change?: string;
};

/** All that the rules look at. */
export type Facts = {
  /** The answers on the way to the page; the page's own is the last. */
  readonly visits: readonly [Visit, ...Visit[]];
  /** The origins of the pages that are to frame the widget. */
  readonly hosts: readonly string[];
  /** The wasm files that the page or its scripts name. */
  readonly modules: readonly Visit[];
  /** The app's calling settings; absent where they were not asked for. */
  readonly settings?: StoredSettings | undefined;
};

/** One rule: looks at the facts, and says what it found. Where it does not apply it finds nothing. */
export type Rule = {
  readonly name: string;
  look(facts: Facts): readonly Omit<Finding, "rule">[];
};

/** The answer with the page. */
export function pageOf({ visits }: Facts): Visit {
  return visits.at(-1) ?? visits[0];
}

/** Nothing to change. */
export function ok(text: string): readonly Omit<Finding, "rule">[] {
  return [{ level: "ok", text }];
}

/** The widget does not work until this is changed. */
export function problem(text: string, change: string): readonly Omit<Finding, "rule">[] {
  return [{ level: "problem", text, change }];
}

/** Worth knowing. */
export function note(text: string, change?: string): readonly Omit<Finding, "rule">[] {
  return [{ level: "note", text, ...(change === undefined ? {} : { change }) }];
}

/** An address of the page in a sentence: it may be of any length. */
export function clipped(address: string): string {
  return address.length > 200 ? `${address.slice(0, 200)}...` : address;
}
