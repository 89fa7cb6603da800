import { CallingHost, InMemoryRecordStore } from "calling-widget-sdk/host";

import { h } from "../shared/dom";
import type { Posts } from "./posts";

/** What the host says of itself in SYNC. */
export const CONTEXT = { portalId: 62515, userId: 7001, ownerId: "8101", iframeLocation: "remote", usesCallingWindow: false } as const;

/** The host's end: a widget in a frame, and its host. */
export class Session {
  private readonly container = h("div");
  private readonly store = new InMemoryRecordStore();
  private readonly host: CallingHost;
  private readonly strangers = new Map<string, Promise<HTMLIFrameElement>>();
  /** For how long each engagement waits. */
  private engagementsMs = 0;

  constructor(
    place: HTMLElement,
    private readonly widget: URL,
    private readonly posts: Posts,
  ) {
    place.append(this.container);
    // Before the host listens: what the widget sends comes before what the host answers.
    window.addEventListener("message", this.hear);
    this.host = new CallingHost({
      url: widget.href,
      container: this.container,
      width: 360,
      height: 560,
      title: "The widget",
      context: CONTEXT,
      settings: { supportsCustomObjects: true },
      store: this.store,
      authorize: async ({ method }) => {
        if (method === "createEngagement") await new Promise((resolve) => setTimeout(resolve, this.engagementsMs));
        return true;
      },
    });
    this.host.on("message", ({ direction, message }) => {
      if (direction === "toWidget") this.posts.add({ by: "host", message });
    });
  }

  /** Dials a number; returns why that is not possible, or nothing. */
  dial(data: object): string | undefined {
    const outcome = this.host.dialNumber({ phoneNumber: "", ...data });
    if (outcome.sent) return undefined;
    this.host.cancelDial();
    return outcome.code === "HELD_LOGGED_OUT" ? "the widget's user is not logged in" : outcome.message;
  }

  /** Hangs up, as the user does on the host's page. */
  endCall(): void {
    this.host.endCall();
  }

  /** Minimises, hides or shows the widget. */
  setVisibility(data: object): void {
    this.host.setVisibility(data);
  }

  /** What becomes of the next engagement. */
  setEngagements(what: string, ms: number): void {
    if (what === "fail") this.store.failNext("createEngagement", "The check lets this one fail.");
    else this.engagementsMs = ms;
  }

  /** Posts a message as it is. */
  post(message: unknown): void {
    this.posts.add({ by: "host", message });
    this.host.frame.contentWindow?.postMessage(message, this.widget.origin);
  }

  /** Posts SYNC with the host's fields and these. */
  sync(fields: object): void {
    this.post({ type: "SYNC", ...CONTEXT, hostUrl: location.origin, ...fields });
  }

  /** Loads the widget again. */
  reload(): void {
    this.host.reload();
  }

  /** Has another frame post a message to the widget. */
  async stranger(from: string, message: unknown): Promise<void> {
    const frame = await this.strangerFrame(from);
    const place = Array.from({ length: window.length }, (_, at) => window[at]).indexOf(this.host.frame.contentWindow ?? undefined);
    frame.contentWindow?.postMessage({ frame: place, message, origin: this.widget.origin }, from === "hostOrigin" ? location.origin : strangerOrigin());
  }

  /** Ends the session, and removes the frames. */
  close(): void {
    window.removeEventListener("message", this.hear);
    this.host.destroy();
    this.container.remove();
  }

  private readonly hear = (event: MessageEvent): void => {
    if (event.source === this.host.frame.contentWindow) this.posts.add({ by: "widget", message: event.data });
  };

  private strangerFrame(from: string): Promise<HTMLIFrameElement> {
    let frame = this.strangers.get(from);
    if (frame === undefined) {
      frame = this.makeStranger(from);
      this.strangers.set(from, frame);
    }
    return frame;
  }

  /** A frame of another origin, or one of this page's own. */
  private makeStranger(from: string): Promise<HTMLIFrameElement> {
    const frame = h("iframe", { title: "Another frame of the page", hidden: true });
    return new Promise((resolve) => {
      window.addEventListener("message", ({ source, data }: MessageEvent<{ isUp?: boolean; heard?: unknown } | null>) => {
        if (source !== frame.contentWindow || source === null) return;
        if (data?.isUp === true) resolve(frame);
        else this.posts.add({ by: "toStranger", message: data?.heard });
      });
      if (from === "hostOrigin") frame.srcdoc = `<script type="module" src="${location.origin}/stranger.js"></script>`;
      else frame.src = `${strangerOrigin()}/`;
      this.container.append(frame);
    });
  }
}

/** The stranger's page is one port above this one. */
export function strangerOrigin(): string {
  return `${location.protocol}//${location.hostname}:${Number(location.port) + 1}`;
}
