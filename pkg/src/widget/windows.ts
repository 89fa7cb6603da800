import { attempt } from "../shared/attempt.js";
import { randomId } from "../shared/random-id.js";
import { ownOrigin } from "../shared/page.js";
import type { WindowLink, WindowRole } from "../shared/types.js";
import { measure } from "../wasm/measure.js";
import type { WidgetDriver } from "./delivery.js";
import { lockManager, requestLock } from "./locks.js";

/** A window's message to the others, as the core writes it. */
type Said = { readonly from?: unknown; readonly message?: unknown; readonly isRelayed?: unknown };

/**
 * A message of this half's own. An echo returns to its page behind all earlier messages; the other
 * two tell a popout that its opener is here, with the name of its windows, or gone.
 */
type Own = { says: "echo" | "here" | "gone"; from: string };

/**
 * The user's windows that share calls: the channel between them, and the browser's locks,
 * which show who leads and who is gone. Incoming messages may be anything; the core parses
 * them.
 *
 * A page that this one opened may be in another partition of the browser's storage, where
 * neither reaches it. It gets a port, which all messages go through as well.
 */
export class Windows {
  /** This window's role, as the core reports it. */
  role: WindowRole = "alone";
  /** The number of other windows, as the core reports it. */
  others = 0;
  link: WindowLink = "none";

  private readonly id = randomId();
  private name: string | undefined;
  private channel: BroadcastChannel | undefined;
  /** Callbacks that wait for the page's own echoes. */
  private echoed: (() => void)[] = [];
  /** The ports to pages that this one opened, or the one to the page that opened it. */
  private readonly ports = new Set<MessagePort>();
  /** The port to the page that opened this one. */
  private opener: MessagePort | undefined;
  /** The name of the opener's windows, once it greeted. */
  private greeted: string | undefined;
  /** Asks the opener's next page. */
  private asking: ReturnType<typeof setTimeout> | undefined;
  /** Release the locks of this group. */
  private readonly locks = new Set<() => void>();
  /** Releases the leader's lock. */
  private leading: (() => void) | undefined;
  private isJoined = false;
  private isGone = false;

  constructor(private readonly driver: WidgetDriver) {
    window.addEventListener("message", this.hearPopout);
    window.addEventListener("pagehide", this.part);
    this.askOpener();
  }

  /** Joins the windows of a host's user; those of another user are left. */
  join(userHash: number): void {
    const name = `calling-widget-sdk:windows:3:${userHash}`;
    if (this.name === name || this.isGone) {
      return;
    }
    this.exit();
    this.name = name;
    this.channel = lockManager() && channelNamed(name);
    if (this.channel === undefined) {
      this.deny(name);
      return;
    }
    this.link = "broadcast";
    this.channel.onmessage = ({ data }: MessageEvent<unknown>) => {
      this.handle(data);
    };
    this.begin();
    this.request(this.id, (isGranted) => {
      if (isGranted) {
        this.meet();
      } else {
        this.exit();
        this.deny(name);
      }
    });
    this.greet(this.ports);
  }

  /** Leaves the others, and stops listening to them. */
  leave(): void {
    window.removeEventListener("message", this.hearPopout);
    window.removeEventListener("pagehide", this.part);
    clearTimeout(this.asking);
    this.isGone = true;
    this.exit();
    this.part();
    for (const port of [...this.ports, this.opener]) {
      port?.close();
    }
    this.ports.clear();
  }

  /** Posts a message to the others. */
  say(said: Said): void {
    this.channel?.postMessage(said);
    this.relay(said);
  }

  /** Watches for a window's end, by the lock that it holds. */
  watch(window: string): void {
    if (this.link !== "broadcast") {
      return;
    }
    const release = this.request(window, (isGranted) => {
      release();
      if (isGranted) {
        this.afterChannel(() => {
          this.driver.enter("windowGone", window);
        });
      }
    });
  }

  /** Requests the lock of the leader, or releases it. */
  lead(mayLead: boolean): void {
    if (!mayLead) {
      this.leading?.();
      this.leading = undefined;
    } else if (this.link === "denied") {
      // Without a lock it leads only itself and the pages that it opened.
      this.driver.enter("leadWindows");
    } else if (this.leading === undefined && this.link === "broadcast") {
      const leading = (this.leading = this.request("leader", (isGranted) => {
        if (isGranted) {
          this.afterChannel(() => {
            if (this.leading === leading) {
              this.driver.enter("leadWindows");
            }
          });
        }
      }));
    }
  }

  /** Handles the core's report of the windows. */
  show(role: WindowRole, others: number): void {
    this.role = role;
    this.others = others;
  }

  /** Requests a lock of this group; returns a function that releases it, as leaving the group does. */
  private request(what: string, settled: (isGranted: boolean) => void): () => void {
    const unlock = requestLock(`${this.name ?? ""}:${what}`, settled, Infinity);
    const release = (): void => {
      this.locks.delete(release);
      unlock();
    };
    this.locks.add(release);
    return release;
  }

  private begin(): void {
    this.isJoined = true;
    this.driver.enter("joinWindows", this.id);
  }

  /** The browser denies the channel or the locks: only pages that this one opened are reached. */
  private deny(name: string): void {
    this.name = name;
    this.link = "denied";
    this.greet(this.ports);
  }

