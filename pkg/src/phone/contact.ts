import type { PhoneCause } from "./types.js";
import type { ConnectCallbacks, ConnectConnection, ConnectContact } from "./vendors.js";

/** Joins both parties once the third one answers, so that the agent may leave; otherwise resumes the customer. */
export function awaitThirdParty(contact: ConnectContact, settle: (isTransferred: boolean) => void): void {
  let wasThere = false;
  const subscription = contact.onRefresh(() => {
    const third = contact.getSingleActiveThirdPartyConnection();
    if (isThere(third)) {
      subscription.unsubscribe();
      contact.conferenceConnections({ success: () => settle(true), failure: () => settle(false) });
    } else if (third === null && wasThere) {
      subscription.unsubscribe();
      contact.getInitialConnection()?.resume(IGNORED);
      settle(false);
    }
    wasThere ||= third !== null;
  });
}

/** True while somebody who answered is on a connection. */
export function isThere(connection: ConnectConnection | null): boolean {
  return connection?.isActive() === true && !connection.isConnecting();
}

/** True if a contact is no call any more. */
export function isOver(contact: ConnectContact): boolean {
  return OVER.has(contact.getStatus().type);
}

const OVER: ReadonlySet<string> = new Set(["ended", "error", "missed", "rejected"]);

/** @throws Error where it is missing. */
export function there<Value>(value: Value | null | undefined): Value {
  if (value === null || value === undefined) {
    throw new Error("the agent has no such connection");
  }
  return value;
}

/** The promise of a Streams command. The command's own error may name people. */
export function done(command: (how: ConnectCallbacks) => void): Promise<void> {
  return new Promise((resolve, reject) => {
    command({ success: () => resolve(), failure: () => reject(new Error("Amazon Connect refused the command")) });
  });
}

/** The cause of a contact's end; undefined if one of the parties ended it. */
export function causeOf(contact: ConnectContact, agentState: string): PhoneCause | undefined {
  return ENDS.get(agentState) ?? (contact.getStatus().type === "error" ? "failed" : undefined);
}

/** The causes by the agent's state after a call; after any other end there is no such state. */
const ENDS: ReadonlyMap<string, PhoneCause> = new Map([
  ["BadAddressCustomer", "failed"],
  ["FailedConnectAgent", "failed"],
  ["FailedConnectCustomer", "failed"],
  ["LineEngagedCustomer", "busy"],
  ["MissedCallAgent", "noAnswer"],
  ["MissedCallCustomer", "noAnswer"],
  ["RealtimeCommunicationError", "failed"],
]);

/** Callbacks of a command whose result is ignored. */
export const IGNORED: ConnectCallbacks = { success: () => undefined, failure: () => undefined };
