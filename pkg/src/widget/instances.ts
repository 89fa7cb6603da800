import { isolated } from "../shared/isolated.js";
import { wasDispatched } from "../shared/page.js";
import type { Diagnostic } from "../shared/types.js";
import type { Run } from "../shared/zone.js";
import type { Delivery } from "./delivery.js";
import type { Member, Message, ResumedCalls } from "./member.js";

/** One instance of the application, as its session knows it. */
export type Instance = {
  readonly member: Member;
  /** Runs calls in the zone in which it was made. */
  readonly inZone: Run;
  /** True once READY was delivered to it. */
  isReady: boolean;
  /** The event that it passed on, until the session handles it. */
  heard?: object | undefined;
  /** True if it did not pass the latest event on: its listener was removed or replaced. */
  isDeaf: boolean;
  /** True if the user is asked before a page with a call of it is left. */
  guardsUnload: boolean;
};

/** The instances that share a session, by their numbers, and the calls into them. */
export class Instances extends Map<number, Instance> {
  /**
   * Records who passed on the event that is handled now; false if nobody did. The events are not
   * compared: a page's sandbox may wrap one anew for each listener.
   */
  noteReceivers(): boolean {
    let isHeard = false;
    this.forEach((instance) => {
      const { heard } = instance;
      instance.isDeaf = heard === undefined || !wasDispatched(heard);
      instance.heard = undefined;
      isHeard ||= !instance.isDeaf;
    });
    return isHeard;
  }

  /** Delivers a message. Exclusive messages go to the first instance with a handler only. */
  deliver(delivery: Delivery, isForOne: boolean): void {
    const { message, plans } = delivery;
    const hearing = (id: number): Instance | undefined => {
      const instance = this.get(id);
      return instance?.isDeaf === false ? instance : undefined;
    };
    const chosen = isForOne ? delivery.taker((id) => hearing(id)?.member) : undefined;
    // The oldest comes first.
    for (const [id] of [...plans].reverse()) {
      // An earlier handler may have removed it.
      const instance = chosen === undefined || chosen === id ? hearing(id) : undefined;
      if (instance !== undefined) {
        instance.inZone(() => {
          isolated(() => {
            instance.member.deliver(message);
          });
        });
      }
    }
  }

  /** Reports a posted message to its sender, else to the oldest. */
  posted(message: Message, sender: number): void {
    const instance = this.get(sender) ?? this.values().next().value;
    instance?.member.posted(message);
  }

  /** Reports calls that were taken over from the previous page. */
  resumed(calls: ResumedCalls): void {
    this.forEach(({ member }) => {
      isolated(() => {
        member.resumed(calls);
      });
    });
  }

  /** Reports a diagnostic, which one of them prints. */
  report(diagnostic: Diagnostic): void {
    let isPrinted = false;
    this.forEach(({ member }) => {
      isPrinted = member.diagnosed(diagnostic, isPrinted) || isPrinted;
    });
  }

  /** Reports a change of the observable state. */
  changed(): void {
    this.forEach(({ member }) => {
      member.changed();
    });
  }
}
