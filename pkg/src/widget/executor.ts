import type { WidgetOrders } from "../../build/widget.js";
import { frozenCopy } from "../shared/plain.js";
import { shownType } from "../shared/shown.js";
import type { WidgetState } from "../shared/types.js";
import { measure, type Refusal } from "../wasm/measure.js";
import { Delivery } from "./delivery.js";
import type { Session } from "./session.js";

/** The orders that answer an input: its caller reads them. */
type Answer = "threw" | "sent" | "badOrigin" | "admitted" | "askSync" | "route" | "journal" | "resumable" | "callee" | "counts";

type Args<Name extends keyof WidgetOrders> = Parameters<WidgetOrders[Name]>;

/** Carries out the orders of a session's engine: posts and changes at once, calls into the app in turn. */
export class WidgetExecutor implements Omit<WidgetOrders, Answer> {
  /** The delivery under way. */
  delivery: Delivery | undefined;
  /** A turn is queued that reports a change to the app. */
  private isChangeDue = false;
  /** The limits that the app's messages passed so far. */
  private readonly passed = new Set<Refusal>();

  constructor(private readonly session: Session) {}

  post(...[message, origin, to, by]: Args<"post">): void {
    const { peer, instances } = this.session;
    if (!peer.post(to, message, origin)) {
      this.session.refuse(shownType(message.type) || "the message");
      return;
    }
    // The published SDK posts any message, and its host may accept it; ours does not.
    const limit = measure(message);
    if (limit !== undefined && !this.passed.has(limit)) {
      this.passed.add(limit);
      this.session.enter("note", limit, shownType(message.type));
    }
    instances.posted(message, by);
  }

  state(state: WidgetState): void {
    this.session.observed.state = state;
    this.changed();
  }

  pinned(...[origin, source, userHash, isInitialized]: Args<"pinned">): void {
    this.session.pin(origin === undefined ? undefined : { origin, source, userHash, isInitialized });
  }

  silent(...[isSilent]: Args<"silent">): void {
    this.session.observed.isHostSilent = isSilent;
    this.changed();
  }

  ready(...[id]: Args<"ready">): void {
    const instance = this.session.instances.get(id);
    if (instance !== undefined) {
      instance.isReady = true;
    }
  }

  call(...[key, isUnderWay, call]: Args<"call">): void {
    this.session.observed.setCall(key, call, isUnderWay);
    this.changed();
  }

  gone(...[key]: Args<"gone">): void {
    this.session.observed.setCall(key, undefined, false);
    this.changed();
  }

  wake(...[at]: Args<"wake">): void {
    this.session.wakeAt(at);
  }

  persist(): void {
    this.session.snapshots?.changed();
  }

  windows(...args: Args<"windows">): void {
    this.session.windows?.show(...args);
    this.changed();
  }

  say(...[said]: Args<"say">): void {
    this.session.windows?.say(said);
  }

  watch(...[window]: Args<"watch">): void {
    this.session.windows?.watch(window);
  }

  lead(...[mayLead]: Args<"lead">): void {
    this.session.windows?.lead(mayLead);
  }

  acknowledge(...[id, message]: Args<"acknowledge">): void {
    this.session.inTurn(() => {
      const instance = this.session.instances.get(id);
      instance?.inZone(() => {
        instance.member.acknowledge(message);
      });
    });
  }

  deliver(...[message, plans, isForOne]: Args<"deliver">): void {
    this.session.inTurn(() => {
      if (this.session.isLost) {
        return;
      }
      const delivery = new Delivery(message, plans);
      this.delivery = delivery;
      this.session.instances.deliver(delivery, isForOne);
      this.delivery = undefined;
      this.session.enter("delivered", delivery.served);
    });
  }

  resumed(...[calls]: Args<"resumed">): void {
    this.session.inTurn(() => {
      this.session.instances.resumed(calls);
      this.session.enter("delivered", []);
    });
  }

  report(...[code, level, detail, count]: Args<"report">): void {
    this.session.inTurn(() => {
      this.session.instances.report({ code, level, detail, count });
    });
  }

  settled(...[wait, outcome, value]: Args<"settled">): void {
    this.session.receipts.settle(wait, outcome, frozenCopy(value));
  }

  /** Reports a change of the observable state, once per turn. */
  private changed(): void {
    if (!this.isChangeDue) {
      this.isChangeDue = true;
      this.session.inTurn(() => {
        this.isChangeDue = false;
        this.session.guardUnload();
        this.session.departure.update();
        this.session.instances.changed();
      });
    }
  }
}
