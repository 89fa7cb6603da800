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
    if (isNeeded === this.isListening) {
      return;
    }
    this.isListening = isNeeded;
    if (isNeeded) {
      window.addEventListener("beforeunload", ask);
    } else {
      window.removeEventListener("beforeunload", ask);
    }
  }
}

function ask(event: BeforeUnloadEvent): void {
  event.preventDefault();
  // oxlint-disable-next-line typescript/no-deprecated -- older browsers know no other way
  event.returnValue = "1";
}
