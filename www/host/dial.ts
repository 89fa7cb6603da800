import { coordinatesOf, type DemoRecord, type RecordNumber } from "./records";
import type { Connection } from "./state/connection";
import type { PageState } from "./state/page";
import type { Store } from "../shared/store";

/** The reason that a number cannot be dialled now; empty if it can. */
export function whyNotDial(state: PageState, connection: Connection, record: DemoRecord): string {
  const { host } = connection;
  if (host === undefined) return "No calling app is open.";
  if (state.hostState === "failed") return "The calling app did not answer.";
  // A ring is not the user's call yet.
  const isBusy = state.calls.some((call) => ["requested", "dialing", "connected"].includes(call.state));
  if (isBusy && state.hasActiveCall) return "A call is active.";
  return host.canDial(record.objectTypeId) ? "" : "This calling app does not call from custom objects.";
}

/** Dials a number of a record and keeps it on the screen while it waits. */
export function dial(store: Store<PageState>, connection: Connection, record: DemoRecord, entry: RecordNumber): string {
  const { host } = connection;
  if (host === undefined) return "No calling app is open.";
  const { objectId, objectTypeId } = coordinatesOf(record);
  const objectType = objectTypeId === "0-1" ? "CONTACT" : objectTypeId === "0-2" ? "COMPANY" : undefined;
  const outcome = host.dialNumber({
    phoneNumber: entry.number,
    subjectId: objectId,
    objectId,
    ...(objectType === undefined ? {} : { objectType }),
    calleeInfo: { calleeId: objectId, calleeObjectTypeId: objectTypeId },
    countryCode: "US",
    toPhoneNumberSrc: entry.property,
  });
  if (outcome.sent) return "";
  if (outcome.code.startsWith("HELD_")) {
    store.set({ heldNumber: entry.number });
    return "";
  }
  return outcome.message;
}
