/**
 * Has the user asked before a page with a call is left, while a member wants that.
 *
 * It listens during calls only: a page that listens for it may not be kept aside
 * for the way back.
 */
export class UnloadGuard {
  private readonly members = new Set<number>();
  private isListening = false;

  /** @param hasCall whether there is a call that leaving the page would cut off. */
  constructor(private readonly hasCall: () => boolean) {}

  /** A member that wants it. */
  add(member: number): void {
    this.members.add(member);
    this.update();
  }

  /** A member that leaves, whether it wanted it or not. */
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
