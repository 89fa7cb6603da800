/** The result of code that may throw; undefined if it does. */
export function attempt<Value>(code: () => Value): Value | undefined {
  try {
    return code();
  } catch {
    return undefined;
  }
}
