import { Posts } from "./posts";
import type { Stage } from "./runner";
import { CONTEXT, Session, strangerOrigin } from "./session";
import type { Step } from "./vectors";

/** The host's end of one flow, in one session after another. */
export class HostStage implements Stage {
  readonly posts = new Posts();
  readonly facts;
  /** Each flow has another user: a widget resumes no call that an earlier flow left open. */
  private readonly context;
  private session: Session | undefined;

  constructor(
    private readonly place: HTMLElement,
    private readonly widget: URL,
  ) {
    lastUser += 1;
    this.context = { ...CONTEXT, userId: lastUser };
    this.facts = { host: { ...this.context, origin: location.origin }, widget: { origin: widget.origin }, stranger: { origin: strangerOrigin() } };
  }

  async act(step: Step, message: unknown): Promise<string | undefined> {
    if (step.do === "open") {
      this.close();
      this.posts.restart();
      this.session = new Session(this.place, this.widget, this.posts, { ...this.context, ...step.context });
      return this.silence();
    }
    const { posts, session } = this;
    if (session === undefined) throw new Error("a flow begins with open");
    switch (step.do) {
      case "dial":
        return session.dial(step.data ?? {});
      case "endCall":
        session.endCall();
        break;
      case "visibility":
        session.setVisibility(step.data ?? {});
        break;
      case "post":
        session.post(message);
        break;
      case "sync":
        session.sync(message as object);
        break;
      case "reload":
        posts.skip();
        session.reload();
        break;
      case "hook":
        posts.skip();
        session.hook(step.hook ?? "");
        break;
      case "engagements":
        session.setEngagements(step.as ?? "", step.ms ?? 0);
        break;
      case "stranger":
        // Earlier messages are no answers to it.
        posts.skip();
        await session.stranger(step.from ?? "", message);
        break;
      default:
        throw new Error(`no step does ${step.do ?? ""}`);
    }
    return undefined;
  }

  /** Waits for the widget's first message; returns an error if there was none. */
  private async silence(): Promise<string | undefined> {
    const { posts } = this;
    const until = Date.now() + SILENCE_MS;
    while (!posts.all.slice(posts.start).some(({ by }) => by === "widget")) {
      const ms = until - Date.now();
      if (ms <= 0) return `the page sent nothing within ${SILENCE_MS / 1000} s: no widget runs in it, or none that takes ${location.origin} as its host`;
      await posts.more(ms);
    }
    return undefined;
  }

  /** Ends the open session. */
  close(): void {
    this.session?.close();
    this.session = undefined;
  }
}

let lastUser: number = CONTEXT.userId;

/** The longest silence of a page. */
const SILENCE_MS = 8000;
