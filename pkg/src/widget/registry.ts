import type { WidgetCore, WidgetOrders } from "../../build/widget.js";
import { report } from "../shared/isolated.js";
import { hasWindow, ownOrigin } from "../shared/page.js";
import { outsideZones, ownZone, type Run } from "../shared/zone.js";
import type { Engine } from "../wasm/glue.js";
import { forbidsWebAssembly } from "../wasm/load.js";
import { isFramed } from "./environment.js";
import { type JoinOptions, type Member, RELAY_ONLY } from "./member.js";
import { type Place, Slot } from "./slot.js";
import { Session } from "./session.js";

/**
 * Joins the window's session with a host, or makes it: all instances of a window share one,
 * even those of another copy of this package. Each host window has a separate session.
 */
export function joinSession(member: Member, options: JoinOptions): Slot {
  const inZone = ownZone();
  let place: Place | undefined;
  outsideZones(() => {
    try {
      place = placeOf(member, options, inZone);
    } catch (error) {
      if (!forbidsWebAssembly(error)) {
        throw error;
      }
      // A page whose policy forbids WebAssembly keeps working, without a widget. Servers at the edge
      // (Cloudflare Workers) compile none, and miss nothing: they have no host.
      if (hasWindow()) {
        report(error);
      }
    }
  });
  return new Slot(place ?? alone(member, RELAY_ONLY, inZone, noEngine));
}

/**
 * A slot in a separate session, which posts and receives nothing. The session begins with the
 * first question that only it can answer, such as the handlers of a message.
 */
export function joinNothing(): Slot {
  return new Slot(() => alone(SILENT, RELAY_ONLY, outsideZones));
}

/** The number of this window's sessions with an instance. */
export function openSessions(): number {
  return hasWindow() ? shared().open.count : 0;
}

function placeOf(member: Member, options: JoinOptions, inZone: Run): Place {
  if (!hasWindow()) {
    return alone(member, options, inZone);
  }
  const { sessions, open } = shared();
  const { hostWindow } = options;
  const peer = hostWindow?.window ?? window;
  const known = sessions.get(peer) ?? [];
  let session = known.find((other) => other.isFor(hostWindow));
  if (session === undefined) {
    session = new Session(ownOrigin(window), hostWindow !== undefined || isFramed(), options);
    sessions.set(peer, [...known, session]);
  }
  const id = session.join(member, options, inZone);
  session.listen(open);
  return [session, id];
}

function alone(member: Member, options: JoinOptions, inZone: Run, open?: (orders: WidgetOrders) => Engine<WidgetCore>): Place {
  const session = new Session("", false, options, open);
  return [session, session.join(member, options, inZone)];
}

/**
 * The sessions of a window: by the peer's window or port, so that they are collected with it,
 * and the number of them with an instance. The one with the pages around is keyed by this
 * window, and stays.
 */
type Shared = { readonly sessions: WeakMap<object, Session[]>; readonly open: { count: number } };

/** The state that all copies of this package share. */
function shared(): Shared {
  const owner = window as unknown as Record<symbol, Shared | undefined>;
  let value = owner[SHARED];
  if (value === undefined) {
    value = { sessions: new WeakMap(), open: { count: 0 } };
    Object.defineProperty(owner, SHARED, { configurable: true, value });
  }
  return value;
}

/** The engine where no core can run: its page's session has failed, and every wait is over. */
function noEngine(orders: WidgetOrders): Engine<WidgetCore> {
  const core: Pick<WidgetCore, "start" | "wait"> = {
    start: () => {
      orders.state((hasWindow() ? "failed" : "notEmbedded") as "waiting");
    },
    wait: (_, wait) => {
      orders.settled(wait, "NOT_SENT", undefined);
    },
  };
  return { core: core as WidgetCore };
}

const nothing = (): false => false;

/** A member that does nothing. */
const SILENT: Member = {
  acknowledge: nothing,
  deliver: nothing,
  posted: nothing,
  diagnosed: nothing,
  changed: nothing,
  resumed: nothing,
  hasHandler: nothing,
};

/** The key of a window's sessions, across copies of this package; the number is the version of their shape. */
const SHARED = /* @__PURE__ */ Symbol.for("calling-widget-sdk:widget:11");
