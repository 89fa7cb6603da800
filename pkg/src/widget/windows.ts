import { VALUE_TABLES } from "../generated/door.js";
import { randomId } from "../shared/random-id.js";
import { ownOrigin } from "../shared/page.js";
import type { WindowRole } from "../shared/types.js";
import { measure } from "../wasm/measure.js";
import type { WidgetDriver } from "./dialect.js";
import { WindowLocks } from "./window-locks.js";

/** How this window reaches the others. */
export type WindowLink = "broadcast" | "port" | "none";

/** What a window says to the others, as the core writes it. */
type Said = { readonly from?: unknown; readonly message?: unknown; readonly isRelayed?: unknown };

/** What a window tells a page that it opened: the name of the windows' channel. */
type Group = { says: "group"; name: string };

/** Asks whether anybody hears the channel, and answers that. */
type Probe = { says: "probe" } | { says: "probed" };

/**
 * The user's windows that share calls: the channel between them. What arrives there may be
 * anything, and is for the core to read, as is who is there and who leads.
 *
 * A page that this one opened may be in another partition of the browser's storage, where
 * neither reaches it. It gets a port, and what is said goes through it as well.
 */
export class Windows {
  /** What the core says that this window is. */
  role: WindowRole = "alone";
  /** How many other windows there are, as the core says. */
  others = 0;
  /** How it reaches the others. */
  link: WindowLink = "none";

  private readonly id = randomId();
  private name: string | undefined;
  private channel: BroadcastChannel | undefined;
  /** The ports to pages that this one opened, or to the one that opened it. */
  private readonly ports = new Set<MessagePort>();
  /** The opener's port, where this page was opened by another window of the app's. */
  private opener: MessagePort | undefined;
  /** Where the opener may answer, whoever it is. */
  private asking: MessagePort | undefined;
  private locks: WindowLocks | undefined;
  private hasLock = false;
  private isJoined = false;
  private isGone = false;
  private chosen: "leader" | "follower" | undefined;

  constructor(private readonly driver: WidgetDriver) {
    window.addEventListener("message", this.hearPopout);
    this.askOpener();
  }

  /** Joins the windows of a host's user; those of another user are left. */
  join(mark: number): void {
    this.enter(`calling-widget-sdk:windows:2:${mark}`);
  }

  /** Leaves the others, and hears no more of them. */
  leave(): void {
    window.removeEventListener("message", this.hearPopout);
    this.isGone = true;
    this.asking?.close();
    for (const port of this.ports) {
      port.close();
    }
    this.ports.clear();
    this.exit();
  }

  /** The app says which window leads; undefined has the windows agree on one. */
  setRole(role: "leader" | "follower" | undefined): void {
    this.chosen = role;
    this.driver.enter("setRole", role);
  }

  /** Tells a core that takes the place of another, and asks for what it has to know. */
  repeat(): void {
    this.driver.enter("setRole", this.chosen);
    if (this.isJoined) {
      this.greet();
    }
  }

  /** Says something to the others. */
  say(said: Said): void {
    this.channel?.postMessage(said);
    this.relay(said);
  }

  /** Has it seen when a window is gone. */
  watch(window: string): void {
    this.locks?.watch(window);
  }

  /** What the core says of the windows. */
  show(role: WindowRole, others: number): void {
    this.role = role;
    this.others = others;
  }

  private enter(name: string): void {
    if (this.name === name || this.isGone) {
      return;
    }
    this.exit();
    this.name = name;
    for (const port of this.ports) {
      this.tellGroup(port);
    }
    this.channel = channelNamed(name);
    if (this.channel === undefined) {
      // Nobody can be reached: this window posts everything itself.
      return;
    }
    this.link = "broadcast";
    this.channel.onmessage = ({ data }: MessageEvent<unknown>) => {
      const says = saysOf(data);
      if (says === "probe") {
        this.channel?.postMessage({ says: "probed" } satisfies Probe);
      } else if (says !== "probed" && this.hear(data, isRelayed(data))) {
        this.relay(data);
      }
    };
    this.locks = new WindowLocks(name, this.id, {
      ready: (hasLock) => {
        this.hasLock = hasLock;
        this.greet();
      },
      gone: (window) => {
        this.driver.enter("windowGone", window);
      },
    });
  }

