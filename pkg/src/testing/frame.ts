import type { Side } from "./wire.js";

type Listener = (event: unknown) => void;

/** The host's page: the widget's frame, and the window that receives its messages. */
export class HostPage {
  /** The parts of a frame that a host uses. */
  readonly frame: HTMLIFrameElement;
  /** The origin of the widget's page. */
  widgetOrigin = "";

  private readonly heard = new Map<string, Set<Listener>>();
  private readonly contentWindow: object;

  /**
   * @param post receives the host's messages; `isMeant` if one is for the widget's origin.
   */
  constructor(origin: string, post: (from: Side, message: unknown, isMeant: boolean) => void) {
    const target = {
      addEventListener: (type: string, listener: Listener) => {
        this.heard.set(type, (this.heard.get(type) ?? new Set()).add(listener));
      },
      removeEventListener: (type: string, listener: Listener) => {
        this.heard.get(type)?.delete(listener);
      },
    };
    this.contentWindow = {
      postMessage: (message: unknown, to: string) => {
        post("host", message, to === this.widgetOrigin);
      },
    };
    const setOrigin = (url: string): void => {
      this.widgetOrigin = new URL(url).origin;
    };
    let address = "";
    const attributes = new Map<string, string>();
    this.frame = {
      ...target,
      nodeType: 1,
      tagName: "IFRAME",
      ownerDocument: { defaultView: { ...target, location: { origin } } },
      isConnected: true,
      hidden: false,
      title: "",
      allow: "",
      contentWindow: this.contentWindow,
      contentDocument: null,
      getAttribute: (name: string) => attributes.get(name) ?? null,
      hasAttribute: (name: string) => attributes.has(name),
      removeAttribute: (name: string) => attributes.delete(name),
      setAttribute: (name: string, value: string) => attributes.set(name, value),
      remove: () => undefined,
      get width() {
        return attributes.get("width") ?? "";
      },
      get height() {
        return attributes.get("height") ?? "";
      },
      get src() {
        return address;
      },
      set src(url: string) {
        address = url;
        setOrigin(url);
      },
    } as unknown as HTMLIFrameElement;
  }

  /** The widget's page has loaded. */
  loaded(): void {
    this.fire("load", {});
  }

  /** Delivers a message of the widget. */
  receive(data: unknown): void {
    this.fire("message", { isTrusted: true, origin: this.widgetOrigin, source: this.contentWindow, data });
  }

  private fire(type: string, event: object): void {
    for (const listener of [...(this.heard.get(type) ?? [])]) {
      listener({ type, ...event });
    }
  }
}
