import type { Company, Contact, ObjectCoordinatesInput } from "calling-widget-sdk/host";

import account from "../shared/crm.json";

/** The account of the demo. */
export const PORTAL_ID = 62515;

/** One number of a record and the property that holds it. */
export interface RecordNumber {
  label: string;
  property: string;
  number: string;
}

/** A past activity, for the timeline's background. */
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

/** A record from the account, with its display data. */
interface AccountRecord {
  objectTypeId: string;
  objectId: number;
  properties: Readonly<Record<string, string | undefined>>;
  view: {
    kind: string;
    subtitle: string;
    /** Labels of numbers, and the properties that hold them. */
    numbers: Readonly<Record<string, string | undefined>>;
    /** Labels of the other rows, likewise. */
    rows: Readonly<Record<string, string | undefined>>;
    activities: readonly { hoursAgo: number; title: string; text: string }[];
  };
}

const HOUR_MS = 3_600_000;
const now = Date.now();

/** The records, in the order of the switcher. */
export const RECORDS: readonly DemoRecord[] = account.records.map(drawn);

function drawn({ objectId, objectTypeId, properties, view }: AccountRecord): DemoRecord {
  const listed = (labels: AccountRecord["view"]["rows"]): [label: string, property: string, value: string][] =>
    Object.entries(labels).map(([label, property = ""]) => [label, property, properties[property] ?? ""]);
  return {
    objectId,
    objectTypeId,
    kind: view.kind,
    name: nameOf(properties),
    subtitle: view.subtitle,
    numbers: listed(view.numbers).map(([label, property, number]) => ({ label, property, number })),
    properties: listed(view.rows).map(([label, property, value]) => [label, property === "lifecyclestage" ? capitalised(value) : value]),
    activities: view.activities.map(({ hoursAgo, title, text }) => ({ at: now - hoursAgo * HOUR_MS, title, text })),
  };
}

function nameOf({ name, firstname = "", lastname = "" }: AccountRecord["properties"]): string {
  return name ?? `${firstname} ${lastname}`;
}

function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** The record at these coordinates, if the account has it. */
export function findRecord(objectTypeId: string, objectId: number): DemoRecord | undefined {
  return RECORDS.find((record) => record.objectTypeId === objectTypeId && record.objectId === objectId);
}

/** A record's coordinates, as in messages. */
export function coordinatesOf(record: DemoRecord): ObjectCoordinatesInput {
  return { portalId: PORTAL_ID, objectId: record.objectId, objectTypeId: record.objectTypeId };
}

/** A record's identifier and properties, from the platform. */
export interface CrmObject {
  id: string;
  properties: Readonly<Record<string, string | null | undefined>>;
}

/** The contacts and companies among records, for lookups of callers. */
export function callersOf(objects: readonly (CrmObject & { objectTypeId: string })[]): { contacts: Contact[]; companies: Company[] } {
  const contacts: Contact[] = [];
  const companies: Company[] = [];
  for (const { objectTypeId, id, properties } of objects) {
    const objectId = Number(id);
    const phoneNumbers = Object.entries(properties).flatMap(([name, value]) => (name.includes("phone") && value ? [value] : []));
    if (objectTypeId === "0-1") {
      const { firstname, lastname, email } = properties;
      contacts.push({
        objectCoordinates: { portalId: PORTAL_ID, objectId, objectTypeId },
        firstName: firstname ?? "",
        lastName: lastname ?? "",
        email: email ?? "",
        phoneNumbers,
      });
    } else if (objectTypeId === "0-2") {
      companies.push({ objectCoordinates: { portalId: PORTAL_ID, objectId, objectTypeId }, name: properties["name"] ?? "", phoneNumbers });
    }
  }
  return { contacts, companies };
}
