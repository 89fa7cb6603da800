import type { WidgetDriver } from "./dialect.js";

/**
 * Reports that the page is being left, before any other listener hears it: a phone may hang up then.
 *
 * It listens while a call is open only: a page with this listener may be kept out of the
 * back/forward cache.
 */
export class Departure {
  private isListening = false;

  constructor(private readonly driver: WidgetDriver) {}

  /** Listens, or not any more. */
  listen(isNeeded: boolean): void {
    if (isNeeded !== this.isListening) {
      this.isListening = isNeeded;
      for (const turn of ["beforeunload", "pagehide", "pageshow"]) {
        window[isNeeded ? "addEventListener" : "removeEventListener"](turn, this, { capture: true });
      }
    }
  }

  handleEvent({ type, persisted }: Partial<PageTransitionEvent> & Event): void {
    if (type !== "pageshow") {
      this.driver.enter("leavePage", type === "pagehide");
    } else if (persisted === true) {
      this.driver.enter("stayPage");
    }
  }
}
