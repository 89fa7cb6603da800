/** Where a function was called from; nothing where the engine does not say it. */
export function callerOf(called: (...args: never) => unknown): string | undefined {
  const trace: { stack?: string } = {};
  (Error as { captureStackTrace?: (target: object, above: unknown) => void }).captureStackTrace?.(trace, called);
  const line = trace.stack?.split("\n").find((frame) => frame.trimStart().startsWith("at "));
  return /\(?([^\s()]+:\d+:\d+)\)?$/.exec(line ?? "")?.[1];
}
