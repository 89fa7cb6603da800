/**
 * A widget without a host, for an app's own unit tests.
 *
 * @packageDocumentation
 */
import type { FromHostInputs, FromHostTypes, OnReadyInput, Open } from "./generated/messages.js";
import { CallingExtensions } from "./index.js";
import type { OptionsInput } from "./types.js";

/** Any message a host sends. */
export type FromHostType = FromHostTypes[keyof FromHostTypes];

/** The payload of a host's message; what a host may leave out, a test may too. */
export type FromHostData<Type extends FromHostType> = FromHostInputs[{
  [Name in keyof FromHostTypes]: FromHostTypes[Name] extends Type ? Name : never;
}[keyof FromHostTypes]];

/** A message as a host would get it. */
export type SentMessage = {
  /** What the message is. */
  readonly type: string;
  /** Chosen by the SDK. */
  readonly messageId: string;
  /** The payload. */
  readonly data?: unknown;
};

/** An instance whose host is the test. */
export type MockedCallingExtensions = {
  /** The instance: a real one, with its queue, its calls and its checks. */
  readonly cti: CallingExtensions;
  /** What was posted to the host, oldest first; nothing before {@link ready}. */
  readonly sent: readonly SentMessage[];
  /**
   * Opens the session as a host does: `onReady` runs before this returns, and what
   * was queued is posted.
   */
  ready(data?: Open<OnReadyInput>): void;
  /** Delivers a message of the host: the handlers run before this returns. */
  receive<Type extends FromHostType>(type: Type, data: FromHostData<Type>): void;
};

/**
 * Makes an instance whose host is the test.
 *
 * Each has its own session, so tests in one page do not affect each other. It needs a
 * window, as in jsdom and happy-dom, and no frame, timer or network.
 *
 * @param options as the constructor takes them; `hostWindow` is the mock's, `resume` is
 *   off, so that no test finds another's calls, and nothing is logged unless a `logger`
 *   is passed.
 * @throws CallingError as the constructor does.
 */
export function mockCallingExtensions(options: OptionsInput): MockedCallingExtensions {
  const sent: SentMessage[] = [];
  const port = {
    addEventListener: () => undefined,
    close: () => undefined,
    postMessage: (message: SentMessage) => {
      if (message.type !== "SYNC_ACK") {
        sent.push(message);
      }
    },
    removeEventListener: () => undefined,
    start: () => undefined,
  };
  const cti = new CallingExtensions({
    logger: null,
    ...options,
    resume: false,
    hostWindow: { window: port as unknown as MessagePort, origin: ORIGIN },
  });
  let count = 0;
  const tell = (message: object): void => {
    count += 1;
    cti.iFrameManager.onMessage({ origin: ORIGIN, data: { messageId: `host_${count}`, ...message } });
  };
  return {
    cti,
    sent,
    ready: (data) => {
      tell({ type: "SYNC", hostUrl: ORIGIN, portalId: 1, userId: 2, ownerId: 3, iframeLocation: "widget", ...data });
    },
    receive: (type, data) => {
      tell({ type, data });
    },
  };
}

/** The origin the mock's host is at. */
const ORIGIN = "https://app.hubspot.com";
