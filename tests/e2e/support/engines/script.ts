/** A script for a driver's asynchronous execution that returns the resolved value of an expression. */
export function asynchronous(expression: string): string {
  return `const done = arguments[arguments.length - 1];
    Promise.resolve().then(() => (${expression})).then((value) => done({ value }), (error) => done({ error: String(error) }));`;
}

/** The result of such a script. */
export function answered(result: unknown): unknown {
  const { value, error } = result as { value?: unknown; error?: string };
  if (error !== undefined) {
    throw new Error(error);
  }
  return value;
}
