import { attempt } from "../shared/attempt.js";
import type { Callee, WidgetState, WindowRole } from "../shared/types.js";
import { frozenCopy, isObject, unpostable } from "../shared/plain.js";
import { find } from "../wasm/orders.js";
import { chosenHandlers } from "./delivery.js";
import type { InjectedEvent, Message, Note, SendOutcome } from "./member.js";
import { Observed } from "./observed.js";
import type { Session } from "./session.js";

/** A session, and the number of an instance in it. */
export type Place = readonly [session: Session, id: number];

/** An instance's slot in its session. */
export class Slot {
  private isGone = false;

  /** @param place the place; or a function that takes one, once a question needs a session. */
  constructor(private place: Place | (() => Place)) {}

  get session(): Session {
    return this.at[0];
  }

  /** The state that its engine reported last. */
  get observed(): Observed {
    return this.taken?.[0].observed ?? NOT_EMBEDDED;
  }

  /** The state of the session, as the instance sees it. */
  get state(): WidgetState {
    return this.isGone ? "destroyed" : this.observed.state;
  }

  /** The window's role among the user's windows. */
  get role(): WindowRole {
    return this.taken?.[0].windows?.role ?? "alone";
  }

  /** True once READY was delivered to it. */
  get isReady(): boolean {
    const [session, id] = this.at;
    return session.instances.get(id)?.isReady === true;
  }

  /** Sends a message of the app. One that may wait is copied: the app may change the object before it is posted. */
  send(message: Message, messageId: string): SendOutcome {
    const [session, id] = this.at;
    const { observed, departure } = session;
    const path = unpostable(message);
    if (path !== undefined) {
      return session.refuse(path);
    }
    const mayWait = !this.isReady || observed.host?.isInitialized !== true || departure.isLeaving;
    const sent = mayWait ? attempt(() => frozenCopy(message)) : message;
    if (sent === undefined) {
      return session.refuse("the message");
    }
    // The published SDK posts the fields of any value, those of a text too.
    return find(session.enter("send", id, Object(sent) as object, messageId), "sent")?.[1] ?? "refused";
  }

  /** Passes a message event on to the session. */
  receive(event: MessageEvent): void {
    const [session, id] = this.at;
    const instance = session.instances.get(id);
    if (instance !== undefined) {
      instance.heard = event;
    }
    if (event.eventPhase === 0 || session.missed === event) {
      // The session's own listener had its turn.
      session.handle(event);
    }
  }

  /** Handles an event as if its message came from the host. */
  inject(event: InjectedEvent): void {
    const [session, id] = this.at;
    session.inject(id, event);
  }

  /** The names of the handlers to call for a message. */
  route(type: string, data: unknown, handlers: unknown): string[] {
    const [session, id] = this.at;
    const { delivery } = session.executor;
    const planned = delivery?.planOf(id, type, data);
    const plan = planned ?? find(session.enter("route", id, { type, data }), "route")?.[1];
    const [names, taker] = chosenHandlers(plan, handlers);
    if (planned === undefined) {
      session.enter("routed", id, taker);
    } else {
      delivery?.served.push(`${id}:${taker}`);
    }
    return names;
  }

  /** The record that a dialled number belongs to. */
  callee(data: unknown): Callee | undefined {
    return isObject(data) ? find(this.session.enter("callee", data), "callee")?.[1] : undefined;
  }

  /** Opens a receipt for the next message of a type; returns its number. */
  track(type: string): number {
    const [session, id] = this.at;
    const receipt = session.next();
    session.enter("track", id, receipt, type);
    return receipt;
  }

  /** Reports errors of the app's handlers and hooks. */
  note(...[code, detail]: Parameters<Note>): void {
    this.session.enter("note", code, detail);
  }

  /** The instance leaves; harmless when repeated. */
  leave(): void {
    if (!this.isGone) {
      this.isGone = true;
      const { taken } = this;
      taken?.[0].leave(taken[1]);
    }
  }

  private get taken(): Place | undefined {
    return typeof this.place === "object" ? this.place : undefined;
  }

  private get at(): Place {
    return this.taken ?? (this.place = (this.place as () => Place)());
  }
}

const NOT_EMBEDDED = /* @__PURE__ */ new Observed("notEmbedded");
