import type { HostOrders } from "../../build/host.js";
import type { HostSession } from "./session.js";

/** The orders that answer an input: its caller reads them. */
type Answer = "threw" | "sent" | "refused" | "answer" | "badOrigin" | "admitted" | "counts";

type Args<Name extends keyof HostOrders> = Parameters<HostOrders[Name]>;

/** Carries out the orders of a host's engine: posts and changes at once, all else by the page, in turn. */
export class HostExecutor implements Omit<HostOrders, Answer> {
  constructor(private readonly session: HostSession) {}

  post(...args: Args<"post">): void {
    this.session.post(...args);
  }

  received(...[message]: Args<"received">): void {
    this.session.log("toHost", message);
  }

  notify(...args: Args<"notify">): void {
    this.session.later((page) => {
      page.notify(...args);
    });
  }

  navigate(...[request, data]: Args<"navigate">): void {
    const { session } = this;
    const done = session.answerTo((hasSucceeded: boolean) => {
      session.enter("navigated", request, hasSucceeded);
    });
    session.later((page) => {
      page.navigate(data, done);
    });
  }

  store(...[request, method, args]: Args<"store">): void {
    const { session } = this;
    const stored = session.answerTo((record: unknown) => {
      session.enter("stored", request, { record, matches: Array.isArray(record) ? record : undefined });
    });
    const failed = session.answerTo((text: string) => {
      session.enter("storeFailed", request, text);
    });
    session.later((page) => {
      page.ask(method, args, stored, failed);
    });
  }

  state(...args: Args<"state">): void {
    [this.session.state] = args;
    this.session.later((page) => {
      page.state(...args);
    });
  }

  visibility(...args: Args<"visibility">): void {
    const [isMinimized, isHidden] = args;
    this.session.visibility = { isMinimized, isHidden };
    this.session.later((page) => {
      page.visibility(...args);
    });
  }

  move(...args: Args<"move">): void {
    this.session.move();
    this.session.later((page) => {
      page.move(...args);
    });
  }

  alert(...args: Args<"alert">): void {
    this.session.later((page) => {
      page.alert(...args);
    });
  }

  diagnostic(...args: Args<"diagnostic">): void {
    this.session.later((page) => {
      page.diagnostic(...args);
    });
  }

  failed(...args: Args<"failed">): void {
    this.session.later((page) => {
      page.failed(...args);
    });
  }

  resize(...args: Args<"resize">): void {
    this.session.later((page) => {
      page.resize(...args);
    });
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
