const flags = globalThis as { IS_REACT_ACT_ENVIRONMENT?: unknown };
let waits = 0;
let before: unknown;

/**
 * Runs a wait as Testing Library runs its own: React renders by itself meanwhile, and does not
 * ask for `act`.
 */
export async function waiting<Result>(run: () => Promise<Result>): Promise<Result> {
  // Without it, React asks for nothing.
  if (!("IS_REACT_ACT_ENVIRONMENT" in flags)) {
    return run();
  }
  if (waits === 0) {
    before = flags.IS_REACT_ACT_ENVIRONMENT;
  }
  waits += 1;
  flags.IS_REACT_ACT_ENVIRONMENT = false;
  try {
    return await run();
  } finally {
    waits -= 1;
    if (waits === 0) {
      flags.IS_REACT_ACT_ENVIRONMENT = before;
    }
  }
}
