/**
 * Calls code of the application's; what it throws is reported to the page as an
 * uncaught error and stops nothing else.
 *
 * @param stops which errors are stopped here; all when absent. Others are thrown.
 * @returns whether it came through.
 */
export function isolated(call: () => void, stops: (error: unknown) => boolean = () => true): boolean {
  try {
    call();
    return true;
  } catch (error) {
    if (!stops(error)) {
      throw error;
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
