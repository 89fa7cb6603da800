import { Posts } from "../check/posts";
import type { Acted, Stage } from "../check/runner";
import type { Step } from "../check/vectors";
import type { Exchange } from "./rules";

/** The widget's end: all messages between it and the host. */
export class Session implements Stage {
  readonly checked = "host";
  /** Includes the messages posted before the page was reloaded. */
  readonly posts: Posts;
  /** The origin of the host's page; empty until it posts something. */
  origin = "";
  /** Differs between loads of the page. */
  private readonly instance = `check-${crypto.randomUUID().slice(0, 8)}`;
  private count = 0;

  /** Does the work of a person: a person, or the page by its hook. */
  readonly person: NonNullable<Stage["person"]>;

  constructor(personMs: number, ask: (text: string | undefined) => void, earlier?: Exchange) {
    this.person = {
      ms: Math.max(personMs, HOOK_MS),
      ask: (text, hook) => {
        ask(text);
        if (text !== undefined && hook !== undefined && this.origin !== "") window.parent.postMessage({ callingCheck: hook }, this.origin);
      },
    };
    this.posts = new Posts(earlier);
    window.addEventListener("message", ({ source, origin, data }: MessageEvent<unknown>) => {
      if (source !== window.parent) return;
      if (this.origin === "") this.origin = origin;
      if (origin === this.origin) this.posts.add({ by: "host", message: data });
    });
  }

  get facts(): Readonly<Record<string, object>> {
    return { host: { origin: this.origin }, widget: { origin: location.origin } };
  }

  act(step: Step, message: unknown): Acted {
    switch (step.do) {
      case "acknowledge":
        return { posted: this.acknowledge() };
      case "send":
        return { posted: this.send(message as object) };
      case "post":
        this.post(message);
        return {};
      default:
        throw new Error(`no step does ${step.do ?? ""}`);
    }
  }

  /** Posts a message unchanged. */
  private post(message: unknown): void {
    this.posts.add({ by: "widget", message });
    // Without an origin no host has posted anything: there is no receiver.
    if (this.origin !== "") window.parent.postMessage(message, this.origin);
  }

  /** Posts a message with a new id; returns it as posted. */
  private send(fields: object): object {
    this.count += 1;
    const message = { messageId: `${this.instance}_${this.count}`, ...fields };
    this.post(message);
    return message;
  }

  /** Acknowledges the latest SYNC; returns the posted message. */
  private acknowledge(): object {
    const sync = this.posts.by("host").findLast((message) => (message as { type?: unknown } | null)?.type === "SYNC");
    const message = { ...(sync as object | undefined), type: "SYNC_ACK", debugMode: false, version: "0.9.7", iFrameUrl: location.origin };
    this.post(message);
    return message;
  }
}

/** The time a page has for an action of its hook. */
const HOOK_MS = 2000;
