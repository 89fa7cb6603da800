// The values of programs: as they are made, and as transcripts show them.

/** The objects that `{ $: … }` names, but for those of a run. */
export const SPECIAL: Readonly<Record<string, () => unknown>> = {
  NaN: () => NaN,
  infinity: () => -Infinity,
  bigint: () => 7n,
  date: () => new Date(5_000),
  invalid: () => new Date(NaN),
  map: () => new Map([["a", 1]]),
  error: () => new Error("an app's"),
  bytes: () => new Uint8Array([1, 2]),
  function: () => () => undefined,
  symbol: () => Symbol("s"),
  class: () => new (class Call { externalCallId = "c-1"; })(),
  proxy: () => new Proxy({ externalCallId: "c-1", list: [1] }, {}),
  getter: () => ({ get externalCallId() { return "c-1"; } }),
  thrower: () => ({ get externalCallId(): never { throw new Error("a getter's"); } }),
};

/** A value as text: everything that a copy of it has. */
export function shown(value: unknown, ids?: ReadonlyMap<unknown, string>, seen: readonly unknown[] = []): string {
  const id = ids?.get(value);
  if (id !== undefined && typeof value === "string") {
    return `<${id}>`;
  }
  if (typeof value === "string") {
    return JSON.stringify(value);
  }
  if (typeof value !== "object" || value === null) {
    return typeof value === "function" ? "function" : Object.is(value, -0) ? "-0" : String(value);
  }
  if (seen.includes(value)) {
    return "<cycle>";
  }
  const tag = Object.prototype.toString.call(value).slice(8, -1);
  if (tag === "Date") {
    return `Date ${String((value as Date).getTime())}`;
  }
  if (value instanceof Map) {
    return `Map ${shown([...value], ids, [...seen, value])}`;
  }
  if (value instanceof Promise || value instanceof Error || typeof Object.getOwnPropertyDescriptor(value, "externalCallId")?.get === "function") {
    return `${tag} that is live`;
  }
  const inside = [...seen, value];
  if (Array.isArray(value)) {
    return `[${value.map((item) => shown(item, ids, inside)).join(", ")}]`;
  }
  return `${tag === "Object" ? "" : `${tag} `}{${Object.entries(value).sort(([one], [two]) => (one < two ? -1 : 1)).map(([name, item]) => `${name}: ${shown(item, ids, inside)}`).join(", ")}}`;
}
