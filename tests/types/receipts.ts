// The answers of a receipt, which itself is no promise.
import type CallingExtensions from "calling-widget-sdk";
import type {
  CallingError,
  CompanyIdMatch,
  ContactIdMatch,
  ErrorCode,
  OutgoingCallReceipt,
  ReceiptCode,
  Tracked,
} from "calling-widget-sdk";

declare const cti: CallingExtensions;
declare const error: CallingError;

/** True if two types are the same. */
type Same<One, Two> = [One] extends [Two] ? ([Two] extends [One] ? true : false) : false;

/** The names of each member of a union. */
type KeysOf<Union> = Union extends unknown ? keyof Union : never;

/** The answer of a question's promise. */
type Answer<Method extends keyof Tracked, Question extends keyof ReturnType<Tracked[Method]>> =
  ReturnType<Tracked[Method]>[Question] extends (...args: never[]) => Promise<infer Value> ? Value : never;

export const results: [
  Same<Answer<"outgoingCall", "engagement">, number | string>,
  Same<Answer<"incomingCall", "engagement">, number | string>,
  Same<Answer<"incomingCall", "callerId">, (ContactIdMatch | CompanyIdMatch)[]>,
  Same<Answer<"callCompleted", "saved">, void>,
  Same<Answer<"finalizeEngagement", "finalized">, void>,
  Same<Answer<"publishToChannel", "finalized">, void>,
  Same<Answer<"navigateToRecord", "navigated">, { outcome: "notRefused" }>,
] = [true, true, true, true, true, true, true];

// Awaiting the receipt gives the receipt.
export const notThenable: Same<Awaited<OutgoingCallReceipt>, OutgoingCallReceipt> = true;
export const noneThenable: Same<Extract<KeysOf<ReturnType<Tracked[keyof Tracked]>>, "then">, never> = true;

const outgoing = cti.tracked.outgoingCall({ externalCallId: "c-1", fromNumber: "+15550100", createEngagement: true });
export const pending = outgoing.engagement({ timeoutMs: 5000, signal: new AbortController().signal });
export const askedForNothing = outgoing.engagement({ timeoutMs: undefined, signal: undefined });
export const { data }: { readonly data?: unknown } = error;

/** Every code, once. */
export function explained(code: ReceiptCode): ErrorCode {
  switch (code) {
    case "ABORTED":
    case "AMBIGUOUS":
    case "HOST_REFUSED":
    case "NOT_REQUESTED":
    case "NOT_SENT":
    case "OTHER_ENGAGEMENT":
    case "SESSION_LOST":
    case "SUPERSEDED":
    case "TIMED_OUT":
      return code;
  }
}

// @ts-expect-error a receipt of an outgoing call knows no caller
export type NoCaller = Answer<"outgoingCall", "callerId">;
// @ts-expect-error what has no answer has no receipt
export type NoReceipt = Tracked["callAnswered"];
// @ts-expect-error text where milliseconds belong
export const wrongTime: Promise<unknown> = outgoing.engagement({ timeoutMs: "30s" });
