import { handledByZone } from "./zone.js";

/**
 * Calls the application's code; its error is reported, and stops nothing else.
 *
 * @returns true unless it threw.
 */
export function isolated(call: () => void): boolean {
  try {
    call();
    return true;
  } catch (error) {
    report(error);
    return false;
  }
}

/** Reports an error to the current zone, or to the page as uncaught. */
export function report(error: unknown): void {
  if (handledByZone(error)) {
    return;
  }
  try {
    if (typeof reportError === "function") {
      reportError(error);
      return;
    }
  } catch {
    // A page's own function of this name takes the browser's place, and may throw.
  }
  setTimeout(() => {
    throw error;
  });
}
