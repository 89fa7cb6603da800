import { CallingError, type ReceiptCode } from "../shared/errors.js";
import { messageType } from "../generated/constants.js";
import type {
  CallerIdMatches,
  OnCallCompletedInput,
  OnFinalizeEngagement,
  OnIncomingCallInput,
  OnNavigateToRecordInput,
  OnOutgoingCallInput,
  OnPublishToChannel,
} from "../generated/messages.js";
import type { Question } from "./member.js";
import type { Slot } from "./slot.js";

/** Options of a wait for an outcome. */
export type ReceiptOptions = {
  /**
   * In ms, 30,000 when absent. Only time the page is awake counts: neither a laptop that
   * sleeps nor a tab with throttled timers causes a time-out.
   */
  timeoutMs?: number | undefined;
  /** Ends the wait as `ABORTED`; what was sent stays sent. */
  signal?: AbortSignal | undefined;
};

/** The receipt of an outgoing call. */
export type OutgoingCallReceipt = {
  /**
   * The engagement's id.
   *
   * Rejects with a `CallingError` whose `code` is a {@link ReceiptCode};
   * `NOT_REQUESTED` unless the payload has `createEngagement: true`.
   */
  engagement(options?: ReceiptOptions): Promise<number | string>;
};

/** The receipt of an incoming call. */
export type IncomingCallReceipt = OutgoingCallReceipt & {
  /**
   * The records that have the caller's number; empty if there are none.
   *
   * Rejects with a `CallingError` whose `code` is a {@link ReceiptCode}.
   */
  callerId(options?: ReceiptOptions): Promise<CallerIdMatches["callerIdMatches"]>;
};

/** The receipt of a call's completion. */
export type CallCompletedReceipt = {
  /**
   * The engagement's properties were applied.
   *
   * Rejects with a `CallingError` whose `code` is a {@link ReceiptCode};
   * `NOT_REQUESTED` unless the payload has `engagementProperties`.
   */
  saved(options?: ReceiptOptions): Promise<void>;
};

/** The receipt of an engagement that is handed over. */
export type FinalizeEngagementReceipt = {
  /**
   * The engagement was published.
   *
   * Rejects with a `CallingError` whose `code` is a {@link ReceiptCode}.
   */
  finalized(options?: ReceiptOptions): Promise<void>;
};

/** The receipt of a navigation. */
export type NavigateToRecordReceipt = {
  /**
   * The host answers only when it refuses. So this settles at the time-out, unless the host
   * refuses: then it rejects as `HOST_REFUSED`.
   */
  navigated(options?: ReceiptOptions): Promise<{
    /** No refusal came in time. */
    outcome: "notRefused";
  }>;
};

/**
 * The methods that a host answers, each with a receipt.
 *
 * A method sends like its namesake of {@link CallingExtensions}, through the app's own
 * `sendMessage`. A receipt is not a promise. Ask it as often and as late as you like, or not
 * at all.
 */
export type Tracked = {
  /** A call to somebody begins; its engagement's id can be awaited. */
  outgoingCall(callInfo: OnOutgoingCallInput): OutgoingCallReceipt;
  /** Somebody calls; the engagement's id and the caller's records can be awaited. */
  incomingCall(callInfo: OnIncomingCallInput): IncomingCallReceipt;
  /** Completes a call; the saving of its properties can be awaited. */
  callCompleted(data: OnCallCompletedInput): CallCompletedReceipt;
  /** Hands an engagement over; its publication can be awaited. */
  finalizeEngagement(data: OnFinalizeEngagement): FinalizeEngagementReceipt;
  /** @deprecated Use `finalizeEngagement`. */
  // oxlint-disable-next-line typescript/no-deprecated -- its own payload
  publishToChannel(data: OnPublishToChannel): FinalizeEngagementReceipt;
  /** Asks the host to open a record; a missing refusal can be awaited. */
  navigateToRecord(payload: OnNavigateToRecordInput): NavigateToRecordReceipt;
};

/** The tracked methods of an object that has the sending ones. */
export function trackedMethods(
  sender: Record<keyof Tracked, (payload: never) => void>,
  slot: Slot,
): Tracked {
  const tracked: Record<string, unknown> = {};
  for (const [method, type, ...questions] of METHODS) {
    tracked[method] = (payload: never): unknown => {
      const receipt = slot.track(type);
      try {
        sender[method](payload);
      } finally {
        slot.session.enter("trackEnd", receipt);
      }
      return Object.fromEntries(
        questions.map((question) => [
          question,
          (options?: ReceiptOptions) => outcome(slot, receipt, method, question, options),
        ]),
      );
    };
  }
  return tracked as Tracked;
}

/** The outcome of a question about a receipt. */
function outcome(
  slot: Slot,
  receipt: number,
  method: string,
  question: Question,
  { timeoutMs, signal }: ReceiptOptions = {},
): Promise<unknown> {
  const promise = new Promise((resolve, reject) => {
    let abort = (): void => undefined;
    const listener = (): void => {
      abort();
    };
    signal?.addEventListener("abort", listener);
    abort = slot.session.receipts.ask(receipt, question, timeoutMs, (code, value) => {
      signal?.removeEventListener("abort", listener);
      if (code === "") {
        resolve(question === "navigated" ? { outcome: "notRefused" } : value);
      } else {
        const reason = code as ReceiptCode;
        reject(new CallingError(reason, `${method}: ${TEXTS[reason]}`, value));
      }
    });
    if (signal?.aborted) {
      abort();
    }
  });
  // A promise that nobody handles is no uncaught failure.
  promise.catch(() => undefined);
  return promise;
}

const METHODS: readonly [keyof Tracked, string, ...Question[]][] = [
  ["outgoingCall", messageType.OUTGOING_CALL_STARTED, "engagement"],
  ["incomingCall", messageType.INCOMING_CALL, "engagement", "callerId"],
  ["callCompleted", messageType.CALL_COMPLETED, "saved"],
  ["finalizeEngagement", messageType.FINALIZE_ENGAGEMENT, "finalized"],
  // oxlint-disable-next-line typescript/no-deprecated -- its own type
  ["publishToChannel", messageType.PUBLISH_TO_CHANNEL, "finalized"],
  ["navigateToRecord", messageType.NAVIGATE_TO_RECORD, "navigated"],
];

const TEXTS: Readonly<Record<ReceiptCode, string>> = {
  ABORTED: "the wait was aborted",
  AMBIGUOUS: "the host's answer could be another call's",
  HOST_REFUSED: "the host refused; its answer is the error's data",
  NOT_REQUESTED: "the payload does not ask for this",
  NOT_SENT: "the message was not sent",
  OTHER_ENGAGEMENT: "the engagement is not this call's",
  SESSION_LOST: "the session it was sent in is over",
  SUPERSEDED: "a later message took its place",
  TIMED_OUT: "the host did not answer in time",
};
