import { type Member, type Message, type Note, RELAY_ONLY } from "./member.js";
import { joinSession } from "./registry.js";
import type { Slot } from "./slot.js";
import { debugMessageType, messageType } from "../generated/constants.js";
import { attempt } from "../shared/attempt.js";
import { CallingError, shown } from "../shared/errors.js";
import { privateOf, setPrivate } from "./private-data.js";
import { type Hooks, prepared, showReceived } from "./hooks.js";
import { Log } from "../shared/log.js";
import { checkManagerOptions, ownOptions } from "./options.js";
import { isolated } from "../shared/isolated.js";
import type {
  Diagnostic,
  IframeManagerOptions,
  IframeManagerOptionsInput,
  IframeOptionsInput,
} from "../shared/types.js";
import type { Open, SizeInfo } from "../generated/messages.js";
import { unpostable } from "../shared/plain.js";
import { targetOf } from "./peer.js";
import { FRAME_PERMISSIONS, baseUrl, hasWindow, originOf, wasDispatched } from "../shared/page.js";
import { hide } from "../shared/walks.js";
import { type FrameRelay, relayTo } from "./relay.js";

/** A manager's private data. */
export type ManagerPrivate = {
  /** Its slot in the session of the widget's side; null on the host's. */
  slot: Slot | null;
  /** The relay to the frame on the host's side; null on the widget's. */
  relay: FrameRelay | null;
  log: Log;
  /** The app's hooks. */
  hooks: Hooks;
  /** Stops the instance's own work. */
  stop: () => void;
};

/** The additional arguments of {@link CallingExtensions} to its own manager. */
export type ManagerExtras = {
  /** The app's hooks. */
  hooks: Hooks;
  /** Receives each diagnostic. */
  diagnosed: (diagnostic: Diagnostic) => void;
  /** Joins the session of the widget's side. */
  join: (member: Member) => Slot;
};

/**
 * A raw relay between a widget and its host: it carries messages, and sends none itself but
 * those of the handshake.
 *
 * Without `iFrameOptions` this side is the widget; with them it is the host and makes the
 * frame. Apps use {@link CallingExtensions}; this class is for code with its own rules.
 */
export class IFrameManager {
  /** Its options; null on the host's side once it is removed. */
  options: IframeManagerOptions | null;
  /** Receives every message of the other side. */
  onMessageHandler: IframeManagerOptions["onMessageHandler"];
  /** True if this side is the host. */
  isIFrameHost: boolean;
  /** True if messages are logged at once. */
  debugMode: boolean;
  /** Callbacks that wait for a reply, by message id. */
  // oxlint-disable-next-line typescript/no-unsafe-function-type -- the published type
  callbacks: Record<string, Function>;
  /** The prefix of every message id of this instance. */
  instanceId: number;
  /** Matches the message ids of this instance. */
  instanceRegexp: RegExp;
  /** True once the other side answered the handshake. */
  isReady: boolean;
  /** The listener of the window's messages: passes an event to {@link onMessage}. */
  // oxlint-disable-next-line typescript/no-explicit-any -- the published type
  messageHandler: (event: any) => void;
  /** The frame, on the host's side. */
  iFrame: HTMLIFrameElement | null;
  /** The time of this load's first SYNC, in ms since the epoch. */
  firstSyncSent: number;
  /** The window that messages are posted to; not enumerable. Setting it moves nothing: see the option `hostWindow`. */
  destinationWindow: Window | null;
  /** The origin that messages are posted to. */
  destinationHost: string;

