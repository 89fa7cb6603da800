import { start } from "#core";

import { randomId } from "./environment.js";
import type { Tell } from "../hooks.js";
import { isolated } from "../report.js";
import type { Diagnostic } from "../types.js";
import type { Member, Message } from "./line.js";
import { post, taken } from "./plain.js";

/** What a relay to a frame works with. */
export type FrameSetup = {
  /** The one origin messages are posted to and taken from. */
  widgetOrigin: string;
  /** The frame's window, once there is one. */
  frame(): Window | null;
  /** The widget acknowledged SYNC. */
  connected(ack: { debugMode?: unknown }): void;
  /** The widget did not answer. */
  failed(): void;
};

/** A relay's line to its frame. */
export type FrameLine = {
  /** What the app's hooks give reason to say. */
  tell: Tell;
  send(message: Message): void;
  inject(message: unknown): void;
  loaded(): void;
  errored(): void;
  sync(): void;
  leave(): void;
};

/** Opens the line to a widget's frame: the handshake, the gate, the posts. */
export function joinFrame(setup: FrameSetup, member: Member): FrameLine {
  const { glue } = start();
  glue.relay_start(window.location.origin, setup.widgetOrigin, randomId());
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isGone = false;

  const counts = new Map<string, number>();
  const diagnose = (code: Diagnostic["code"], detail: string): void => {
    const count = (counts.get(code) ?? 0) + 1;
    counts.set(code, count);
    member.diagnosed({ code, level: "error", detail, count }, false);
  };
  const carry = (message: Message): void => {
    const frame = setup.frame();
    if (frame !== null && !post(frame, message, setup.widgetOrigin)) {
      diagnose("NOT_CLONEABLE", message.type);
      return;
    }
    member.posted(message);
  };
  const drain = (): void => {
    let order: Order | undefined;
    while (!isGone && (order = glue.relay_poll() as Order | undefined) !== undefined) {
      const [tag, message] = order;
      // What the app does with it holds nothing else up.
      isolated(() => {
        if (tag === POST) {
          carry(message as Message);
        } else if (tag === CONNECTED) {
          setup.connected(message as { debugMode?: unknown });
        } else {
          setup.failed();
        }
      });
    }
    clearTimeout(timer);
    const due = isGone ? -1 : glue.relay_due();
    if (due >= 0) {
      timer = setTimeout(sync, due - Date.now());
    }
  };
  const listener = (event: MessageEvent): void => {
    // Most of what a page hears is not for us; it never enters wasm.
    if (event.source === null || event.source !== setup.frame()) {
      return;
    }
    if (glue.relay_receive(event.isTrusted, 1, event.origin, event.data)) {
      member.deliver(event.data as Message);
    }
    drain();
  };
  window.addEventListener("message", listener);
  /** Does something, and what comes of it, unless the frame is gone. */
  const act =
    <Args extends unknown[]>(first: (...args: Args) => void) =>
    (...args: Args): void => {
      if (!isGone) {
        first(...args);
        drain();
      }
    };
  const sync = act(() => {
    glue.relay_timeout(Date.now());
  });

  return {
    tell: diagnose,
    send: act((message) => {
      const now = taken(message, "");
      if (now.path !== undefined) {
        diagnose("NOT_CLONEABLE", `${now.path} cannot be posted; take functions, symbols and live objects out`);
      } else if (!glue.relay_send(now.copy)) {
        diagnose("QUEUE_FULL", message.type);
      }
    }),
    inject: act((message) => {
      if (glue.relay_receive(true, 1, setup.widgetOrigin, message)) {
        member.deliver(message as Message);
      }
    }),
    loaded: act(() => {
      glue.relay_loaded(Date.now());
    }),
    errored: act(() => {
      glue.relay_errored();
    }),
    sync,
    leave: () => {
      isGone = true;
      clearTimeout(timer);
      window.removeEventListener("message", listener);
    },
  };
}

/** An order, as `relay_poll` documents it. */
type Order = [number, unknown];

/** The orders' first items. */
const POST = 0;
const CONNECTED = 1;
