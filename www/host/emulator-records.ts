import {
  InMemoryRecordStore,
  type CallerIdMatch,
  type CompletedCall,
  type EngagementInput,
  type EngagementRecord,
  type ObjectCoordinatesInput,
  type RecordStore,
} from "calling-widget-sdk/host";

import { propertiesOf, recordOf, type CallObject } from "./engagement";
import { PlatformError, type Platform } from "./platform";
import { PORTAL_ID, RECORDS, callersOf, type CrmObject } from "./records";

/** The page's requests to a record store, beside a host's. */
export interface DemoRecords extends RecordStore {
  /** Every engagement. */
  readonly engagements: readonly EngagementRecord[];
  /** A record's timeline, newest first. */
  engagementsOf(record: ObjectCoordinatesInput): EngagementRecord[];
  /** Adds a listener that is called after each change; returns a function that removes it. */
  subscribe(listener: () => void): () => void;
}

interface ListedCall extends CallObject {
  associations?: Readonly<Record<string, { results: readonly { id: string }[] } | undefined>>;
}

interface Listed<T> {
  results: readonly T[];
  paging?: { next: { after: string } };
}

/**
 * Engagements and records, stored in the emulator.
 *
 * The package's own store decides the effect of a request on an engagement: it is asked
 * first, and its result is sent to the emulator before the page shows it.
 */
export class EmulatorRecords implements DemoRecords {
  private store = new InMemoryRecordStore();
  /** The emulator's identifier of each engagement. */
  private readonly objectIds = new Map<number, string>();
  private readonly listeners = new Set<() => void>();
  /** Each change reads, computes and writes; changes run one after another. */
  private turn: Promise<unknown> = Promise.resolve();

  private constructor(private readonly platform: Platform) {}

  /** The records of an emulator, with the engagements it has. */
  static async open(platform: Platform): Promise<EmulatorRecords> {
    const records = new EmulatorRecords(platform);
    const calls = await records.list<ListedCall>("calls", `&associations=${ASSOCIATED}`);
    records.store = new InMemoryRecordStore({ engagements: calls.map((call) => records.read(call)) });
    return records;
  }

  get engagements(): readonly EngagementRecord[] {
    return this.store.engagements;
  }

  engagementsOf(record: ObjectCoordinatesInput): EngagementRecord[] {
    return this.store.engagementsOf(record);
  }