  /**
   * @throws CallingError `INVALID_OPTIONS`, `INVALID_OPTION`, `INVALID_URL`,
   *   `MISSING_HOST_ELEMENT`; with `./slim`, `NOT_INITIALIZED`.
   */
  constructor(options: IframeManagerOptionsInput);
  constructor(options: IframeManagerOptionsInput, extras: ManagerExtras = relayOnly(options)) {
    checkManagerOptions(options);
    const { logger, redact, hostWindow } = options;
    const iFrameOptions = options.iFrameOptions || undefined;
    this.options = ownOptions(options) as IframeManagerOptions;
    this.onMessageHandler = options.onMessageHandler;
    this.isIFrameHost = iFrameOptions !== undefined;
    this.debugMode = Boolean(options.debugMode);
    this.callbacks = {};
    this.instanceId = Math.floor(Math.random() * Number.MAX_SAFE_INTEGER);
    counts.set(this.instanceId, 0);
    this.instanceRegexp = new RegExp(`^${this.instanceId}(?!\\d)`);
    this.isReady = false;
    this.firstSyncSent = 0;
    this.iFrame = null;
    this.messageHandler = (event: MessageEvent) => {
      this.onMessage(event);
    };
    const log = new Log({
      isVerbose: () => this.debugMode,
      redact: redact ?? true,
      logger: logger === undefined ? console : logger,
    });
    const flush = (): void => {
      log.flush();
    };
    // Before the session's own listener, which takes the messages passed on.
    const target = targetOf(hostWindow ?? undefined);
    const { messageHandler } = this;
    target?.addEventListener("message", messageHandler);
    const mine: ManagerPrivate = setPrivate(this, {
      slot: null,
      relay: null,
      log,
      hooks: extras.hooks,
      stop: () => {
        target?.removeEventListener("message", messageHandler);
        flush();
        if (hasWindow()) {
          window.removeEventListener("pagehide", flush);
        }
      },
    });

    const member: Member = {
      acknowledge: (message) => {
        // An override finds the manager in the published SDK's state at that time.
        this.isReady = true;
        pin(this);
        this.sendMessage(message);
      },
      deliver: (message) => {
        deliver(this, message);
      },
      posted: (message) => {
        log.message(PREFIX, debugMessageType.TO_HUBSPOT, message.type, message);
      },
      diagnosed: (diagnostic, isPrinted) => {
        const { level } = diagnostic;
        const prints = !isPrinted && level !== "count" && (level !== "note" || this.debugMode);
        if (prints) {
          log.diagnostic(diagnostic);
        }
        extras.diagnosed(diagnostic);
        return prints;
      },
      changed: () => undefined,
      resumed: () => undefined,
      hasHandler: () => true,
    };
    try {
      if (iFrameOptions === undefined) {
        mine.slot = extras.join(member);
      } else {
        mine.relay = openFrame(this, iFrameOptions, member);
      }
    } catch (error) {
      mine.stop();
      throw error;
    }

    const { iFrame } = this as { iFrame: HTMLIFrameElement | null };
    this.destinationWindow = mine.slot?.session.peerWindow ?? iFrame?.contentWindow ?? null;
    hide(this, "destinationWindow");
    this.destinationHost = hostWindow?.origin ?? IFrameManager.getDestinationHost(iFrameOptions);
    if (hasWindow()) {
      window.addEventListener("pagehide", flush);
    }
  }

  /** A new message id: the instance's id and a counter. */
  static createMessageId(instanceId: string | number): string {
    const count = (counts.get(instanceId) ?? 0) + 1;
    counts.set(instanceId, count);
    return `${instanceId}_${count}`;
  }

  /**
   * The element that holds the frame.
   *
   * @throws CallingError `MISSING_HOST_ELEMENT`.
   */
  static getHostElement(hostElementSelector: string): Element {
    // An invalid selector matches nothing.
    const element = attempt(() => document.querySelector(hostElementSelector));
    if (!element) {
      throw new CallingError(
        "MISSING_HOST_ELEMENT",
        `hostElement not found: no element matches "${hostElementSelector}"; add it to the page before constructing`,
      );
    }
    return element;
  }

  /** An address' origin; the page's own for an empty one, and empty if there is none. */
  static extractHostFromUrl(url: string): string {
    return originOf(url);
  }

  /**
   * The origin of the first message's receiver: the frame's on the host's side; else the
   * referrer's, or the page's own without a referrer.
   */
  static getDestinationHost(iFrameOptions: IframeOptionsInput | undefined): string {
    if (iFrameOptions) {
      return IFrameManager.extractHostFromUrl(iFrameOptions.src);
    }
    return hasWindow() ? IFrameManager.extractHostFromUrl(document.referrer) : "";
  }

