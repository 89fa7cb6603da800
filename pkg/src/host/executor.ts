import type { HostOrders } from "../../build/host.js";
import type { Page } from "./page.js";
import type { HostSession, PageMethod } from "./session.js";

/** The orders that answer an input: its caller reads them. */
type Answer = "threw" | "sent" | "refused" | "answer" | "badOrigin" | "admitted" | "counts";

type Args<Name extends keyof HostOrders> = Parameters<HostOrders[Name]>;

/** Carries out the orders of a host's engine: posts and changes at once, all else by the page, in turn. */
export class HostExecutor implements Omit<HostOrders, Answer> {
  readonly notify = this.byPage("notify");
  readonly alert = this.byPage("alert");
  readonly diagnostic = this.byPage("diagnostic");
  readonly failed = this.byPage("failed");
  readonly resize = this.byPage("resize");

  constructor(private readonly session: HostSession) {}

  post(...[message, origin, call]: Args<"post">): void {
    this.session.hostPage.post(message, origin);
    this.session.later("logged", "toWidget", message, call);
  }

  received(...[message, call]: Args<"received">): void {
    this.session.later("logged", "toHost", message, call);
  }

  navigate(...[request, data]: Args<"navigate">): void {
    const { session } = this;
    const done = session.answerTo((hasSucceeded: boolean) => {
      session.enter("navigated", request, hasSucceeded);
    });
    session.later("navigate", data, done);
  }

  store(...[request, method, args]: Args<"store">): void {
    const { session } = this;
    const stored = session.answerTo((record: unknown) => {
      session.enter("stored", request, { record, matches: Array.isArray(record) ? record : undefined });
    });
    const failed = session.answerTo((text: string) => {
      session.enter("storeFailed", request, text);
    });
    session.later("ask", method, args, stored, failed);
  }

  state(...[state]: Args<"state">): void {
    this.session.state = state;
    this.session.later("state", state);
  }

  visibility(...[isMinimized, isHidden]: Args<"visibility">): void {
    this.session.visibility = { isMinimized, isHidden };
    this.session.later("visibility", isMinimized, isHidden);
  }

  move(...[url]: Args<"move">): void {
    this.session.move();
    this.session.later("move", url);
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

  private byPage<Name extends PageMethod & keyof HostOrders>(name: Name): (...args: Args<Name>) => void {
    return (...args) => {
      this.session.later(name, ...(args as Parameters<Page[Name]>));
    };
  }
}
