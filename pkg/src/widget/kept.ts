/**
 * What an object keeps for itself.
 *
 * It is no `#private` field, since those break behind the proxies some
 * frameworks put around objects, and no declared one, so that an app's mock of
 * a class needs only its public members.
 */
export function keep<Kept extends object>(owner: object, value: Kept): Kept {
  // Within a function, which no framework puts a proxy around.
  Object.defineProperty(owner, KEPT, { value: () => value });
  return value;
}

/** What {@link keep} put there. */
export function kept(owner: object): unknown {
  return (owner as Record<symbol, () => unknown>)[KEPT]?.();
}

const KEPT = /* @__PURE__ */ Symbol("calling-widget-sdk:kept");
