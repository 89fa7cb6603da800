import { hideAllBut } from "../shared/walks.js";
import { frozenCopy, isObject } from "../shared/plain.js";
import { FaultyWire, type Side } from "./faulty-wire.js";
import type { FromWidget, HostFaults, MessageFate, MessageType } from "./types.js";

/** Faults between a page and its frame. */
export type FrameFaults = Pick<HostFaults, "delay" | "drop" | "double" | "reorder" | "silence" | "syncAgain" | "hostGone">;

/** A message that a fault decided about. */
export type FrameFault = {
  /** The sender. */
  readonly from: "host" | "widget";
  /** The message as posted. */
  readonly message: unknown;
  /** Its fate. */
  readonly fate: Exclude<MessageFate, "undeliverable">;
};

type Listener = (event: MessageEvent) => void;
type Packet = { readonly message: unknown; readonly arrive: (message: unknown) => void };

/**
 * A frame in a browser's page whose messages can go wrong, for a test bench or a browser
 * test. The host gets {@link FaultyFrame.element} as its option `frame`:
 *
 * ```ts
 * const frame = document.createElement("iframe");
 * const faulty = new FaultyFrame(frame);
 * const host = new CallingHost({ url, context, frame: faulty.element });
 * document.querySelector("#phone").append(frame);
 * faulty.drop("SYNC_ACK");
 * ```
 *
 * Nothing is changed in the page or in the widget: the host posts and listens through an
 * object that stands for the frame. Make it in the window that the frame is in: a widget takes
 * only posts of its own parent's code.
 */
export class FaultyFrame implements FrameFaults {
  /** The frame as the host takes it. Put the frame itself into the page, not this. */
  readonly element: HTMLIFrameElement;

  private readonly wire = new FaultyWire<Packet>(
    (_from, { message, arrive }) => {
      arrive(message);
    },
    (run, ms) => {
      if (ms === 0) {
        run();
      } else {
        setTimeout(run, ms);
      }
    },
  );
  private readonly listeners = new Map<Listener, Listener>();
  private readonly contentWindow: object;
  private lastSync: { message: unknown; origin: string } | undefined;

  /**
   * @param frame the frame; the page puts it in its place once the host is made.
   * @param faulted is called with each message that a fault decides about, before it arrives.
   */
  constructor(
    private readonly frame: HTMLIFrameElement,
    private readonly faulted: (fault: FrameFault) => void = () => undefined,
  ) {
    this.contentWindow = {
      postMessage: (message: unknown, origin: string) => {
        this.fromHost(frozenCopy(message), origin);
      },
      get location() {
        return frame.contentWindow?.location;
      },
    };
    // Before the host hears of the load, and answers it with SYNC.
    frame.addEventListener("load", () => {
      this.wire.load += 1;
    });
    const page = frame.ownerDocument.defaultView;
    const view = {
      location: page?.location,
      addEventListener: (type: string, listener: Listener) => {
        this.listen(page, type, listener);
      },
      removeEventListener: (type: string, listener: Listener) => {
        page?.removeEventListener(type as "message", this.listeners.get(listener) ?? listener);
        this.listeners.delete(listener);
      },
    };
    this.element = new Proxy(frame, {
      get: (target, name) => {
        if (name === "contentWindow") {
          return target.contentWindow === null ? null : this.contentWindow;
        }
        if (name === "ownerDocument") {
          return { defaultView: page === null ? null : view };
        }
        const value: unknown = Reflect.get(target, name, target);
        return typeof value === "function" ? (value.bind(target) as unknown) : value;
      },
      set: (target, name, value) => Reflect.set(target, name, value, target),
    });
    hideAllBut(this, "element");
  }

  /** Sets the latency of each message from now on, in ms; the order stays. */
  setLatency({ toWidgetMs, toHostMs }: { toWidgetMs: number; toHostMs: number }): void {
    this.wire.latencyMs.host = toWidgetMs;
    this.wire.latencyMs.widget = toHostMs;
  }

  delay(type: MessageType, ms: number): void {
    this.wire.add(type, "delayed", { ms });
  }

  drop(type: MessageType, times?: number): void {
    this.wire.add(type, "dropped", times === undefined ? {} : { times });
  }

  double(type: MessageType): void {
    this.wire.add(type, "doubled");
  }

  reorder(type: MessageType): void {
    this.wire.add(type, "reordered");
  }

  silence(): () => void {
    return this.wire.hold();
  }

  /** Repeats the host's last SYNC; returns it, since the host does not report it. */
  syncAgain(): unknown {
    const { lastSync } = this;
    if (lastSync === undefined) {
      throw new Error("the host has sent no SYNC yet");
    }
    this.fromHost(lastSync.message, lastSync.origin);
    return lastSync.message;
  }

  /** Removes the host's page: nothing arrives until `hostBack`. */
  hostGone(): void {
    this.wire.isCut = true;
  }

  /** Messages posted from now on arrive again. */
  hostBack(): void {
    this.wire.isCut = false;
  }

  /** Delivers a message to the host as if the widget had posted it. */
  say(message: FromWidget): void {
    const { origin } = new URL(this.frame.src);
    this.tell({ isTrusted: true, origin, source: this.contentWindow, data: frozenCopy(message) });
  }

  /** Clears pending faults; messages under way arrive. */
  clear(): void {
    this.wire.clear();
    this.wire.isCut = false;
  }

  private listen(page: Window | null, type: string, listener: Listener): void {
    const heard = (event: MessageEvent): void => {
      if (event.source === null || event.source !== this.frame.contentWindow) {
        listener(event);
        return;
      }
      const { isTrusted, origin, data } = event as { isTrusted: boolean; origin: string; data: unknown };
      this.post("widget", data, (message) => {
        listener({ isTrusted, origin, source: this.contentWindow, data: message } as unknown as MessageEvent);
      });
    };
    this.listeners.set(listener, heard);
    page?.addEventListener(type as "message", heard);
  }

  private fromHost(message: unknown, origin: string): void {
    if (typeOf(message) === "SYNC") {
      this.lastSync = { message, origin };
    }
    this.post("host", message, (posted) => {
      this.frame.contentWindow?.postMessage(posted, origin);
    });
  }

  private post(from: Side, message: unknown, arrive: (message: unknown) => void): void {
    this.wire.post(from, typeOf(message), { message, arrive }, (fate) => {
      if (this.wire.isCut) {
        this.faulted({ from, message, fate: "dropped" });
      } else if (fate !== undefined) {
        this.faulted({ from, message, fate });
      }
    });
  }

  private tell(event: object): void {
    for (const listener of [...this.listeners.keys()]) {
      listener(event as MessageEvent);
    }
  }
}

/** A message's type; anything may be posted. */
function typeOf(message: unknown): string {
  const type = isObject(message) ? message["type"] : undefined;
  return typeof type === "string" ? type : "";
}