  /** Invites pages that this one opened to join. */
  private greet(ports: Iterable<MessagePort>): void {
    for (const port of ports) {
      if (this.link === "denied" && !this.isJoined) {
        this.begin();
        this.meet();
      }
      if (this.isJoined) {
        port.postMessage({ says: "here", from: this.name ?? "" } satisfies Own);
      }
    }
  }

  private meet(): void {
    this.driver.enter("meetWindows");
  }

  private exit(): void {
    this.lead(false);
    this.locks.forEach((release) => {
      release();
    });
    this.echoed = [];
    this.channel?.close();
    this.channel = undefined;
    this.name = undefined;
    this.greeted = undefined;
    this.link = "none";
    if (this.isJoined) {
      this.isJoined = false;
      this.driver.enter("leaveWindows");
    }
  }

  /** A lock may be granted before its last holder's messages arrive: this page's echo comes behind them. */
  private afterChannel(then: () => void): void {
    const { name, echoed } = this;
    const echo = name === undefined ? undefined : channelNamed(name);
    let isOver = false;
    const settle = (): void => {
      if (!isOver && this.echoed === echoed) {
        isOver = true;
        then();
      }
    };
    echoed.push(settle);
    echo?.postMessage({ says: "echo", from: this.id } satisfies Own);
    echo?.close();
    setTimeout(settle, ECHO_MS);
  }

  private handle(data: unknown): void {
    const { says, from, isRelayed } = Object(data) as { says?: unknown; from?: unknown; isRelayed?: unknown };
    if (says !== "echo") {
      if (this.receive(data, isRelayed === true)) {
        this.relay(data);
      }
    } else if (from === this.id) {
      this.echoed.shift()?.();
    }
  }

  /** Relays a message of the channel to the pages that only a port reaches. */
  private relay(said: unknown, except?: MessagePort): void {
    for (const port of this.ports) {
      if (port !== except) {
        port.postMessage(said);
      }
    }
    if (this.link === "port") {
      this.opener?.postMessage(said);
    }
  }

  /** Handles a received message; false if it cannot be a window's. */
  private receive(data: unknown, isRelayed: boolean): boolean {
    if (measure(data) !== undefined) {
      this.driver.enter("refuse", "WINDOW_MESSAGE_IGNORED", 1);
      return false;
    }
    const said = data as Said;
    const message = typeof said.message === "object" && said.message !== null ? said.message : {};
    this.driver.enter("heard", said, message, isRelayed, `${randomId()}_1`);
    return true;
  }

  /** Handles a request for a port by a page of the app that this one opened. */
  private readonly hearPopout = ({ isTrusted, origin, data, ports: [port] }: MessageEvent): void => {
    if (!isTrusted || origin !== ownOrigin(window) || data !== ASKS || port === undefined) {
      return;
    }
    this.ports.add(port);
    // Not every browser tells.
    port.addEventListener("close", () => {
      this.ports.delete(port);
    });
    port.onmessage = ({ data }: MessageEvent<unknown>) => {
      if (this.receive(data, true)) {
        this.channel?.postMessage({ ...(data as Said), isRelayed: true } satisfies Said);
        this.relay(data, port);
      }
    };
    this.greet([port]);
  };

  /** Tells the pages that this one opened that it goes; another may follow. */
  private readonly part = (): void => {
    for (const port of this.ports) {
      port.postMessage({ says: "gone", from: this.id } satisfies Own);
    }
  };

  /**
   * Without a host, asks the window that opened this one: then it follows, and posts through a port.
   *
   * @param againMs the time to the next question, since that window's page may be loading.
   */
  private askOpener(againMs = ASK_AGAIN_MS): void {
    const opener = window.parent === window ? (window.opener as Window | null) : null;
    if (opener === null || opener.closed) {
      return;
    }
    const { port1, port2 } = new MessageChannel();
    this.opener?.close();
    this.opener = port1;
    port1.onmessage = ({ data }: MessageEvent<unknown>) => {
      const { says, from = "" } = Object(data) as Partial<Own>;
      if (says === "gone") {
        this.driver.enter("windowGone", from);
        this.askOpener();
      } else if (says !== "here") {
        this.receive(data, true);
      } else if (!this.isGone) {
        clearTimeout(this.asking);
        if (this.greeted !== from) {
          // Leaves the windows of another user, if it had joined before.
          this.exit();
          this.greeted = from;
          this.link = "port";
          this.begin();
        }
        this.meet();
      }
    };
    try {
      opener.postMessage(ASKS, ownOrigin(window), [port2]);
      if (againMs <= LAST_ASK_AGAIN_MS) {
        this.asking = setTimeout(() => {
          this.askOpener(2 * againMs);
        }, againMs);
      }
    } catch {
      // A page with an opaque origin, as in a sandbox, shares no origin with another window.
      port1.close();
    }
  }
}

/** A channel; undefined if the browser has none, or denies it to a page whose storage is blocked. */
function channelNamed(name: string): BroadcastChannel | undefined {
  return attempt(() => new BroadcastChannel(name));
}

/** A popout's request. */
const ASKS = "calling-widget-sdk:windows";

/** The first and the last time between two questions to an opener, in ms. */
const ASK_AGAIN_MS = 250;
const LAST_ASK_AGAIN_MS = 16_000;

/** The longest wait for a page's own message, in ms. */
const ECHO_MS = 1000;
