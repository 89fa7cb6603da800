import { END_CAUSES, type End, TIMELINE_STATUS } from "../generated/phone.js";
import type { Call } from "./call.js";
import { callerNumber } from "./number.js";

/** The end of an unanswered call, by its cause: a number, a name, or SIP's status line. */
export function endOf(type: string, cause: unknown): End {
  if (type !== "ended" && type !== "failed") {
    return ["failed", "FAILED"];
  }
  const said = cause ?? (type === "ended" ? "normal" : "failed");
  const text = typeof said === "string" ? said : "";
  const status = /^(?:SIP\/2\.0 )?([3-6]\d\d)(?!\d)/i.exec(text)?.[1];
  const key = status !== undefined ? Number(status) : text === "" ? said : text.replace(/[^a-z]/gi, "").toLowerCase();
  const isSip = typeof key === "number" && key >= 300 && key <= 699;
  return END_CAUSES.get(key) ?? (isSip ? ["failed", "FAILED"] : ["failed", "FAILED", "PHONE_CAUSE_UNKNOWN"]);
}

/** The engagement's part of a call's completion; empty without an engagement. */
export function outcomeOf({ engagementId, startedAt, answeredAt, endedAt, status = "FAILED", ...call }: Call): object {
  if (engagementId === undefined) {
    return {};
  }
  const [from, to] = call.direction === "outbound" ? [call.ownNumber, call.number] : [callerNumber(call.number), call.ownNumber];
  return {
    engagementId,
    engagementProperties: {
      ...(startedAt === undefined ? {} : { hs_timestamp: startedAt }),
      hs_call_direction: call.direction.toUpperCase(),
      hs_call_status: TIMELINE_STATUS[status],
      ...(answeredAt === undefined || endedAt === undefined ? {} : { hs_call_duration: String(Math.max(0, endedAt - answeredAt)) }),
      ...(from ? { hs_call_from_number: from } : {}),
      ...(to ? { hs_call_to_number: to } : {}),
      ...call.properties,
    },
  };
}
