// What Rust needs of a browser's value, each in one crossing. Nothing here
// throws: the value may be the app's own object, with getters of its own.

/** The position of a value's kind in `ValueKind`; past the end for any other. */
export const kind = (value) =>
  value === null
    ? 1
    : Array.isArray(value)
      ? 5
      : ["undefined", 0, "boolean", "number", "string", 0, "object", "function"].indexOf(typeof value);

/** A field of an object; undefined for anything else. */
export const field = (value, name) => attempt(() => (typeof value === "object" ? value[name] : undefined));

/** The text of a string, or of an id: a number's too. */
export const text = (value, isId) =>
  typeof value === "string" || (isId && typeof value === "number") ? String(value) : undefined;

/**
 * The items of a list and its fields, the values of an object's fields, or their
 * names. A list is as long as it claims, whatever it holds, and of bytes it is
 * only how many: either could be longer than memory.
 */
export const items = (value, areNames) =>
  attempt(() =>
    typeof value !== "object"
      ? undefined
      : areBytes(value)
        ? { length: value.byteLength }
        : Array.isArray(value) && !areNames
          ? extended(Object.values(value), value.length)
          : value instanceof Map || value instanceof Set
            ? [...value]
            : Object[areNames ? "keys" : "values"](value),
  ) ?? [];

const extended = (list, length) => {
  list.length = Math.max(list.length, length);
  return list;
};

/** How long a list or a string is. */
export const length = (value) => attempt(() => value.length) ?? 0;

/** How long the names of an object's fields are in all; a list's are its indices. */
export const namesLength = (value) => (Array.isArray(value) || areBytes(value) ? 0 : items(value, true).join("").length);

/** An item of a list. */
export const item = (list, index) => attempt(() => list[index]);

/** Whether two values hold the same data. */
export const same = (one, two) => attempt(() => isSame(one, two)) ?? false;

/** A shallow copy; an empty object of what has no fields. */
export const copied = (value) => attempt(() => ({ ...value })) ?? {};

/** Sets a field. */
export const put = (object, name, value) => {
  object[name] = value;
};

/** A text as a number. */
export const number = (text) => Number(text);

/** A map, a date and the like are the same as themselves only. */
const isSame = (one, two) => {
  const kind = tag(one);
  return ["[object Array]", "[object Object]"].includes(kind)
    ? kind === tag(two) &&
        one.length === two.length &&
        Object.keys(one).length === Object.keys(two).length &&
        Object.keys(one).every((name) => name in two && isSame(one[name], two[name]))
    : Object.is(one, two);
};

const tag = (value) => Object.prototype.toString.call(value);

const areBytes = (value) => value instanceof ArrayBuffer || ArrayBuffer.isView(value);

const attempt = (reading) => {
  try {
    return reading();
  } catch {
    // Undefined stands for what could not be read.
  }
};
