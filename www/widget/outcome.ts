import { formatNumber } from "../shared/numbers";
import type { EndStatus } from "./line";
import { farNumber, type PhoneCall } from "./state";

/** The values of the form after a call. */
export interface WrapUp {
  title: string;
  notes: string;
  status: string;
  disposition: string;
  keepOpen: boolean;
  publish: boolean;
}

/** The form's initial values. */
export function defaultWrapUp(call: PhoneCall): WrapUp {
  const who = call.callers[0]?.name ?? formatNumber(farNumber(call));
  return {
    title: `${call.direction === "INBOUND" ? "Call from" : "Call to"} ${who}`,
    notes: "",
    status: LOGGED_AS[call.endStatus ?? "COMPLETED"],
    disposition: "",
    keepOpen: false,
    publish: false,
  };
}

/** End statuses in words. */
export const WORDS: Readonly<Record<EndStatus, string>> = {
  COMPLETED: "Completed",
  FAILED: "Failed",
  CANCELED: "Canceled",
  BUSY: "Busy",
  NO_ANSWER: "No answer",
  REJECTED: "Declined",
  MISSED: "Missed",
};

/** `hs_call_status` knows neither REJECTED nor MISSED. */
const LOGGED_AS: Readonly<Record<EndStatus, string>> = {
  COMPLETED: "COMPLETED",
  FAILED: "FAILED",
  CANCELED: "CANCELED",
  BUSY: "BUSY",
  NO_ANSWER: "NO_ANSWER",
  REJECTED: "CANCELED",
  MISSED: "NO_ANSWER",
};
