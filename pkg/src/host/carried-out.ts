import type { HostOrders } from "../../build/host.js";
import type { HostSession } from "./session.js";

/** The orders that answer an input: its caller reads them. */
type Answer = "threw" | "sent" | "refused" | "answer" | "badOrigin" | "admitted" | "counts";

type Args<Name extends keyof HostOrders> = Parameters<HostOrders[Name]>;

/** Carries out the orders of a host's engine: posts and changes at once, all else by the page, in turn. */
export class CarriedOut implements Omit<HostOrders, Answer> {
  constructor(private readonly session: HostSession) {}

  post(...[message, origin]: Args<"post">): void {
    this.session.post(message, origin);
    this.session.order({ does: "log", direction: "toWidget", message });
  }

  received(...[message]: Args<"received">): void {
    this.session.order({ does: "log", direction: "toHost", message });
  }

  notify(...[name = "unknownMessage", data, message]: Args<"notify">): void {
    this.session.order({ does: "notify", name, data, message });
  }

  navigate(...[request, data]: Args<"navigate">): void {
    const { session } = this;
    const done = session.answerTo((hasSucceeded: boolean) => {
      session.enter("navigated", request, hasSucceeded);
    });
    session.order({ does: "navigate", data, done });
  }

  store(...[request, method, args]: Args<"store">): void {
    const { session } = this;
    const stored = session.answerTo((record: unknown) => {
      session.enter("stored", request, { record, matches: Array.isArray(record) ? record : undefined });
    });
    const failed = session.answerTo((text: string) => {
      session.enter("storeFailed", request, text);
    });
    session.order({ does: "ask", method, args, stored, failed });
  }

  state(...args: Args<"state">): void {
    [this.session.state] = args;
    this.session.order({ does: "tell", order: ["state", ...args] });
  }

  visibility(...args: Args<"visibility">): void {
    const [isMinimized, isHidden] = args;
    this.session.visibility = { isMinimized, isHidden };
    this.session.order({ does: "tell", order: ["visibility", ...args] });
  }

  move(...args: Args<"move">): void {
    this.session.move();
    this.session.order({ does: "tell", order: ["move", ...args] });
  }

  alert(...args: Args<"alert">): void {
    this.session.order({ does: "tell", order: ["alert", ...args] });
  }

  diagnostic(...args: Args<"diagnostic">): void {
    this.session.order({ does: "tell", order: ["diagnostic", ...args] });
  }

  failed(...args: Args<"failed">): void {
    this.session.order({ does: "tell", order: ["failed", ...args] });
  }

  resize(...args: Args<"resize">): void {
    this.session.order({ does: "tell", order: ["resize", ...args] });
  }

  widget(...[isLoggedIn, isAvailable, version, sdkVersion, debugMode]: Args<"widget">): void {
    this.session.widget = {
      isLoggedIn,
      isAvailable,
      ...(version === undefined ? {} : { version }),
      ...(sdkVersion === undefined ? {} : { sdkVersion }),
      ...(debugMode === undefined ? {} : { debugMode }),
    };
  }

  call(...args: Args<"call">): void {
    this.session.setCall(...args);
  }

  gone(...[key]: Args<"gone">): void {
    this.session.setCall(key, undefined);
  }

  active(...[isActive]: Args<"active">): void {
    this.session.isActive = isActive;
  }

  wake(...[at]: Args<"wake">): void {
    this.session.wakeAt(at);
  }
}
