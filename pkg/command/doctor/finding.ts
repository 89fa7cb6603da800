import type { StoredSettings } from "calling-widget-sdk/rest";

import type { Visit } from "../visit.js";

/** A finding of one rule. */
export type Finding = {
  /** `problem`: the widget does not work, or not everywhere. `note`: worth knowing. */
  readonly level: "ok" | "problem" | "note";
  /** The rule's name. */
  readonly rule: string;
  /** The finding in words. */
  readonly text: string;
  /** The change to make; absent if there is none. */
  readonly change?: string;
};

/** All facts that the rules check. */
export type Facts = {
  /** The answers on the way to the page; the last one is the page's own. */
  readonly visits: readonly [Visit, ...Visit[]];
  /** The origins of the pages that will frame the widget. */
  readonly hosts: readonly string[];
  /** The app's calling settings; absent if not requested. */
  readonly settings?: StoredSettings | undefined;
};

/** One rule: returns its findings; none if it does not apply. */
export type Rule = (facts: Facts) => readonly Omit<Finding, "rule">[];

/** The answer with the page. */
export function pageOf({ visits }: Facts): Visit {
  return visits.at(-1) ?? visits[0];
}

/** Nothing to change. */
export function ok(text: string): readonly Omit<Finding, "rule">[] {
  return [{ level: "ok", text }];
}

/** The widget does not work until this change. */
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