  /**
   * Makes the frame in its emptied host element.
   *
   * @throws CallingError `INVALID_OPTION`, `INVALID_URL`, `MISSING_HOST_ELEMENT`.
   */
  static createIFrame(
    iFrameOptions: IframeOptionsInput,
    onLoadCallback: (event: Event) => void,
    onLoadErrorCallback: OnErrorEventHandler,
  ): HTMLIFrameElement | null {
    const { src, width, height, hostElementSelector } = iFrameOptions;
    const required: Record<string, unknown> = { src, width, height, hostElementSelector };
    for (const [name, value] of Object.entries(required)) {
      const isSize = (name === "width" || name === "height") && typeof value === "number" && value > 0;
      if (!isSize && (typeof value !== "string" || value === "")) {
        throw new CallingError(
          "INVALID_OPTION",
          `iFrameOptions is missing one of the required properties: ${name} is ${shown(value)}; pass a text that is not empty`,
        );
      }
    }
    if (originOf(src) === "" || !/^https?:/.test(new URL(src, baseUrl()).protocol)) {
      throw new CallingError(
        "INVALID_URL",
        `iFrameOptions.src is ${shown(src)}; pass an http or https address`,
      );
    }
    const iFrame = document.createElement("iframe");
    iFrame.onload = onLoadCallback;
    iFrame.onerror = onLoadErrorCallback;
    iFrame.src = src;
    iFrame.width = String(width);
    iFrame.height = String(height);
    iFrame.allow = FRAME_PERMISSIONS;
    iFrame.id = "hubspot-calling-extension-iframe";

    const element = IFrameManager.getHostElement(hostElementSelector);
    element.replaceChildren(iFrame);
    return iFrame;
  }

  /** A size as the frame's attribute takes it. */
  static formatSize(size: number | string): string {
    return typeof size === "number" ? `${size}px` : size;
  }

  /** The frame could not be loaded. */
  handleLoadError(): void {
    // oxlint-disable-next-line typescript/no-unsafe-call -- the published type
    this.onMessageHandler({ type: messageType.SYNC_ACK_FAILED });
  }

  /** Sizes the frame, on the host's side. */
  updateIFrameSize(sizeInfo: Partial<SizeInfo>): void {
    const { width, height } = sizeInfo;
    if (width) {
      this.iFrame?.setAttribute("width", IFrameManager.formatSize(width));
    }
    if (height) {
      this.iFrame?.setAttribute("height", IFrameManager.formatSize(height));
    }
  }

  /** The other side answered the handshake: passes READY to the handler. */
  onReady(data: unknown = {}): void {
    this.isReady = true;
    // oxlint-disable-next-line typescript/no-unsafe-call -- the published type
    this.onMessageHandler({ type: messageType.READY, data });
  }

  /** Stops listening; on the host's side also removes the frame. Harmless when repeated. */
  remove(): void {
    const { slot, relay, stop } = mine(this);
    slot?.leave();
    relay?.leave();
    counts.delete(this.instanceId);
    stop();
    if (this.iFrame) {
      // Its element may have left the page already.
      this.iFrame.parentElement?.replaceChildren();
      this.isReady = false;
      this.iFrame = null;
      this.options = null;
    }
  }

  /**
   * Posts a message to the other side: at once if the session is open; otherwise it is
   * queued, in order. `callback` receives the reply, if one comes.
   */
  sendMessage(
    message: Message | Open<Message>,
    // oxlint-disable-next-line typescript/no-unsafe-function-type -- the published type
    callback?: ((reply: Message) => unknown) | Function,
  ): void {
    const { slot, relay, hooks, log } = mine(this);
    // An acknowledgement is not a message of the app.
    const sent = message.type === messageType.SYNC_ACK ? (message as Message) : prepared(hooks, message, noteOf(this));
    if (sent === undefined) {
      return;
    }
    // A falsy id counts as none.
    const id = sent.messageId || undefined;
    const messageId = id === undefined ? IFrameManager.createMessageId(this.instanceId) : String(id);
    if (callback && id === undefined) {
      this.callbacks[messageId] = callback;
    }
    relay?.send({ ...sent, messageId: id ?? messageId });
    if (this.isReady && slot?.isReady === false) {
      slot.session.enter("assumeReady", this.destinationHost);
    }
    const isRefused = slot?.send(sent, messageId) === "refused";
    if (isRefused && !log.options.redact) {
      // The diagnostic's own text is for fleets, and always masked.
      const path = unpostable(sent, "", false);
      log.advise(path === undefined ? [] : [`${sent.type}: ${path} cannot be posted`]);
    }
  }

