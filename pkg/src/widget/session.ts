import { build, start } from "#core";

import type { WidgetCore, WidgetOrders } from "../../build/widget.js";
import { CallingError } from "../shared/errors.js";
import { hasWindow, wasDispatched } from "../shared/page.js";
import { frozenCopy, isObject } from "../shared/plain.js";
import { randomId } from "../shared/random-id.js";
import type { HostWindow } from "../shared/types.js";
import type { Run } from "../shared/zone.js";
import { EngineDriver } from "../wasm/driver.js";
import type { Engine } from "../wasm/glue.js";
import { find } from "../wasm/orders.js";
import { Departure, unloadGuard } from "./departure.js";
import { WidgetExecutor } from "./executor.js";
import { type Instance, Instances } from "./instances.js";
import type { InjectedEvent, JoinOptions, Member } from "./member.js";
import { Observed, type PinnedHost } from "./observed.js";
import { type Peer, peerOf } from "./peer.js";
import { Receipts } from "./receipts.js";
import { SnapshotStore } from "./snapshot-store.js";
import { Windows } from "./windows.js";

/**
 * One session of a window: the engine, the listener, the instances.
 *
 * Posts and changes of state happen at once; calls into the app, one after another.
 */
export class Session extends EngineDriver<WidgetCore, WidgetOrders> {
  /** The engine's latest state. */
  readonly observed = new Observed("waiting");
  /** The record of the open calls, with the option `resume`. */
  snapshots: SnapshotStore | undefined;
  /** The user's other windows, with the option `shareCalls`. */
  windows: Windows | undefined;

  /** The receipts that the app waits for. */
  readonly receipts = new Receipts(this);

  /** The instances that share it. */
  readonly instances = new Instances();
  override readonly executor = new WidgetExecutor(this);
  /** The other side. */
  readonly peer: Peer;
  /** Off after a trap: no end of a call would switch it off. */
  readonly guardUnload = unloadGuard(
    () => !this.isLost && this.observed.hasCallUnderWay && [...this.instances.values()].some(({ guardsUnload }) => guardsUnload),
  );
  /** Where the next page or another window can report a call's end, the engine may hold it back. */
  readonly departure = new Departure(this, () => {
    const hasHeir = this.snapshots?.place === "sessionStorage" || this.windows !== undefined;
    return !this.isLost && hasHeir && this.stop !== undefined && this.observed.hasOpenCall;
  });
  private stop: (() => void) | undefined;
  private unlisten: (() => void) | undefined;
  /** The latest event, if no instance passed it on before the session got it. */
  missed: object | undefined;

  private lastNumber = 0;

  constructor(
    private readonly ownOrigin: string,
    private readonly isEmbedded: boolean,
    { hostWindow, trace }: JoinOptions,
    open: (orders: WidgetOrders) => Engine<WidgetCore> = start,
  ) {
    super(build, open, trace?.begin("widget", build));
    this.peer = peerOf(hostWindow);
    this.begin();
  }

  /** The window that messages are posted to. */
  get peerWindow(): Window | undefined {
    return this.peer.window(this.observed.host?.source ?? 1);
  }

  /** True if it is the session for this host, which is still there. */
  isFor(hostWindow: HostWindow | undefined): boolean {
    const own = this.peer.hostWindow;
    return own?.window === hostWindow?.window && own?.origin === hostWindow?.origin && this.peer.isCurrent();
  }

  /**
   * Listens to the window's messages until the last instance leaves. The session itself
   * stays: a host does not repeat its SYNC for the next instance.
   *
   * Called at each join, since every instance receives an event before the session does: it
   * passes the event on, or does not.
   *
   * @param open counts the sessions of the window that listen.
   */
  listen(open: { count: number }): void {
    this.listenLast();
    if (this.stop === undefined) {
      open.count += 1;
      this.stop = () => {
        this.unlisten?.();
        open.count -= 1;
        this.stop = undefined;
        if (this.peer.hostWindow) {
          this.snapshots?.stop();
        }
        this.departure.update();
        this.windows?.leave();
        this.windows = undefined;
      };
    }
    this.departure.update();
  }

  /** Listens after every other listener. */
  private listenLast(): void {
    this.unlisten?.();
    this.unlisten = this.peer.listen((event) => {
      if (wasDispatched(event)) {
        this.handle(event);
      } else {
        this.injectMissed(event);
      }
    });
  }

  /** Adds an instance that is called in a zone of its own, and returns its number. */
  join(member: Member, options: JoinOptions, inZone: Run): number {
    const id = this.next();
    const instance: Instance = { member, inZone, isReady: false, isDeaf: false, guardsUnload: false };
    this.instances.set(id, instance);
    // No instance is called while it joins.
    this.hold(() => {
      if (this.isLost) {
        this.inTurn(() => {
          member.diagnosed({ code: "CORE_LOST", level: "error", detail: "", count: 1 }, false);
        });
        return;
      }
      try {
        if (!this.attach(id, options)) {
          return;
        }
      } catch (error) {
        this.instances.delete(id);
        throw error;
      }
      this.snapshots?.restart();
      const { resume, sharesCalls, guardsUnload } = options;
      const isNormal = options.mode === "normal" && hasWindow();
      if (resume && isNormal) {
        this.snapshots ??= new SnapshotStore(this, this.peer.hostWindow?.origin ?? "");
      }
      if (sharesCalls && isNormal) {
        this.windows ??= new Windows(this);
        this.joinWindows();
      }
      if (guardsUnload && isNormal) {
        instance.guardsUnload = true;
        this.guardUnload();
      }
    });
    return id;
  }

