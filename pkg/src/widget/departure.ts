import type { WidgetDriver } from "./delivery.js";

/**
 * Reports that the page is being left, before any other listener hears it: a phone may hang up then.
 *
 * A page that was left may come back, whatever ended meanwhile.
 */
export class Departure {
  private isLeft = false;

  /** True from the first sign on that the page is left: the end of a call may wait. */
  isLeaving = false;

  /** Listens, or not any more: the calls or the windows changed. */
  readonly update: () => void;

  /** @param isNeeded true if the next page or another window can report the end of an open call. */
  constructor(
    private readonly driver: WidgetDriver,
    isNeeded: () => boolean,
  ) {
    this.update = listenWhile(() => this.isLeft || isNeeded(), ["beforeunload", "pagehide", "pageshow"], this, true);
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
      this.update();
    }
  }
}

/**
 * Asks the user before the page is left, while leaving it would cut off a call of an app that wants
 * that.
 *
 * @returns a function to call when `isNeeded` may have changed.
 */
export function unloadGuard(isNeeded: () => boolean): () => void {
  return listenWhile(isNeeded, ["beforeunload"], ask);
}

function ask(event: Event): void {
  event.preventDefault();
  // Older browsers know no other way.
  Object.assign(event, { returnValue: "1" });
}

/**
 * Listens to events of the window while it is needed: a page with such a listener may be kept out of
 * the back/forward cache.
 *
 * @returns a function to call when `isNeeded` may have changed.
 */
function listenWhile(isNeeded: () => boolean, types: readonly string[], listener: EventListener | EventListenerObject, capture = false): () => void {
  let isListening = false;
  return () => {
    if (isNeeded() !== isListening) {
      isListening = !isListening;
      for (const type of types) {
        window[isListening ? "addEventListener" : "removeEventListener"](type, listener, { capture });
      }
    }
  };
}
