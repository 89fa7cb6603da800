import { MAX_DEPTH, MAX_READ_TEXT } from "../generated/limits.js";

/** Masks of a payload's texts, numbers and names. */
export type Shown = {
  /** Masks a text or a number of a field. */
  leaf(field: string, value: string | number): string | number;
  /** Masks the name of a field. */
  name(name: string): string;
  /** Notes how an object or a list is shown. */
  made?(value: object, shown: unknown): void;
};

/** Shows everything. */
export const AS_IT_IS: Shown = { leaf: (_, value) => value, name: (name) => name };

/**
 * A payload as a trace holds it: JSON. A value that JSON lacks is an object with the
 * field `$`, which names it.
 *
 * @param around the objects around the value, the outermost first.
 */
export function written(value: unknown, field: string, shown: Shown, around: readonly object[] = []): unknown {
  switch (typeof value) {
    case "string":
      // A session passes a long text on unread.
      return value.length > MAX_READ_TEXT ? { $: "text", length: value.length } : shown.leaf(field, value);
    case "number":
      return Number.isFinite(value) ? shown.leaf(field, value) : { $: String(value) };
    case "boolean":
      return value;
    case "object":
      break;
    default:
      return { $: typeof value };
  }
  if (value === null) {
    return null;
  }
  if (around.length > MAX_DEPTH || around.includes(value)) {
    return { $: Array.isArray(value) ? "list" : "object" };
  }
  const made = objectOf(value, field, shown, [...around, value]);
  shown.made?.(value, made);
  return made;
}

function objectOf(value: object, field: string, shown: Shown, inside: readonly object[]): unknown {
  if (Array.isArray(value)) {
    return value.map((item) => written(item, field, shown, inside));
  }
  const entries = ArrayBuffer.isView(value) ? [] : Object.entries(value);
  const fields = entries.map(([name, item]) => [shown.name(name), written(item, name, shown, inside)] as const);
  return "$" in value ? { $: "object", fields } : Object.fromEntries(fields);
}

/** An order with its values as they are; null for what is absent. */
export function orderOf(order: readonly unknown[]): readonly unknown[] {
  return order.map((value) => (value === undefined ? null : written(value, "", AS_IT_IS)));
}

/** Inverse of {@link written}. */
export function read(value: unknown): unknown {
  if (typeof value !== "object" || value === null) {
    return value;
  }
  if (Array.isArray(value)) {
    return value.map(read);
  }
  const { $, fields } = value as { $?: unknown; fields?: unknown };
  switch ($) {
    case undefined:
      return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, read(item)]));
    case "text":
      return "*".repeat(MAX_READ_TEXT + 1);
    case "NaN":
    case "Infinity":
    case "-Infinity":
      return Number($);
    case "undefined":
      return undefined;
    case "function":
      return () => undefined;
    case "list":
      return [];
    case "object":
      return Array.isArray(fields)
        ? Object.fromEntries((fields as unknown[]).filter(Array.isArray).map(([name, item]) => [String(name), read(item)]))
        : {};
    case "bigint":
      return BigInt(0);
    default:
      return Symbol();
  }
}
