/** The contact a number belongs to, unless the test says otherwise: a host leaves no field out. */
export const CALLEE = {
  subjectId: 101,
  objectId: 101,
  objectType: "CONTACT",
  countryCode: "US",
  calleeInfo: { calleeId: 101, calleeObjectTypeId: "0-1" },
  toPhoneNumberSrc: "phone",
} as const;