  /**
   * Handles a message: {@link messageHandler} passes every event of the window here. An event
   * that the browser dispatched is checked; one passed by other code is handled as if it had
   * come from the other side. {@link sendMessage} acknowledges a SYNC.
   */
  onMessage(event: { data: unknown; origin?: string | undefined }): void {
    const { slot, relay } = mine(this);
    if (wasDispatched(event)) {
      relay?.receive(event);
      slot?.receive(event);
      return;
    }
    relay?.inject(event.data);
    slot?.inject(event);
  }

  /** Repeats SYNC if it is due, on the host's side. */
  sendSync(): void {
    mine(this).relay?.sync();
  }

  /** Prints a line unchanged: at once in debug mode, at the debug level otherwise. */
  logDebugMessage(...line: unknown[]): void {
    const { logger } = mine(this).log.options;
    if (this.debugMode) {
      logger?.log(...line);
    } else {
      logger?.debug(...line);
    }
  }
}

/** The extras of a separate manager, which only relays: no checks of any kind. */
function relayOnly(options: IframeManagerOptionsInput): ManagerExtras {
  return {
    hooks: {},
    diagnosed: () => undefined,
    join: (member) =>
      joinSession(member, {
        ...RELAY_ONLY,
        debugMode: Boolean(options.debugMode),
        hostWindow: options.hostWindow ?? undefined,
        allowedHostOrigins: options.allowedHostOrigins ?? undefined,
      }),
  };
}

function mine(manager: IFrameManager): ManagerPrivate {
  return privateOf(manager) as ManagerPrivate;
}

/** Reports errors of the app's hooks. */
function noteOf(manager: IFrameManager): Note {
  return (code, detail) => {
    const { slot, relay } = mine(manager);
    (slot ?? relay)?.note(code, detail);
  };
}

/** Points a manager at the session's host. */
function pin(manager: IFrameManager): void {
  const { slot } = mine(manager);
  manager.destinationHost = slot?.observed.host?.origin ?? manager.destinationHost;
  manager.destinationWindow = slot?.session.peerWindow ?? manager.destinationWindow;
}

/** Passes a message from the other side to its waiting callback, or to the handler. */
function deliver(manager: IFrameManager, message: Message): void {
  const { log, hooks } = mine(manager);
  const { type, messageId } = message;
  log.message(PREFIX, debugMessageType.FROM_HUBSPOT, type, message);
  showReceived(hooks, message, noteOf(manager));
  isolated(() => {
    if (type === messageType.READY && messageId === undefined) {
      pin(manager);
      manager.onReady(message.data);
      return;
    }
    const id = String(messageId);
    if (Object.prototype.hasOwnProperty.call(manager.callbacks, id)) {
      const callback = manager.callbacks[id] as ((reply: Message) => unknown) | undefined;
      Reflect.deleteProperty(manager.callbacks, id);
      callback?.(message);
      return;
    }
    // oxlint-disable-next-line typescript/no-unsafe-call -- the published type
    manager.onMessageHandler(message);
  });
}

/** Makes the frame and the relay to it. */
function openFrame(manager: IFrameManager, options: IframeOptionsInput, member: Member): FrameRelay {
  const relay = relayTo(
    {
      widgetOrigin: IFrameManager.extractHostFromUrl(options.src),
      frame: () => manager.iFrame?.contentWindow ?? null,
      connected: (ack) => {
        manager.onReady();
        manager.debugMode = Boolean(ack.debugMode);
      },
      failed: () => {
        manager.handleLoadError();
      },
    },
    member,
  );
  try {
    manager.iFrame = IFrameManager.createIFrame(
      options,
      () => {
        manager.firstSyncSent = Date.now();
        manager.isReady = false;
        relay.loaded();
      },
      () => {
        relay.errored();
      },
    );
  } catch (error) {
    relay.leave();
    throw error;
  }
  return relay;
}

/** The number of ids given to each instance: one instance's do not depend on the others. */
const counts = /* @__PURE__ */ new Map<string | number, number>();

/** The prefix of every line of the log. */
export const PREFIX = "[calling-widget-sdk]";
