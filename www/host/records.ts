import type { Company, Contact, EngagementRecord, ObjectCoordinates } from "calling-widget-sdk/host";

import { NUMBERS } from "../shared/numbers";

/** The account the demo plays in. */
export const PORTAL_ID = 62515;

/** One number of a record and the property that holds it. */
export interface RecordNumber {
  label: string;
  property: string;
  number: string;
}

/** Something that happened before, for the timeline's background. */
export interface Activity {
  at: number;
  title: string;
  text: string;
}

/** A CRM record as the page draws it. */
export interface DemoRecord {
  objectId: number;
  /** `0-1` contact, `0-2` company, anything else a custom object. */
  objectTypeId: string;
  kind: string;
  name: string;
  subtitle: string;
  numbers: readonly RecordNumber[];
  properties: readonly (readonly [label: string, value: string])[];
  activities: readonly Activity[];
}

const HOUR_MS = 3_600_000;
const now = Date.now();

/** The records, in the order of the switcher. */
export const RECORDS: readonly DemoRecord[] = [
  {
    objectId: 1001,
    objectTypeId: "0-1",
    kind: "Contact",
    name: "Maria Okafor",
    subtitle: "Head of operations, Harbour & Finch",
    numbers: [
      { label: "Mobile", property: "mobilephone", number: NUMBERS.mariaMobile },
      { label: "Office", property: "phone", number: NUMBERS.mariaOffice },
    ],
    properties: [
      ["E-mail", "maria.okafor@example.com"],
      ["Company", "Harbour & Finch"],
      ["Lifecycle stage", "Customer"],
      ["Owner", "Sam Whitlock"],
      ["City", "Seattle"],
    ],
    activities: [
      { at: now - 26 * HOUR_MS, title: "E-mail opened", text: "“Your service window for the spring check”" },
      { at: now - 90 * HOUR_MS, title: "Contact created", text: "From the form “Book a service visit”" },
    ],
  },
  {
    objectId: 1002,
    objectTypeId: "0-1",
    kind: "Contact",
    name: "Jonas Lindqvist",
    subtitle: "Purchasing, Northlight Studio",
    numbers: [{ label: "Mobile", property: "mobilephone", number: NUMBERS.jonasMobile }],
    properties: [
      ["E-mail", "jonas.lindqvist@example.com"],
      ["Company", "Northlight Studio"],
      ["Lifecycle stage", "Opportunity"],
      ["Owner", "Sam Whitlock"],
      ["City", "San Francisco"],
    ],
    activities: [{ at: now - 49 * HOUR_MS, title: "Contact created", text: "Imported from the trade fair list" }],
  },
  {
    objectId: 1003,
    objectTypeId: "0-1",
    kind: "Contact",
    name: "Priya Raman",
    subtitle: "Facilities, Calder Clinic",
    numbers: [{ label: "Phone", property: "phone", number: NUMBERS.priyaMobile }],
    properties: [
      ["E-mail", "priya.raman@example.com"],
      ["Company", "Calder Clinic"],
      ["Lifecycle stage", "Lead"],
      ["Owner", "Ines Duarte"],
      ["City", "Chicago"],
    ],
    activities: [{ at: now - 5 * HOUR_MS, title: "Contact created", text: "By Ines Duarte" }],
  },
  {
    objectId: 2001,
    objectTypeId: "0-2",
    kind: "Company",
    name: "Harbour & Finch",
    subtitle: "Marine refrigeration, 48 people",
    numbers: [
      { label: "Front desk", property: "phone", number: NUMBERS.harbourDesk },
      { label: "Dispatch", property: "dispatch_phone", number: NUMBERS.harbourDispatch },
    ],
    properties: [
      ["Domain", "harbourfinch.example.com"],
      ["Industry", "Marine services"],
      ["Contacts", "Maria Okafor"],
      ["Owner", "Sam Whitlock"],
      ["City", "Seattle"],
    ],
    activities: [{ at: now - 91 * HOUR_MS, title: "Company created", text: "From the contact Maria Okafor" }],
  },
  {
    objectId: 4001,
    objectTypeId: "2-12345",
    kind: "Service visit",
    name: "Visit 4001: spring check",
    subtitle: "Custom object, Harbour & Finch",
    numbers: [{ label: "On-site phone", property: "on_site_phone", number: NUMBERS.visitOnSite }],
    properties: [
      ["Object type", "2-12345"],
      ["Technician", "Theo Brandt"],
      ["Stage", "Scheduled"],
      ["Address", "Pier 9, Seattle"],
    ],
    activities: [{ at: now - 25 * HOUR_MS, title: "Visit scheduled", text: "Theo Brandt, morning" }],
  },
];

/** The record at these coordinates, if the account has it. */
export function findRecord(objectTypeId: string, objectId: number): DemoRecord | undefined {
  return RECORDS.find((record) => record.objectTypeId === objectTypeId && record.objectId === objectId);
}

/** Where a record lives, as messages spell it. */
export function coordinatesOf(record: DemoRecord): ObjectCoordinates {
  return { portalId: PORTAL_ID, objectId: record.objectId, objectTypeId: record.objectTypeId };
}

/** The people and companies a caller is looked up among. */
export function seed(): { contacts: Contact[]; companies: Company[]; engagements: EngagementRecord[] } {
  const contacts: Contact[] = [];
  const companies: Company[] = [];
  for (const record of RECORDS) {
    const phoneNumbers = record.numbers.map((entry) => entry.number);
    const { portalId, objectId } = coordinatesOf(record);
    if (record.objectTypeId === "0-1") {
      const [firstName = "", ...rest] = record.name.split(" ");
      const email = record.properties.find(([label]) => label === "E-mail")?.[1] ?? "";
      const objectCoordinates = { portalId, objectId, objectTypeId: "0-1" as const };
      contacts.push({ objectCoordinates, firstName, lastName: rest.join(" "), email, phoneNumbers });
    } else if (record.objectTypeId === "0-2") {
      companies.push({ objectCoordinates: { portalId, objectId, objectTypeId: "0-2" as const }, name: record.name, phoneNumbers });
    }
  }
  return { contacts, companies, engagements: [earlierCall()] };
}

function earlierCall(): EngagementRecord {
  const startedAt = now - 50 * HOUR_MS;
  return {
    id: 9001,
    owner: "service",
    externalCallId: "earlier-1",
    direction: "OUTBOUND",
    fromNumber: NUMBERS.ownLine,
    toNumber: NUMBERS.jonasMobile,
    startedAt,
    endedAt: startedAt + 254_000,
    callEndStatus: "COMPLETED",
    onTimeline: true,
    published: false,
    properties: {
      hs_call_title: "First call after the trade fair",
      hs_call_body: "Wants a quote for two display cases. Send it by Friday.",
      hs_call_direction: "OUTBOUND",
      hs_call_duration: "254000",
      hs_call_status: "COMPLETED",
      hs_timestamp: String(startedAt),
    },
    associations: [{ portalId: PORTAL_ID, objectId: 1002, objectTypeId: "0-1" }],
    createdAt: startedAt,
    updatedAt: startedAt + 254_000,
  };
}
