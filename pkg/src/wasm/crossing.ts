/** Values beside texts that cross the door of an engine: views of payloads, and drafts of new ones. */

/**
 * A field of a table: its name, 1 if every session reads its value, the table of its
 * contents, and 1 if they are a list.
 */
export type FieldView = readonly [name: string, isRead: 0 | 1, table?: number, isList?: 1];

/** A session's order to build a value from the payloads it was given. */
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

/** An object of drafts; the empty name holds the object that they extend. */
export interface DraftObject {
  readonly [name: string]: Draft;
}

/** The handlers of an instance that take a message. */
export type Plan = readonly [instance: number, all: readonly string[], firstOf: readonly string[]];

/** A value that an input shows to the session. */
export type Viewed = {
  /** The value itself. */
  value: unknown;
  /** Its kind and table, unless it is a message. */
  table?: readonly [kind: number, table: number];
  /** The session's handle for it, once it was shown. */
  handle?: number;
};