  private greet(): void {
    this.isJoined = true;
    this.driver.enter("joinWindows", this.id, this.hasLock, this.role);
  }

  private exit(): void {
    this.channel?.close();
    this.channel = undefined;
    this.locks?.stop();
    this.locks = undefined;
    this.name = undefined;
    this.link = "none";
    if (this.isJoined) {
      this.isJoined = false;
      this.driver.enter("leaveWindows");
    }
  }

  /** What is said on the channel goes to the pages that only a port reaches. */
  private relay(said: unknown, except?: MessagePort): void {
    for (const port of this.ports) {
      if (port !== except) {
        port.postMessage(said);
      }
    }
    this.opener?.postMessage(said);
  }

  /** Takes what arrived; whether it may be what a window said. */
  private hear(data: unknown, isRelayed: boolean): boolean {
    if (measure(data) !== undefined) {
      this.driver.enter("refuse", "WINDOW_MESSAGE_IGNORED", 1);
      return false;
    }
    const said = data as Said;
    const message = typeof said.message === "object" && said.message !== null ? said.message : {};
    this.driver.enter("heard", { value: said, table: VALUE_TABLES.WindowMessage }, { value: message }, isRelayed, `${randomId()}_1`);
    return true;
  }

  /** A page of the app's that this one opened asks for a port. */
  private readonly hearPopout = ({ isTrusted, origin, data, ports: [port] }: MessageEvent): void => {
    if (!isTrusted || origin !== ownOrigin(window) || data !== ASKS || port === undefined) {
      return;
    }
    this.ports.add(port);
    port.onmessage = ({ data }: MessageEvent<unknown>) => {
      if (this.hear(data, true)) {
        const said: Said = { ...(data as Said), isRelayed: true };
        this.channel?.postMessage(said);
        this.relay(said, port);
      }
    };
    this.tellGroup(port);
  };

  private tellGroup(port: MessagePort): void {
    if (this.name !== undefined) {
      port.postMessage({ says: "group", name: this.name } satisfies Group);
    }
  }

  /** A page without a host asks the window that opened it which windows share calls. */
  private askOpener(): void {
    const opener = window.parent === window ? (window.opener as Window | null) : null;
    if (opener === null) {
      return;
    }
    const { port1, port2 } = new MessageChannel();
    this.asking = port1;
    port1.onmessage = ({ data }: MessageEvent<unknown>) => {
      if (saysOf(data) === "group") {
        this.enterByPort((data as Group).name, port1);
      } else {
        this.hear(data, true);
      }
    };
    try {
      opener.postMessage(ASKS, ownOrigin(window), [port2]);
    } catch {
      // A page without an origin of its own, as in a sandbox, has no other window of it.
      port1.close();
    }
  }

  /**
   * The channel is tried first: where the opener's messages arrive on it, both are in one
   * partition. Where they do not, this window follows, and speaks through the port.
   */
  private enterByPort(name: string, port: MessagePort): void {
    const probe = channelNamed(name);
    const settle = (isReached: boolean): void => {
      clearTimeout(timer);
      probe?.close();
      if (isReached) {
        port.close();
        this.enter(name);
        return;
      }
      if (this.isGone) {
        port.close();
        return;
      }
      this.exit();
      this.opener = port;
      this.link = "port";
      this.greet();
    };
    const timer = setTimeout(() => {
      settle(false);
    }, PROBE_MS);
    if (probe !== undefined) {
      probe.onmessage = () => {
        settle(true);
      };
      probe.postMessage({ says: "probe" } satisfies Probe);
    }
  }
}

/** A channel; none where the browser has none, or denies it to a page whose storage is blocked. */
function channelNamed(name: string): BroadcastChannel | undefined {
  try {
    return new BroadcastChannel(name);
  } catch {
    return undefined;
  }
}

/** What a message says, whatever was put on the channel. */
function saysOf(data: unknown): unknown {
  return (data as { says?: unknown } | null | undefined)?.says;
}

/** Whether it came through a port. */
function isRelayed(data: unknown): boolean {
  return (data as { isRelayed?: unknown } | null | undefined)?.isRelayed === true;
}

/** What a page that was opened posts to the window that opened it. */
const ASKS = "calling-widget-sdk:windows";

/** How long a page that was opened waits for an answer on the channel. */
const PROBE_MS = 300;
