import type { PhoneCause } from "./types.js";
import type { ConnectCallbacks, ConnectConnection, ConnectContact } from "./vendors.js";

/** Once the third party answers, both parties stay and the agent may leave; if it does not, the customer is taken back. */
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

/** Whether somebody answered on a connection, and is there still. */
export function isThere(connection: ConnectConnection | null): boolean {
  return connection?.isActive() === true && !connection.isConnecting();
}

/** @throws Error where it is missing. */
export function there<Value>(value: Value | null | undefined): Value {
  if (value === null || value === undefined) {
    throw new Error("the agent has no such connection");
  }
  return value;
}

/** The promise of a command of Streams. What it fails with may name people. */
export function done(command: (how: ConnectCallbacks) => void): Promise<void> {
  return new Promise((success, reject) => {
    command({ success, failure: () => reject(new Error("Amazon Connect refused the command")) });
  });
}

/** How a contact ended that is over: the cause, undefined after an end that one of the two made. */
export function causeOf(contact: ConnectContact, agentState: string): PhoneCause | undefined {
  return ENDS.get(agentState) ?? (contact.getStatus().type === "error" ? "failed" : undefined);
}

/** How a call ended, by the name of the agent's state; after any other end the agent has no such state. */
const ENDS: ReadonlyMap<string, PhoneCause> = new Map([
  ["BadAddressCustomer", "failed"],
  ["FailedConnectAgent", "failed"],
  ["FailedConnectCustomer", "failed"],
  ["LineEngagedCustomer", "busy"],
  ["MissedCallAgent", "noAnswer"],
  ["MissedCallCustomer", "noAnswer"],
  ["RealtimeCommunicationError", "failed"],
]);

/** For a command after which there is nothing to do. */
export const IGNORED: ConnectCallbacks = { success: () => undefined, failure: () => undefined };
