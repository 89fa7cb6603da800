import { MAX_QUEUED, SYNC_INTERVAL_MS, SYNC_TIMEOUT_MS } from "../generated/limits.js";
import { messageType } from "../generated/constants.js";
import { isolated } from "../shared/isolated.js";
import { ownOrigin } from "../shared/page.js";
import { randomId } from "../shared/random-id.js";
import type { Diagnostic } from "../shared/types.js";
import { measure } from "../wasm/measure.js";
import type { Member, Message, Note } from "./member.js";
import { frozenCopy, post, unpostable } from "../shared/plain.js";
import { shownType } from "../shared/shown.js";

/** The environment of a relay to a frame. */
export type FrameSetup = {
  /** The one origin that messages are posted to and accepted from. */
  widgetOrigin: string;
  /** The frame's window, once there is one. */
  frame(): Window | null;
  /** The widget acknowledged SYNC. */
  connected(ack: { debugMode?: unknown }): void;
  /** The widget did not answer. */
  failed(): void;
};

/** A relay to a widget's frame. */
export type FrameRelay = {
  /** Reports errors of the app's hooks. */
  note: Note;
  send(message: Message): void;
  /** Handles a message event, if it is the widget's. */
  receive(event: MessageEvent): void;
  inject(message: unknown): void;
  loaded(): void;
  errored(): void;
  sync(): void;
  leave(): void;
};

/**
 * Relays messages to a widget's frame: the handshake, the gate, the posts.
 *
 * SYNC goes out at each load and then every 100 ms, each with a new id, until the widget
 * acknowledges one of them or 30 s have passed. Earlier messages are queued.
 */
export function relayTo(setup: FrameSetup, member: Member): FrameRelay {
  const prefix = randomId();
  let state: "idle" | "syncing" | "connected" | "failed" | "gone" = "idle";
  let timer: ReturnType<typeof setTimeout> | undefined;
  let left = 0;
  let lastId = 0;
  let sent: string[] = [];
  let waiting: Message[] = [];

  const counts = new Map<string, number>();
  const diagnose = (code: Diagnostic["code"], detail: string): void => {
    const count = (counts.get(code) ?? 0) + 1;
    counts.set(code, count);
    member.diagnosed({ code, level: "error", detail, count }, false);
  };
  const carry = (message: Message): void => {
    const frame = setup.frame();
    if (frame !== null && !post(frame, message, setup.widgetOrigin)) {
      diagnose("NOT_CLONEABLE", shownType(message.type));
      return;
    }
    member.posted(message);
  };
  const fail = (): void => {
    clearTimeout(timer);
    if (state !== "failed" && state !== "gone") {
      state = "failed";
      isolated(() => {
        setup.failed();
      });
    }
  };
  const sync = (): void => {
    clearTimeout(timer);
    if (state !== "syncing") {
      return;
    }
    if (left === 0) {
      fail();
      return;
    }
    left -= 1;
    lastId += 1;
    const messageId = `${prefix}_${lastId}`;
    sent.push(messageId);
    timer = setTimeout(sync, SYNC_INTERVAL_MS);
    carry({ type: messageType.SYNC, messageId, hostUrl: ownOrigin(window) } as Message);
  };
  const take = (data: unknown): void => {
    if (state === "gone" || measure(data) !== undefined) {
      return;
    }
    const message = data as Message;
    if (typeof message.type !== "string" || !/^(?:string|number)$/.test(typeof message.messageId)) {
      return;
    }
    if (message.type !== messageType.SYNC_ACK) {
      if (state === "connected") {
        member.deliver(message);
      }
    } else if (state !== "connected" && sent.includes(String(message.messageId))) {
      // Also after the time-out: a page that starts slowly answers every SYNC that waits.
      clearTimeout(timer);
      state = "connected";
      // Before what the handler of READY sends.
      const due = waiting;
      waiting = [];
      due.forEach(carry);
      isolated(() => {
        setup.connected(message as { debugMode?: unknown });
      });
    }
  };
  return {
    note: diagnose,
    send: (message) => {
      if (state === "gone") {
        return;
      }
      const path = unpostable(message);
      if (path !== undefined) {
        diagnose("NOT_CLONEABLE", `${path} cannot be posted; take functions, symbols and live objects out`);
      } else if (state === "connected") {
        carry(message);
      } else if (waiting.length < MAX_QUEUED) {
        waiting.push(frozenCopy(message));
      } else {
        diagnose("QUEUE_FULL", shownType(message.type));
      }
    },
    receive: (event) => {
      // The sender is checked before anything is read.
      const isWidget =
        event.isTrusted &&
        event.source !== null &&
        event.source === setup.frame() &&
        event.origin === setup.widgetOrigin;
      if (isWidget) {
        take(event.data);
      }
    },
    inject: take,
    loaded: () => {
      if (state !== "gone") {
        state = "syncing";
        left = SYNC_TIMEOUT_MS / SYNC_INTERVAL_MS;
        sent = [];
        sync();
      }
    },
    errored: () => {
      if (state !== "connected") {
        fail();
      }
    },
    sync,
    leave: () => {
      state = "gone";
      clearTimeout(timer);
    },
  };
}
