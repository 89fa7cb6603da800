// The messages of one call, the same for every sender.

/** A dial with every field; each is unique, so that none is a repeat. */
export function dial() {
  dials++;
  return {
    phoneNumber: "+12025550143",
    ownerId: 31,
    subjectId: 501,
    objectId: 501,
    objectType: "CONTACT" as const,
    portalId: 2048,
    countryCode: "US",
    calleeInfo: { calleeId: 501, calleeObjectTypeId: "0-1" },
    startTimestamp: FIRST_DIAL_MS + dials,
    toPhoneNumberSrc: "mobilephone",
  };
}

/** The start of a call to a number. */
export function started(toNumber: string) {
  calls++;
  const externalCallId = `call-${calls}`;
  open.push(externalCallId);
  return {
    externalCallId,
    toNumber,
    fromNumber: "+12025550100",
    callStartTime: FIRST_DIAL_MS + calls,
    createEngagement: true,
  };
}

/** The call that started last and is open. */
export function lastCall(): string {
  return open.at(-1) ?? "no call";
}

/** The end of a call. */
export function ended(externalCallId: string, engagementId: number) {
  open.splice(open.lastIndexOf(externalCallId), 1);
  return { externalCallId, engagementId, callEndStatus: "COMPLETED" as const };
}

/** The app's message when the user is done with a call. */
export function completed(externalCallId: string, engagementId: number) {
  return {
    externalCallId,
    engagementId,
    hideWidget: false,
    engagementProperties: {
      hs_call_title: "Call with Ada Example",
      hs_call_body: "Wants a quote for 20 seats.",
      hs_call_duration: "61000",
      hs_call_status: "COMPLETED",
    },
  };
}

/** The engagement of a call: no other has it. */
export function engagementOf(externalCallId: string): number {
  return 4021 + Number(externalCallId.slice("call-".length));
}

const FIRST_DIAL_MS = 1_763_712_060_000;

const open: string[] = [];
let dials = 0;
let calls = 0;
