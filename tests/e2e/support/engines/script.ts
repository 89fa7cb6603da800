/** A script for a driver's asynchronous execution that answers with what an expression resolves to. */
export function asynchronous(expression: string): string {
  return `const done = arguments[arguments.length - 1];
    Promise.resolve().then(() => (${expression})).then((value) => done({ value }), (error) => done({ error: String(error) }));`;
}

/** What such a script answered. */
export function answered(result: unknown): unknown {
  const { value, error } = result as { value?: unknown; error?: string };
  if (error !== undefined) {
    throw new Error(error);
  }
  return value;
}
