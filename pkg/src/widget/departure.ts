import type { WidgetDriver } from "./delivery.js";

/**
 * Reports that the page is being left, before any other listener hears it: a phone may hang up then.
 *
 * It listens while a call is open only: a page with this listener may be kept out of the
 * back/forward cache. A page that was left may come back, whatever ended meanwhile.
 */
export class Departure {
  private isNeeded = false;
  private isLeft = false;
  private isListening = false;

  /** True from the first sign on that the page is left: the end of a call may wait. */
  isLeaving = false;

  constructor(private readonly driver: WidgetDriver) {}

  /** Listens, or not any more. */
  listen(isNeeded: boolean): void {
    this.isNeeded = isNeeded;
    const isDue = isNeeded || this.isLeft;
    if (isDue !== this.isListening) {
      this.isListening = isDue;
      for (const turn of ["beforeunload", "pagehide", "pageshow"]) {
        window[isDue ? "addEventListener" : "removeEventListener"](turn, this, { capture: true });
      }
    }
  }

  handleEvent({ type, persisted }: Partial<PageTransitionEvent> & Event): void {
    if (type !== "pageshow") {
      this.isLeaving = true;
      this.isLeft ||= type === "pagehide";
      this.driver.enter("leavePage", type === "pagehide");
    } else if (persisted === true) {
      this.isLeaving = false;
      this.isLeft = false;
      this.driver.enter("stayPage");
      this.listen(this.isNeeded);
    }
  }
}
