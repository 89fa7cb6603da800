import type { EngagementRecord, ObjectCoordinatesInput } from "calling-widget-sdk/host";

/** A call engagement from the platform. */
export interface CallObject {
  id: string;
  properties: Readonly<Record<string, string | null | undefined>>;
  /** ISO date-times. */
  createdAt: string;
  updatedAt: string;
}

/** The page's record of a call engagement: its properties in the CRM's terms, and a few of the demo's. */
export function recordOf(call: CallObject, associations: ObjectCoordinatesInput[]): EngagementRecord {
  const property = (name: string): string | undefined => call.properties[name] ?? undefined;
  const properties: Record<string, string> = {};
  for (const [name, value] of Object.entries(call.properties)) {
    if (value && !name.startsWith("demo_") && !OWN.has(name)) properties[name] = value;
  }
  const fromNumber = property("hs_call_from_number");
  const toNumber = property("hs_call_to_number");
  const externalCallId = property(EXTERNAL_ID);
  const endedAt = property("demo_ended_at");
  const callEndStatus = property("demo_end_status") as EngagementRecord["callEndStatus"];
  return {
    id: Number(property("demo_engagement_id") ?? call.id),
    owner: property("demo_owner") === "app" ? "app" : "service",
    direction: property("hs_call_direction") === "INBOUND" ? "INBOUND" : "OUTBOUND",
    startedAt: momentOf(property("hs_timestamp") ?? call.createdAt),
    ...(externalCallId === undefined ? {} : { externalCallId }),
    ...(fromNumber === undefined ? {} : { fromNumber }),
    ...(toNumber === undefined ? {} : { toNumber }),
    ...(endedAt === undefined ? {} : { endedAt: Number(endedAt) }),
    ...(callEndStatus === undefined ? {} : { callEndStatus }),
    onTimeline: property("demo_on_timeline") === "true",
    published: property("demo_published") === "true",
    properties,
    associations,
    createdAt: Date.parse(call.createdAt),
    updatedAt: Date.parse(call.updatedAt),
  };
}

/** All properties of a call engagement, apart from its associations. */
export function propertiesOf(record: EngagementRecord): Record<string, string> {
  return {
    hs_call_direction: record.direction,
    hs_call_from_number: record.fromNumber ?? "",
    hs_call_to_number: record.toNumber ?? "",
    hs_timestamp: String(record.startedAt),
    ...record.properties,
    [EXTERNAL_ID]: record.externalCallId ?? "",
    demo_owner: record.owner,
    demo_ended_at: record.endedAt === undefined ? "" : String(record.endedAt),
    demo_end_status: record.callEndStatus ?? "",
    demo_on_timeline: String(record.onTimeline),
    demo_published: String(record.published),
  };
}

/** Parses milliseconds or an ISO date-time; the CRM accepts both. */
function momentOf(text: string): number {
  const number = Number(text);
  const moment = Number.isFinite(number) ? number : Date.parse(text);
  return Number.isFinite(moment) ? moment : 0;
}

const EXTERNAL_ID = "hs_call_external_id";

/** Properties that the CRM and this page reserve. */
const OWN: ReadonlySet<string> = new Set([EXTERNAL_ID, "hs_createdate", "hs_lastmodifieddate", "hs_object_id", "hs_unique_creation_key"]);
