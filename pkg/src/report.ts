/**
 * Calls code of the application's; what it throws is reported to the page as an
 * uncaught error and stops nothing else.
 *
 * @returns whether it came through.
 */
export function isolated(call: () => void): boolean {
  try {
    call();
    return true;
  } catch (error) {
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
