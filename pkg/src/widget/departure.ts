import type { WidgetDriver } from "./delivery.js";

/**
 * Reports that the page is being left, before any other listener hears it: a phone may hang up then.
 *
 * It listens while a call is open only: a page with this listener may be kept out of the
 * back/forward cache. A page that was left may come back, whatever ended meanwhile.
 */
export class Departure {
  private isLeft = false;
  private isListening = false;

  /** True from the first sign on that the page is left: the end of a call may wait. */
  isLeaving = false;

  /** @param isNeeded true if the next page or another window can report the end of an open call. */
  constructor(
    private readonly driver: WidgetDriver,
    private readonly isNeeded: () => boolean,
  ) {}

  /** Listens, or not any more: the calls or the windows changed. */
  update(): void {
    const isDue = this.isLeft || this.isNeeded();
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
      this.update();
    }
  }
}

/**
 * Asks the user before a page with a call is left, while a member wants that.
 *
 * It listens during calls only: a page with this listener may be kept out of the back/forward
 * cache.
 */
export class UnloadGuard {
  private readonly members = new Set<number>();
  private isListening = false;

  /** @param hasCall true if leaving the page would cut a call off. */
  constructor(private readonly hasCall: () => boolean) {}

  /** Adds a member that wants it. */
  add(member: number): void {
    this.members.add(member);
    this.update();
  }

  /** Removes a member, whether it wanted it or not. */
  delete(member: number): void {
    this.members.delete(member);
    this.update();
  }

  /** The calls changed. */
  update(): void {
    const isNeeded = this.members.size > 0 && this.hasCall();
    if (isNeeded !== this.isListening) {
      this.isListening = isNeeded;
      window[isNeeded ? "addEventListener" : "removeEventListener"]("beforeunload", ask);
    }
  }
}

function ask(event: BeforeUnloadEvent): void {
  event.preventDefault();
  // oxlint-disable-next-line typescript/no-deprecated -- older browsers know no other way
  event.returnValue = "1";
}