  subscribe(listener: () => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  async createEngagement(call: EngagementInput): Promise<EngagementRecord> {
    return this.make(propertiesOf(new InMemoryRecordStore().createEngagement(call)));
  }

  async completeEngagement(id: number | string, call: CompletedCall): Promise<EngagementRecord> {
    await this.adopt(id, call);
    // The timeline has the call even where the CRM refuses a property.
    const completed = await this.change(id, (store) => store.completeEngagement(id, { ...call, properties: {} }));
    const hasProperties = Object.keys(call.properties).length > 0;
    return hasProperties ? this.change(id, (store) => store.completeEngagement(id, call)) : completed;
  }

  async publishEngagement(id: number | string, call: EngagementInput): Promise<EngagementRecord> {
    await this.adopt(id, call);
    return this.change(id, (store) => store.publishEngagement(id, call));
  }

  async matchCallerId(phoneNumber: string): Promise<CallerIdMatch[]> {
    const types = [["contacts", "0-1"], ["companies", "0-2"]] as const;
    const objects = await Promise.all(
      types.map(async ([type, objectTypeId]) => (await this.list<CrmObject>(type, "")).map((object) => ({ ...object, objectTypeId }))),
    );
    return new InMemoryRecordStore(callersOf(objects.flat())).matchCallerId(phoneNumber);
  }

  /** Adds an engagement that the calling app created elsewhere. */
  private async adopt(id: number | string, call: EngagementInput): Promise<void> {
    if (call.owner !== "app" || (await this.find(id)) !== undefined) return;
    const adopted = new InMemoryRecordStore({ firstEngagementId: Number(id) }).createEngagement(call);
    const mark = String(adopted.id);
    await this.make({ ...propertiesOf(adopted), demo_engagement_id: mark, hs_unique_creation_key: `adopted ${mark}` });
  }

  /** Computes a change on a copy, sends it, and shows the emulator's result. */
  private async change(
    id: number | string,
    work: (store: InMemoryRecordStore) => unknown,
  ): Promise<EngagementRecord> {
    return this.inTurn(async () => {
      const known = await this.find(id);
      const store = new InMemoryRecordStore({ engagements: known === undefined ? [] : [known] });
      work(store);
      const next = store.engagements[0];
      if (known === undefined || next === undefined || next === known) return known ?? Promise.reject(new Error(`there is no engagement ${String(id)}`));
      const path = `/crm/v3/objects/calls/${this.objectIds.get(known.id) ?? String(id)}`;
      const added = next.associations.filter((other) => !known.associations.includes(other));
      for (const { objectTypeId, objectId } of added) {
        await this.platform.ask("PUT", `${path.replace("/v3/", "/v4/")}/associations/default/${objectTypeId}/${objectId}`);
      }
      const properties = changed(propertiesOf(known), propertiesOf(next));
      if (Object.keys(properties).length === 0) return this.show(next);
      const call = await this.platform.ask<CallObject>("PATCH", path, { properties });
      return this.show(recordOf(call, next.associations));
    });
  }

  private make(properties: Record<string, string>): Promise<EngagementRecord> {
    return this.inTurn(async () => {
      const call = await this.platform.ask<CallObject>("POST", "/crm/v3/objects/calls", { properties });
      const known = this.engagements.find(({ id }) => this.objectIds.get(id) === call.id);
      return this.show(known ?? this.read(call));
    });
  }

  /** An engagement from the emulator. */
  private async find(id: number | string): Promise<EngagementRecord | undefined> {
    const objectId = this.objectIds.get(Number(id)) ?? String(id);
    try {
      const names = await this.names("calls");
      const query = `properties=${names}&associations=${ASSOCIATED}`;
      return this.read(await this.platform.ask<ListedCall>("GET", `/crm/v3/objects/calls/${encodeURIComponent(objectId)}?${query}`));
    } catch (error) {
      if (error instanceof PlatformError && error.status === 404) return undefined;
      throw error;
    }
  }

  private read(call: ListedCall): EngagementRecord {
    const associations = TYPES.flatMap(({ name, objectTypeId }) =>
      (call.associations?.[name]?.results ?? []).map(({ id }) => ({ portalId: PORTAL_ID, objectId: Number(id), objectTypeId })),
    );
    const record = recordOf(call, associations);
    this.objectIds.set(record.id, call.id);
    return record;
  }

  private show(record: EngagementRecord): EngagementRecord {
    const others = this.engagements.filter(({ id }) => id !== record.id);
    this.store = new InMemoryRecordStore({ engagements: [...others, record] });
    for (const listener of [...this.listeners]) listener();
    return record;
  }

  /** All records of a type, with all their properties. */
  private async list<T>(type: string, query: string): Promise<T[]> {
    const found: T[] = [];
    const names = await this.names(type);
    for (let after: string | undefined = ""; after !== undefined; ) {
      const part: Listed<T> = await this.platform.ask("GET", `/crm/v3/objects/${type}?limit=100&after=${after}&properties=${names}${query}`);
      found.push(...part.results);
      after = part.paging?.next.after;
    }
    return found;
  }

  /** The properties that the page reads of a type's records, for a query. */
  private async names(type: string): Promise<string> {
    const { results } = await this.platform.ask<Listed<{ name: string }>>("GET", `/crm/v3/properties/${type}`);
    const names = results.map(({ name }) => name);
    // All properties of a call, those that the page itself writes first.
    const read =
      type === "calls"
        ? names.sort((one, other) => Number(other.startsWith("demo_")) - Number(one.startsWith("demo_")))
        : names.filter((name) => name.includes("phone") || CALLER.has(name));
    let length = 0;
    return read.filter((name) => (length += name.length + 1) <= LONGEST_QUERY).join(",");
  }

  private inTurn<T>(work: () => Promise<T>): Promise<T> {
    const done = this.turn.then(work);
    this.turn = done.catch(() => undefined);
    return done;
  }
}

/** The properties of a caller, beside the numbers. */
const CALLER: ReadonlySet<string> = new Set(["email", "firstname", "lastname", "name"]);

/** An address may have 8192 characters. */
const LONGEST_QUERY = 7000;

/** The differences; an empty text clears a property. */
function changed(from: Record<string, string>, to: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(to).filter(([name, value]) => (from[name] ?? "") !== value));
}

/** The object types that calls can belong to, by the emulator's names. */
const TYPES: readonly { name: string; objectTypeId: string }[] = [...new Set(RECORDS.map(({ objectTypeId }) => objectTypeId))].map(
  (objectTypeId) => ({ name: objectTypeId === "0-1" ? "contacts" : objectTypeId === "0-2" ? "companies" : objectTypeId, objectTypeId }),
);

const ASSOCIATED = TYPES.map(({ name }) => name).join(",");
