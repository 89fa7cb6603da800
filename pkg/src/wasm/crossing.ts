/** What crosses the door of an engine besides texts: views of payloads, and drafts of new ones. */

/**
 * A field of a table: its name, whether every session reads its value, the table of
 * what is in it, and whether that is a list.
 */
export type FieldView = readonly [name: string, isRead: 0 | 1, table?: number, isList?: 1];

/** What a session orders to be made of the payloads it was given. */
export type Draft =
  | null
  | boolean
  | number
  | string
  | readonly [handle?: number, ...path: (string | number)[]]
  | DraftList
  | DraftObject;

/** A list of drafts, behind a null. */
export interface DraftList extends ReadonlyArray<Draft> {
  readonly 0: null;
}

/** An object of drafts; its empty name holds what it begins with. */
export interface DraftObject {
  readonly [name: string]: Draft;
}

/** Which of an instance's handlers take a message. */
export type Plan = readonly [instance: number, all: readonly string[], firstOf: readonly string[]];

/** A value that an input shows to the session. */
export type Viewed = {
  /** The value itself. */
  value: unknown;
  /** What it is, unless it is a message. */
  table?: readonly [kind: number, table: number];
  /** What the session knows it by, once it was shown. */
  handle?: number;
};
