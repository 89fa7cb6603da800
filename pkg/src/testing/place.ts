/** The call site of a function; undefined if the engine does not report it. */
export function callerOf(called: (...args: never) => unknown): string | undefined {
  const trace: { stack?: string } = {};
  (Error as { captureStackTrace?: (target: object, above: unknown) => void }).captureStackTrace?.(trace, called);
  const line = trace.stack?.split("\n").find((frame) => frame.trimStart().startsWith("at "));
  return /\(?([^\s()]+:\d+:\d+)\)?$/.exec(line ?? "")?.[1];
}
