import type { ObjectCoordinatesInput } from "../generated/messages.js";
import { isolated } from "../shared/isolated.js";
import type {
  CallerIdMatch,
  Company,
  Contact,
  EngagementInput,
  EngagementOutcome,
  EngagementRecord,
  RecordStore,
  StoreMethod,
  StoreRequest,
} from "./records.js";
import { isSameNumber } from "./session.js";

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
  private listeners = new Set<() => void>();
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
    const entry = (): void => {
      listener();
    };
    this.listeners.add(entry);
    return () => {
      this.listeners.delete(entry);
    };
  }

  /** Makes the next call of a method throw an error with this text. */
  failNext(method: StoreMethod, message: string): void {
    this.faults.push({ method, message });
  }

  /**
   * A rule for the option `authorize` of {@link CallingHost}: a widget may change this
   * store's engagements, and may claim one that is unknown or not completed yet. So it cannot
   * take over one on a timeline.
   */
  allows(request: StoreRequest): boolean {
    if (!("engagementId" in request)) {
      return true;
    }
    const existing = this.find(request.engagementId);
    return request.method === "adoptEngagement" ? existing?.onTimeline !== true : existing !== undefined;
  }

  createEngagement(input: EngagementInput): EngagementRecord {
    this.failIfAsked("createEngagement");
    return this.add(this.nextId, input);
  }

  readEngagement(id: number | string): EngagementRecord | undefined {
    this.failIfAsked("readEngagement");
    return this.find(id);
  }

  adoptEngagement(id: number | string, input: EngagementInput): EngagementRecord {
    this.failIfAsked("adoptEngagement");
    const number = Number(id);
    if (!Number.isSafeInteger(number)) {
      throw new Error("an engagement id has to be a whole number");
    }
    return this.find(id) ?? this.add(number, { ...input, owner: "app" });
  }

  updateEngagement(id: number | string, properties: Record<string, string>): EngagementRecord {
    this.failIfAsked("updateEngagement");
    return this.change(id, (record) => ({
      properties: { ...record.properties, ...properties },
    }));
  }

  completeEngagement(id: number | string, outcome: EngagementOutcome = {}): EngagementRecord {
    this.failIfAsked("completeEngagement");
    return this.change(id, () => ({ ...outcome, onTimeline: true }));
  }

  associateEngagement(id: number | string, to: ObjectCoordinatesInput[]): EngagementRecord {
    this.failIfAsked("associateEngagement");
    return this.change(id, ({ associations }) => ({
      associations: [
        ...associations,
        ...to.filter((added) => !associations.some((known) => isSame(known, added))),
      ],
    }));
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

  publishEngagement(id: number | string, externalCallId?: string): void {
    this.failIfAsked("publishEngagement");
    this.change(id, () => ({
      published: true,
      ...(externalCallId === undefined ? {} : { externalCallId }),
    }));
  }

  /** Ids match as numbers and as texts. */
  private find(id: number | string): EngagementRecord | undefined {
    return this.records.find((record) => record.id === Number(id));
  }

  private add(id: number, input: EngagementInput): EngagementRecord {
    const now = Date.now();
    const record: EngagementRecord = {
      ...input,
      id,
      onTimeline: false,
      published: false,
      properties: {},
      associations: [],
      createdAt: now,
      updatedAt: now,
    };
    this.nextId = Math.max(this.nextId, id + 1);
    this.records = [...this.records, record];
    this.changed();
    return record;
  }

  private change(
    id: number | string,
    change: (record: EngagementRecord) => Partial<EngagementRecord>,
  ): EngagementRecord {
    const existing = this.find(id);
    if (existing === undefined) {
      throw new Error(`there is no engagement ${String(id)}`);
    }
    const next = { ...existing, ...change(existing), updatedAt: Date.now() };
    this.records = this.records.map((record) => (record === existing ? next : record));
    this.changed();
    return next;
  }

  private changed(): void {
    for (const listener of [...this.listeners]) {
      isolated(listener);
    }
  }

  private failIfAsked(method: StoreMethod): void {
    const at = this.faults.findIndex((fault) => fault.method === method);
    const [fault] = at < 0 ? [] : this.faults.splice(at, 1);
    if (fault !== undefined) {
      throw new Error(fault.message);
    }
  }
}

function isSame(one: ObjectCoordinatesInput, other: ObjectCoordinatesInput): boolean {
  return one.objectId === other.objectId && one.objectTypeId === other.objectTypeId;
}

const FIRST_ID = 1001;
