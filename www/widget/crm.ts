import type { EventHandlers } from "calling-widget-sdk";

import type { Store } from "../shared/store";
import type { Caller, PhoneState } from "./state";

/**
 * Handlers of the CRM's messages: remarks, and the panel's place.
 *
 * @param meet - Receives the callers that the CRM knows.
 */
export function handlersOf(store: Store<PhoneState>, meet: (callers: readonly Caller[]) => void): Partial<EventHandlers> {
  const notify = (notice: string): void => store.set({ notice });
  return {
    onCreateEngagementFailed: (data) => notify(`The CRM could not create the call: ${reason(data)}`),
    onUpdateEngagementSucceeded: () => notify("Saved in the CRM."),
    onUpdateEngagementFailed: (data) => notify(`The CRM could not save the details: ${reason(data)}`),
    onCallerIdMatchSucceeded: ({ callerIdMatches }) => meet(callerIdMatches.map(callerOf)),
    onCallerIdMatchFailed: (data) => notify(`The caller could not be looked up: ${reason(data)}`),
    onNavigateToRecordFailed: () => notify("The CRM could not open the record."),
    onFinalizeEngagementSucceeded: () => notify("Published to the channel."),
    onFinalizeEngagementFailed: () => notify("The call could not be published to the channel."),
    onVisibilityChanged: ({ isMinimized, isHidden }) => store.set({ visibility: isHidden ? "hidden" : isMinimized ? "minimised" : "shown" }),
    defaultEventHandler: () => undefined,
  };
}

/** The reason of a CRM's refusal. */
function reason(data: { error?: { message?: string | undefined } | undefined } | undefined): string {
  return data?.error?.message ?? "no reason was given";
}

/** A record that the CRM found for a number. */
type Match = { objectCoordinates: Caller["coordinates"] } & (
  | { callerIdType: "CONTACT"; firstName?: string; lastName?: string }
  | { callerIdType: "COMPANY"; name?: string }
);

/** Converts a record to a caller. */
function callerOf(match: Match): Caller {
  const name = match.callerIdType === "COMPANY" ? match.name : `${match.firstName ?? ""} ${match.lastName ?? ""}`.trim();
  return { name: name === undefined || name === "" ? "Unnamed record" : name, coordinates: match.objectCoordinates };
}
