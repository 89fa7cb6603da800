import { VALUE_TABLES } from "../generated/door.js";
import { randomId } from "../shared/random-id.js";
import type { WindowRole } from "../shared/types.js";
import type { WidgetDriver } from "./dialect.js";
import type { Message } from "./member.js";
import { WindowLocks } from "./window-locks.js";

/** How this window reaches the others. */
export type WindowLink = "broadcast" | "port" | "none";

/** What a window says to the others. */
type What =
  | { says: "hello" | "ask" | "here" }
  | { says: "calls"; calls: object; isLeader: boolean }
  | { says: "command"; to: string; message: Message };

/** The same, with who says it; relayed where it came through a port. */
type Said = { from: string; hasLock: boolean; isRelayed?: true } & What;

/** What a window tells a page that it opened: the name of the windows' channel. */
type Group = { says: "group"; name: string };

/** Asks whether anybody hears the channel, and answers that. */
type Probe = { says: "probe" } | { says: "probed" };

/**
 * The user's windows that share calls: the channel between them. Who is there and who
 * leads is for the core to say, by what is heard here.
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
    this.enter(`calling-widget-sdk:windows:1:${mark}`);
  }

  /** Leaves the others, and hears no more of them. */
  leave(): void {
    window.removeEventListener("message", this.hearPopout);
    this.isGone = true;
    this.opener?.close();
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

  /** Gives the others the calls of this window. */
  announce(calls: object, isLeader: boolean): void {
    this.say({ says: "calls", calls, isLeader });
  }

  /** Gives a message of the app's to another window. */
  forward(to: string, message: Message): void {
    this.say({ says: "command", to, message });
  }

  /** What the core says of the windows. */
  show(role: WindowRole, others: number): void {
    this.role = role;
    this.others = others;
  }

  /** Asks the others whether they are there. */
  ask(): void {
    this.say({ says: "ask" });
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
    if (typeof BroadcastChannel !== "function") {
      // Nobody can be reached: this window posts everything itself.
      return;
    }
    this.channel = new BroadcastChannel(name);
    this.link = "broadcast";
    this.channel.onmessage = ({ data }: MessageEvent<Said | Probe>) => {
      if (data.says === "probe") {
        this.channel?.postMessage({ says: "probed" } satisfies Probe);
      } else if (data.says !== "probed") {
        this.hear(data);
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
    this.driver.enter("joinWindows", this.id, this.link === "broadcast", this.role);
    this.say({ says: "hello" });
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

  private say(what: What): void {
    const said: Said = { from: this.id, hasLock: this.hasLock, ...what };
    this.channel?.postMessage(said);
    this.relay(said);
  }

  /** What is said on the channel goes to the pages that only a port reaches. */
  private relay(said: Said, except?: MessagePort): void {
    for (const port of this.ports) {
      if (port !== except) {
        port.postMessage(said);
      }
    }
    this.opener?.postMessage(said);
  }

  private hear(said: Said): void {
    const { from } = said;
    if (from === this.id) {
      return;
    }
    // One that only a port reaches has no host, and so no call; nobody hears that it goes.
    if (said.isRelayed !== true) {
      this.driver.enter("windowPresent", from, this.locks?.watches(from, said.hasLock) === true);
    }
    switch (said.says) {
      case "hello":
        this.driver.enter("welcome");
        return;
      case "ask":
        this.say({ says: "here" });
        return;
      case "here":
        return;
      case "calls":
        this.driver.enter("announced", from, { value: said.calls, table: VALUE_TABLES.Snapshot }, said.isLeader);
        return;
      case "command":
        this.driver.enter("forwarded", said.to, { value: said.message }, `${randomId()}_1`);
    }
  }

  /** A page of the app's that this one opened asks for a port. */
  private readonly hearPopout = ({ isTrusted, origin, data, ports: [port] }: MessageEvent): void => {
    if (!isTrusted || origin !== window.location.origin || data !== ASKS || port === undefined) {
      return;
    }
    this.ports.add(port);
    port.onmessage = ({ data }: MessageEvent<Said>) => {
      const said: Said = { ...data, isRelayed: true };
      this.hear(said);
      this.channel?.postMessage(said);
      this.relay(said, port);
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
    port1.onmessage = ({ data }: MessageEvent<Group | Said>) => {
      if (data.says === "group") {
        this.enterByPort(data.name, port1);
      } else {
        this.hear({ ...data, isRelayed: true });
      }
    };
    opener.postMessage(ASKS, window.location.origin, [port2]);
  }

  /**
   * The channel is tried first: where the opener's messages arrive on it, both are in one
   * partition. Where they do not, this window follows, and speaks through the port.
   */
  private enterByPort(name: string, port: MessagePort): void {
    let probe: BroadcastChannel | undefined;
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
    if (typeof BroadcastChannel === "function") {
      probe = new BroadcastChannel(name);
      probe.onmessage = () => {
        settle(true);
      };
      probe.postMessage({ says: "probe" } satisfies Probe);
    }
  }
}

/** What a page that was opened posts to the window that opened it. */
const ASKS = "calling-widget-sdk:windows";

/** How long a page that was opened waits for an answer on the channel. */
const PROBE_MS = 300;
