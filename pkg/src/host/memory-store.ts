import type { ObjectCoordinatesInput } from "../generated/messages.js";
import { Emitter } from "../shared/emitter.js";
import { isSameNumber } from "./core.js";
import type {
  CallerIdMatch,
  Company,
  CompletedCall,
  Contact,
  EngagementInput,
  EngagementRecord,
  RecordStore,
  StoreMethod,
  StoreRequest,
} from "./records.js";

/**
 * A record store in memory, for development, tests and demos.
 *
 * Records are values: each change makes a new one, so a list that was read earlier
 * does not change.
 */
export class InMemoryRecordStore implements RecordStore {
  private readonly contacts: readonly Contact[];
  private readonly companies: readonly Company[];
  private records: readonly EngagementRecord[];
  private nextId: number;
  private readonly listeners = new Emitter<{ changed: [] }>();
  private faults: { method: StoreMethod; message: string }[] = [];

  /** @param seed the initial records. */
  constructor(
    seed: {
      /** Contacts a caller can be matched to. */
      contacts?: readonly Contact[];
      /** Companies, likewise. */
      companies?: readonly Company[];
      /** Engagements that exist already. */
      engagements?: readonly EngagementRecord[];
      /** The first engagement's id; ids count up from there. */
      firstEngagementId?: number;
    } = {},
  ) {
    this.contacts = seed.contacts ?? [];
    this.companies = seed.companies ?? [];
    this.records = seed.engagements ?? [];
    this.nextId = this.records.reduce(
      (next, record) => Math.max(next, record.id + 1),
      seed.firstEngagementId ?? FIRST_ID,
    );
  }

  /** Every engagement, oldest first. */
  get engagements(): readonly EngagementRecord[] {
    return this.records;
  }

  /** A record's timeline: its completed engagements, newest first. */
  engagementsOf(record: ObjectCoordinatesInput): EngagementRecord[] {
    return this.records
      .filter(
        (engagement) =>
          engagement.onTimeline && engagement.associations.some((other) => isSame(other, record)),
      )
      .sort((one, other) => other.startedAt - one.startedAt || other.id - one.id);
  }

  /** Adds a listener to changes; returns an unsubscribe function. */
  subscribe(listener: () => void): () => void {
    return this.listeners.on("changed", listener);
  }

  /** Makes the next call of a method throw an error with this text. */
  failNext(method: StoreMethod, message: string): void {
    this.faults.push({ method, message });
  }

  /**
   * A rule for the option `authorize` of {@link CallingHost}: a widget may change the
   * engagements that the host created for its calls, and its own ones. One that is on a
   * timeline belongs to its call, so it cannot be taken over.
   */
  allows(request: StoreRequest): boolean {
    if (!("engagementId" in request)) {
      return true;
    }
    const { engagementId, call } = request;
    const existing = this.find(engagementId);
    const isApps = call.owner === "app";
    if (existing?.onTimeline !== true) {
      return isApps || existing !== undefined;
    }
    return !isApps || (call.externalCallId !== undefined && call.externalCallId === existing.externalCallId);
  }

  createEngagement(call: EngagementInput): EngagementRecord {
    this.failIfAsked("createEngagement");
    return this.put(added(this.nextId, call));
  }

  completeEngagement(id: number | string, call: CompletedCall): EngagementRecord {
    this.failIfAsked("completeEngagement");
    const { associations, properties, endedAt, callEndStatus } = call;
    const record = this.known(id, call);
    return this.put({
      ...record,
      // An outgoing call may have begun with the ring of the user's own phone.
      ...(call.owner === "service" ? beginning(call) : {}),
      ...(endedAt === undefined ? {} : { endedAt }),
      ...(callEndStatus === undefined ? {} : { callEndStatus }),
      onTimeline: true,
      associations: [
        ...record.associations,
        ...associations.filter((other) => !record.associations.some((known) => isSame(known, other))),
      ],
      properties: { ...record.properties, ...properties },
    });
  }

  publishEngagement(id: number | string, call: EngagementInput): EngagementRecord {
    this.failIfAsked("publishEngagement");
    return this.put({ ...this.known(id, call), published: true });
  }

  matchCallerId(phoneNumber: string): CallerIdMatch[] {
    this.failIfAsked("matchCallerId");
    const has = ({ phoneNumbers }: { phoneNumbers: string[] }): boolean =>
      phoneNumbers.some((number) => isSameNumber(number, phoneNumber));
    return [
      ...this.contacts.filter(has).map(
        ({ objectCoordinates, firstName, lastName, email }): CallerIdMatch => ({
          callerIdType: "CONTACT",
          objectCoordinates,
          firstName,
          lastName,
          email,
        }),
      ),
      ...this.companies.filter(has).map(
        ({ objectCoordinates, name }): CallerIdMatch => ({
          callerIdType: "COMPANY",
          objectCoordinates,
          name,
        }),
      ),
    ];
  }

  /** Ids match as numbers and as texts. */
  private find(id: number | string): EngagementRecord | undefined {
    return this.records.find((record) => record.id === Number(id));
  }

  /** An engagement; one of the calling app's own is new to the store at first. */
  private known(id: number | string, call: EngagementInput): EngagementRecord {
    const existing = this.find(id);
    if (existing !== undefined) {
      return existing;
    }
    if (call.owner !== "app") {
      throw new Error(`there is no engagement ${String(id)}`);
    }
    if (!Number.isSafeInteger(Number(id))) {
      throw new Error("an engagement id has to be a whole number");
    }
    return added(Number(id), call);
  }

  private put(record: EngagementRecord): EngagementRecord {
    const next = { ...record, updatedAt: Date.now() };
    const isKnown = this.find(next.id) !== undefined;
    this.records = isKnown ? this.records.map((other) => (other.id === next.id ? next : other)) : [...this.records, next];
    this.nextId = Math.max(this.nextId, next.id + 1);
    this.listeners.emit("changed");
    return next;
  }

  private failIfAsked(method: StoreMethod): void {
    const at = this.faults.findIndex((fault) => fault.method === method);
    const [fault] = at < 0 ? [] : this.faults.splice(at, 1);
    if (fault !== undefined) {
      throw new Error(fault.message);
    }
  }
}

/** The engagement of a call that has just begun. */
function added(id: number, call: EngagementInput): EngagementRecord {
  return {
    id,
    owner: call.owner,
    ...beginning(call),
    onTimeline: false,
    published: false,
    properties: {},
    associations: [],
    createdAt: Date.now(),
    updatedAt: Date.now(),
  };
}

/** How a call began, without what is unknown. */
function beginning({ direction, externalCallId, fromNumber, toNumber, startedAt }: EngagementInput): Omit<EngagementInput, "owner"> {
  return {
    direction,
    ...(externalCallId === undefined ? {} : { externalCallId }),
    ...(fromNumber === undefined ? {} : { fromNumber }),
    ...(toNumber === undefined ? {} : { toNumber }),
    startedAt,
  };
}

function isSame(one: ObjectCoordinatesInput, other: ObjectCoordinatesInput): boolean {
  return one.objectId === other.objectId && one.objectTypeId === other.objectTypeId;
}

const FIRST_ID = 1001;
