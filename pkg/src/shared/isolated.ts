import { handledByZone } from "./zone.js";

/**
 * Calls the application's code; its error is reported to its zone or the page as uncaught and
 * stops nothing else.
 *
 * @param stops selects the errors to stop here; all when absent. Others are rethrown.
 * @returns true unless it threw.
 */
export function isolated(call: () => void, stops: (error: unknown) => boolean = () => true): boolean {
  try {
    call();
    return true;
  } catch (error) {
    if (!stops(error)) {
      throw error;
    }
    if (handledByZone(error)) {
      return false;
    }
    if (typeof reportError === "function") {
      reportError(error);
    } else {
      setTimeout(() => {
        throw error;
      });
    }
    return false;
  }
}
