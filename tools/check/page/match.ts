/** Values that a pattern may refer to. */
export interface Scope {
  /** The messages and facts that have a name. */
  named: ReadonlyMap<string, unknown>;
  /** The ids of the messages of a type that this side of the check sent. */
  sentIds(type: string): readonly unknown[];
}

/**
 * The reason that a value does not match a pattern; undefined if it does.
 * `tools/conformance/README.md` has the patterns.
 */
export function mismatch(pattern: unknown, value: unknown, scope: Scope, path = ""): string | undefined {
  const here = path === "" ? "the message" : path;
  if (typeof pattern === "string" && pattern.startsWith("$")) {
    return mismatchOfValue(resolve(pattern, scope), value, here);
  }
  if (typeof pattern !== "object" || pattern === null) {
    return mismatchOfValue(pattern, value, here);
  }
  const fields = Object.entries(pattern).filter(([name]) => !name.startsWith("$"));
  const isEmpty = Object.keys(pattern).length === 0;
  if ((isEmpty || fields.length > 0) && (typeof value !== "object" || value === null)) {
    return `${here} is ${quoted(value)} and no object`;
  }
  for (const [name, inner] of Object.entries(pattern)) {
    const why = name.startsWith("$")
      ? mismatchOfOperator(name, inner, value, scope, path)
      : mismatch(inner, (value as Record<string, unknown>)[name], scope, path === "" ? name : `${path}.${name}`);
    if (why !== undefined) return why;
  }
  return undefined;
}

/** The first dangling reference of a pattern. */
export function danglingReference(pattern: unknown, scope: Scope): string | undefined {
  if (typeof pattern === "string") return pattern.startsWith("$") && resolve(pattern, scope) === undefined ? pattern.slice(1) : undefined;
  if (typeof pattern !== "object" || pattern === null) return undefined;
  for (const inner of Object.values(pattern)) {
    const found = danglingReference(inner, scope);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Replaces a pattern's references by their values, for posting. */
export function filledIn(template: unknown, scope: Scope): unknown {
  if (typeof template === "string" && template.startsWith("$")) return resolve(template, scope);
  if (typeof template !== "object" || template === null) return template;
  if (Array.isArray(template)) return template.map((item) => filledIn(item, scope));
  return Object.fromEntries(Object.entries(template).map(([name, value]) => [name, filledIn(value, scope)]));
}

function mismatchOfOperator(operator: string, operand: unknown, value: unknown, scope: Scope, path: string): string | undefined {
  const here = path === "" ? "the message" : path;
  switch (operator) {
    case "$any": {
      const all = (operand as readonly unknown[]).map((pattern) => mismatch(pattern, value, scope, path));
      return all.includes(undefined) ? undefined : all.join("; ");
    }
    case "$not":
      return mismatch(operand, value, scope, path) === undefined ? `${here} is ${quoted(value)}, and must not be` : undefined;
    case "$is":
      if (operand === "number") return typeof value === "number" ? undefined : `${here} is ${quoted(value)} and no number`;
      return typeof value === "string" && value !== "" ? undefined : `${here} is ${quoted(value)} and no text`;
    case "$digits":
      return typeof value === "string" && value.replace(/\D/g, "") === operand ? undefined : `${here} is ${quoted(value)} and not +${String(operand)}`;
    case "$sent":
      return scope.sentIds(String(operand)).includes(value) ? undefined : `${here} is ${quoted(value)}, which is not the id of a ${String(operand)}`;
    default:
      throw new Error(`no pattern has ${operator}`);
  }
}

function mismatchOfValue(wanted: unknown, value: unknown, here: string): string | undefined {
  return wanted === value || JSON.stringify(wanted) === JSON.stringify(value) ? undefined : `${here} is ${quoted(value)} and not ${quoted(wanted)}`;
}

/** `$name.path`; undefined where there is no such value. */
function resolve(reference: string, { named }: Scope): unknown {
  const [name = "", ...path] = reference.slice(1).split(".");
  let value = named.get(name);
  for (const part of path) {
    value = typeof value === "object" && value !== null ? (value as Record<string, unknown>)[part] : undefined;
  }
  return value;
}

/** Formats a value for a sentence. */
export function quoted(value: unknown): string {
  if (value === undefined) return "absent";
  try {
    const text = JSON.stringify(value) as string | undefined;
    const whole = text ?? `a ${typeof value}`;
    return whole.length > MOST_QUOTED ? `${whole.slice(0, MOST_QUOTED)}... (${whole.length} characters)` : whole;
  } catch {
    return "something that is no JSON";
  }
}

/** Longer quotes help nobody. */
const MOST_QUOTED = 2000;
