import { FRAME_PERMISSIONS } from "../../../pkg/src/shared/page";
import { h } from "../../../www/shared/dom";
import type { Posts } from "./posts";
import { isObject } from "./rules";

/** The host's fields of SYNC. */
export const CONTEXT = { portalId: 62515, userId: 7001, ownerId: "8101", iframeLocation: "remote", usesCallingWindow: false } as const;

/**
 * The host's end: a widget in a frame, and a host's answers. It is not the package's host,
 * which drops faulty messages: this one answers everything as well as it can, so that one
 * fault does not hide the next.
 */
export class Session {
  private readonly frame = h("iframe", { title: "The widget", allow: FRAME_PERMISSIONS, width: 360, height: 560 });
  private readonly container = h("div", {}, this.frame);
  private readonly strangers = new Map<string, Promise<HTMLIFrameElement>>();
  private timer: ReturnType<typeof setInterval> | undefined;
  private isLoggedIn = true;
  private nextEngagementFails = false;
  /** The delay of each engagement. */
  private engagementsMs = 0;

  constructor(
    place: HTMLElement,
    private readonly widget: URL,
    private readonly posts: Posts,
    private readonly context: object,
  ) {
    window.addEventListener("message", this.receive);
    this.frame.addEventListener("load", this.begin);
    this.frame.src = widget.href;
    place.append(this.container);
  }

  /** Dials a number; returns the reason if that is not possible. */
  dial(data: object): string | undefined {
    if (!this.isLoggedIn) return "the widget's user is not logged in";
    this.send("DIAL_NUMBER", { ...DIALLED, startTimestamp: Date.now(), ...data });
    return undefined;
  }

  /** Hangs up, like the user on the host's page. */
  endCall(): void {
    this.send("END_CALL");
  }

  /** Minimises, hides or shows the widget. */
  setVisibility(data: object): void {
    this.send("VISIBILITY_CHANGED", { isMinimized: false, isHidden: false, ...data });
  }

  /** The fate of the next engagement. */
  setEngagements(what: string, ms: number): void {
    if (what === "fail") this.nextEngagementFails = true;
    else this.engagementsMs = ms;
  }

  /** Posts a message unchanged. */
  post(message: unknown): void {
    this.posts.add({ by: "host", message });
    this.frame.contentWindow?.postMessage(message, this.widget.origin);
  }

  /** Posts SYNC with the host's fields, overridden by these. */
  sync(fields: object): void {
    this.post({ type: "SYNC", hostUrl: location.origin, ...this.context, ...fields });
  }

  /** Asks the page to do by its hook the work of its user. */
  hook(callingCheck: string): void {
    this.frame.contentWindow?.postMessage({ callingCheck }, this.widget.origin);
  }

  /** Reloads the widget. */
  reload(): void {
    clearInterval(this.timer);
    this.frame.src = this.widget.href;
  }

  /** Makes another frame post a message to the widget. */
  async stranger(from: string, message: unknown): Promise<void> {
    const frame = await this.strangerFrame(from);
    const place = Array.from({ length: window.length }, (_, at) => window[at]).indexOf(this.frame.contentWindow ?? undefined);
    frame.contentWindow?.postMessage({ frame: place, message, origin: this.widget.origin }, from === "hostOrigin" ? location.origin : strangerOrigin());
  }

  /** Ends the session, and removes the frames. */
  close(): void {
    clearInterval(this.timer);
    window.removeEventListener("message", this.receive);
    this.container.remove();
  }

  /** Sends SYNC until it is acknowledged. */
  private readonly begin = (): void => {
    clearInterval(this.timer);
    const messageId = id();
    this.sync({ messageId });
    this.timer = setInterval(() => this.sync({ messageId }), SYNC_EVERY_MS);
  };

  private readonly receive = ({ source, data }: MessageEvent<unknown>): void => {
    if (source !== this.frame.contentWindow) return;
    this.posts.add({ by: "widget", message: data });
    if (isObject(data)) this.take(data);
  };

  /** Handles a message. */
  private take(message: Record<string, unknown>): void {
    const data = isObject(message["data"]) ? message["data"] : {};
    const answer = (type: string, answered: object): void => {
      const { externalCallId } = data;
      this.post({ type, messageId: id(), data: { ...answered, ...(externalCallId === undefined ? {} : { externalCallId }) } });
    };
    switch (message["type"]) {
      case "SYNC_ACK":
        clearInterval(this.timer);
        return;
      case "INITIALIZED":
        this.isLoggedIn = data["isLoggedIn"] !== false;
        return;
      case "LOGGED_IN":
      case "LOGGED_OUT":
        this.isLoggedIn = message["type"] === "LOGGED_IN";
        return;
      case "INCOMING_CALL":
        answer("CALLER_ID_MATCH_SUCCEEDED", { callerIdMatches: [] });
        if (data["createEngagement"] === true) void this.createEngagement(answer);
        return;
      case "OUTGOING_CALL_STARTED":
        if (data["createEngagement"] === true) void this.createEngagement(answer);
        return;
      case "CALL_COMPLETED":
        if (data["engagementProperties"] !== undefined) answer("UPDATE_ENGAGEMENT_SUCCEEDED", { engagementId: data["engagementId"] });
        return;
      case "PUBLISH_TO_CHANNEL":
      case "FINALIZE_ENGAGEMENT":
        answer(`${message["type"]}_SUCCEEDED`, { engagementId: data["engagementId"] });
        return;
      default:
    }
  }

  private async createEngagement(answer: (type: string, data: object) => void): Promise<void> {
    const fails = this.nextEngagementFails;
    this.nextEngagementFails = false;
    // A host waits for its server.
    await new Promise((resolve) => setTimeout(resolve, this.engagementsMs));
    if (fails) {
      answer("CREATE_ENGAGEMENT_FAILED", { error: { message: "The check lets this one fail." } });
      return;
    }
    lastEngagement += 1;
    answer("CREATE_ENGAGEMENT_SUCCEEDED", { engagementId: lastEngagement });
    answer("ENGAGEMENT_CREATED", { engagementId: lastEngagement });
  }

  private send(type: string, data?: object): void {
    this.post({ type, messageId: id(), ...(data === undefined ? {} : { data }) });
  }

  private strangerFrame(from: string): Promise<HTMLIFrameElement> {
    let frame = this.strangers.get(from);
    if (frame === undefined) {
      frame = this.makeStranger(from);
      this.strangers.set(from, frame);
    }
    return frame;
  }

  /** A frame of another origin, or of this page's own. */
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

/** A unique id. */
function id(): string {
  return `check-${crypto.randomUUID()}`;
}

/** The host's data about the clicked number. */
const DIALLED = {
  phoneNumber: "",
  ownerId: CONTEXT.ownerId,
  subjectId: 1001,
  objectId: 1001,
  objectType: "CONTACT",
  portalId: CONTEXT.portalId,
  countryCode: "US",
  calleeInfo: { calleeId: 1001, calleeObjectTypeId: "0-1" },
  toPhoneNumberSrc: "phone",
} as const;

const SYNC_EVERY_MS = 100;

/** Each of the page's sessions has separate engagements. */
let lastEngagement = 9000;

/** The stranger's page is one port above this one. */
export function strangerOrigin(): string {
  return `${location.protocol}//${location.hostname}:${Number(location.port) + 1}`;
}