  /**
   * Makes an instance known to the engine; false where it trapped.
   *
   * @throws CallingError `INVALID_OPTION` for a value that is no origin.
   */
  private attach(id: number, options: JoinOptions): boolean {
    const { debugMode, lifecycle, isStrict, isRelay, mode, keepsRepeatedDials, resume, hostWindow } = options;
    const origins = hostWindow === undefined ? options.allowedHostOrigins : undefined;
    const orders = this.enter(
      "attach",
      id,
      debugMode,
      lifecycle,
      isStrict,
      origins === undefined ? undefined : [...origins],
      isRelay,
      mode,
      keepsRepeatedDials,
      resume,
    );
    const bad = find(orders, "badOrigin");
    if (bad) {
      throw new CallingError(
        "INVALID_OPTION",
        `allowedHostOrigins: "${bad[1]}" is no http or https origin; write it as "https://crm.example.com", or connect a page without one by a port in hostWindow`,
      );
    }
    return !this.isLost;
  }

  /** Removes an instance. */
  leave(id: number): void {
    this.instances.delete(id);
    this.guardUnload();
    this.enter("detach", id);
    if (this.instances.size === 0) {
      this.stop?.();
    }
  }

  /** Handles an event for an instance as if its message came from the host. */
  inject(id: number, event: InjectedEvent): void {
    const { data } = event;
    const instance = this.instances.get(id);
    if (instance !== undefined) {
      instance.heard = event;
      instance.isDeaf = false;
    }
    if (isObject(data)) {
      this.enter("inject", id, event.origin ?? "", frozenCopy(data));
    } else {
      this.enter("note", "MALFORMED", "");
    }
  }

  /** Injects an event that a test gave to this listener alone: it kept the last one that was added. */
  private injectMissed(event: InjectedEvent): void {
    for (const [id, { heard }] of [...this.instances]) {
      if (heard !== event) {
        this.inject(id, event);
      }
    }
  }

  /** Reports a message that cannot be posted. */
  refuse(path: string): "refused" {
    this.enter("note", "NOT_CLONEABLE", `${path} cannot be posted; take functions, symbols and live objects out`);
    return "refused";
  }

  /** A number that no other instance, receipt or wait has. */
  next(): number {
    this.lastNumber += 1;
    return this.lastNumber;
  }

  private begin(): void {
    this.enter("start", this.ownOrigin, randomId(), this.isEmbedded, this.peer.hostWindow?.origin);
  }

  /** Handles a message event. The sender is checked before the message is read. */
  handle(event: MessageEvent): void {
    if (!this.instances.noteReceivers()) {
      if (this.missed !== event) {
        // An instance's listener that was added anew comes later.
        this.missed = event;
        this.listenLast();
      }
      return;
    }
    this.missed = undefined;
    const source = event.isTrusted ? this.peer.indexOf(event) : 0;
    if (source === 0) {
      this.unheard.count(event.isTrusted ? "FOREIGN_SOURCE" : "UNTRUSTED_EVENT");
      return;
    }
    const origin = this.peer.originOf(event);
    const isAdmitted = (): boolean => {
      const orders = this.enter("admit", true, source, origin, undefined);
      if (find(orders, "askSync")) {
        this.enter("admit", true, source, origin, (event.data as { type?: unknown } | null)?.type === "SYNC");
      }
      return find(orders, "admitted") !== undefined;
    };
    this.receiveFrom(`${source} ${origin}`, event, isAdmitted, (message) => {
      this.enter("receive", source, origin, message);
    });
  }

  /** Notes the host that the session belongs to. */
  pin(host: PinnedHost | undefined): void {
    // Another sender may have been admitted before.
    this.admitted = undefined;
    this.observed.host = host;
    this.joinWindows();
  }

  /** Joins the user's windows, once the host has named the user. */
  joinWindows(): void {
    this.inTurn(() => {
      const userHash = this.observed.host?.userHash;
      if (typeof userHash === "number") {
        this.windows?.join(userHash);
      }
    });
  }

  protected override lost(detail: string): void {
    this.executor.state("failed");
    this.executor.report("CORE_LOST", "error", detail, 1);
    this.receipts.lose();
    // A follower does not ring. This window cannot answer any more, others can.
    this.windows?.show("follower", 0);
    setTimeout(() => {
      // The next page takes the last record, and the other windows the calls.
      this.snapshots?.stop();
      this.windows?.leave();
    });
  }

  protected override standIn(orders: WidgetOrders): Partial<WidgetCore> {
    return {
      wait: (_, wait) => {
        orders.settled(wait, "SESSION_LOST", undefined);
      },
    };
  }
}
