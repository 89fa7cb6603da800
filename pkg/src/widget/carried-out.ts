import type { WidgetOrders } from "../../build/widget.js";
import { frozenCopy } from "../shared/plain.js";
import type { Session } from "./session.js";

/** The orders that answer an input: its caller reads them. */
type Answer = "threw" | "sent" | "badOrigin" | "admitted" | "askSync" | "route" | "journal" | "resumable" | "callee" | "counts";

type Args<Name extends keyof WidgetOrders> = Parameters<WidgetOrders[Name]>;

/** Carries out the orders of a session's engine: posts and changes at once, calls into the app in turn. */
export class CarriedOut implements Omit<WidgetOrders, Answer> {
  constructor(private readonly session: Session) {}

  post(...args: Args<"post">): void {
    this.session.post(...args);
  }

  state(...[state]: Args<"state">): void {
    this.session.observed.state = state;
    this.session.changed();
  }

  pinned(...[origin, source, idPrefix, ready, userHash, isInitialized]: Args<"pinned">): void {
    this.session.pin(origin === undefined ? undefined : { origin, source, idPrefix, ready, userHash, isInitialized });
  }

  presence(...args: Args<"presence">): void {
    this.session.observed.presence = args;
  }

  silent(...[isSilent]: Args<"silent">): void {
    this.session.observed.isHostSilent = isSilent;
    this.session.changed();
  }

  ready(...[id, isReady]: Args<"ready">): void {
    const instance = this.session.instances.get(id);
    if (instance !== undefined) {
      instance.isReady = isReady;
    }
  }

  call(...[key, isUnderWay, call]: Args<"call">): void {
    this.session.observed.setCall(key, call, isUnderWay);
    this.session.changed();
  }

  gone(...[key]: Args<"gone">): void {
    this.session.observed.setCall(key, undefined, false);
    this.session.changed();
  }

  queued(...args: Args<"queued">): void {
    this.session.outgoing.queued(args);
  }

  unqueued(...[numbers]: Args<"unqueued">): void {
    this.session.outgoing.unqueued(numbers);
  }

  wake(...[at]: Args<"wake">): void {
    this.session.wakeAt(at);
  }

  persist(): void {
    this.session.snapshots?.changed();
  }

  windows(...args: Args<"windows">): void {
    this.session.windows?.show(...args);
    this.session.changed();
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

  acknowledge(...args: Args<"acknowledge">): void {
    this.session.acknowledge(...args);
  }

  deliver(...args: Args<"deliver">): void {
    this.session.deliver(...args);
  }

  resumed(...[calls]: Args<"resumed">): void {
    this.session.resumed(calls);
  }

  report(...[code, level, detail, count]: Args<"report">): void {
    this.session.report({ code, level, detail, count });
  }

  settled(...[wait, outcome, value]: Args<"settled">): void {
    this.session.receipts.settle(wait, outcome, frozenCopy(value));
  }
}
