import type { AssociationList, AssociationOutcome, AssociationPage, AssociationSpec, BatchArchive, BatchCreate, BatchOutcome, BatchRead, BatchUpdate, BatchUpsert, CrmObject, FoundObjects, LabelledAssociation, NewObject, NewProperty, ObjectChange, ObjectList, ObjectPage, ObjectReading, ObjectSearch, ObjectSelection, Property, PropertyList, UpsertedObject } from "../generated/rest.js";
import { ask, connect } from "./client.js";
import type { CallOptions, ObjectsClientOptions } from "./options.js";
import { core } from "./rest-core.js";

/**
 * Records of the CRM: contacts, deals, quotes, call engagements, custom objects.
 *
 * The type of records is the first argument: `"contacts"`, `"quotes"`, `"2-123"`. Every
 * method's promise rejects with a `RestError`. A request with faults is not sent:
 * `INVALID_REQUEST` has the fault with the parameter and the path. Neither an error
 * nor an inspection of the client shows the token.
 *
 * @example
 * const objects = new ObjectsClient({ baseUrl: "https://api.example", accessToken: (options) => store.accessToken(options) });
 * const quote = await objects.create("quotes", { properties: { hs_title: "Phones", hs_expiration_date: "2099-12-31" } });
 * await objects.associate("quotes", quote.id, "deals", dealId);
 */
export class ObjectsClient {
  /** @throws CallingError `INVALID_URL` or `INVALID_OPTION`, naming the option. */
  constructor(options: ObjectsClientOptions) {
    connect(this, core, options, ["accessToken"]);
  }

  /**
   * Lists records of a type by ascending identifier: 10, or as many as `limit` says.
   * `paging.next.after` of the answer is the `after` of the next page.
   */
  list(objectType: string, selection?: ObjectSelection & ObjectPage, options?: CallOptions): Promise<ObjectList> {
    return ask(this, "objects.list", { objectType, selection }, options);
  }

  /**
   * Reads a record, by its identifier or by the value of `idProperty`. Refused with 404
   * when there is none.
   */
  read(objectType: string, id: string, selection?: ObjectSelection & ObjectReading, options?: CallOptions): Promise<CrmObject> {
    return ask(this, "objects.read", { objectType, id, selection }, options);
  }

  /** Creates a record, with its associations. */
  create(objectType: string, object: NewObject, options?: CallOptions): Promise<CrmObject> {
    return ask(this, "objects.create", { objectType, object }, options);
  }

  /**
   * Sets the given properties; an empty text or null clears a property's value.
   */
  update(objectType: string, id: string, change: ObjectChange, options?: CallOptions): Promise<CrmObject> {
    return ask(this, "objects.update", { objectType, id, change }, options);
  }

  /** Deletes a record; a missing one counts as deleted. */
  archive(objectType: string, id: string, options?: CallOptions): Promise<void> {
    return ask(this, "objects.archive", { objectType, id }, options);
  }

  /**
   * Searches for records that match every filter of any group, and contain all words of
   * `query`.
   */
  search(objectType: string, search: ObjectSearch, options?: CallOptions): Promise<FoundObjects> {
    return ask(this, "objects.search", { objectType, search }, options);
  }

  /**
   * Reads up to a hundred records. Missing ones are in `errors` of the answer.
   */
  batchRead(objectType: string, batch: BatchRead, options?: CallOptions): Promise<BatchOutcome<CrmObject>> {
    return ask(this, "objects.batchRead", { objectType, batch }, options);
  }

  /** Creates up to a hundred records. */
  batchCreate(objectType: string, batch: BatchCreate, options?: CallOptions): Promise<BatchOutcome<CrmObject>> {
    return ask(this, "objects.batchCreate", { objectType, batch }, options);
  }

  /** Sets properties of up to a hundred records. */
  batchUpdate(objectType: string, batch: BatchUpdate, options?: CallOptions): Promise<BatchOutcome<CrmObject>> {
    return ask(this, "objects.batchUpdate", { objectType, batch }, options);
  }

  /** Sets properties of up to a hundred records, and creates missing ones. */
  batchUpsert(objectType: string, batch: BatchUpsert, options?: CallOptions): Promise<BatchOutcome<UpsertedObject>> {
    return ask(this, "objects.batchUpsert", { objectType, batch }, options);
  }

  /** Deletes up to a hundred records; missing ones count as deleted. */
  batchArchive(objectType: string, batch: BatchArchive, options?: CallOptions): Promise<void> {
    return ask(this, "objects.batchArchive", { objectType, batch }, options);
  }

  /** Associates two records, in both directions, with the default association of their types. */
  associate(objectType: string, id: string, toObjectType: string, toId: string, options?: CallOptions): Promise<AssociationOutcome> {
    return ask(this, "objects.associate", { objectType, id, toObjectType, toId }, options);
  }

  /**
   * Associates two records by labels, such as a quote with the contact who signs it.
   * The default association comes with it.
   */
  label(objectType: string, id: string, toObjectType: string, toId: string, labels: readonly AssociationSpec[], options?: CallOptions): Promise<LabelledAssociation> {
    return ask(this, "objects.label", { objectType, id, toObjectType, toId, labels }, options);
  }

  /** Removes all associations of two records; without any, nothing happens. */
  dissociate(objectType: string, id: string, toObjectType: string, toId: string, options?: CallOptions): Promise<void> {
    return ask(this, "objects.dissociate", { objectType, id, toObjectType, toId }, options);
  }

  /** Lists the records of a type that a record is associated with, with the association types. */
  listAssociations(objectType: string, id: string, toObjectType: string, page?: AssociationPage, options?: CallOptions): Promise<AssociationList> {
    return ask(this, "objects.listAssociations", { objectType, id, toObjectType, page }, options);
  }

  /** Reads the definitions of a type's properties. */
  properties(objectType: string, options?: CallOptions): Promise<PropertyList> {
    return ask(this, "objects.properties", { objectType }, options);
  }

  /** Reads the definition of one property. */
  property(objectType: string, name: string, options?: CallOptions): Promise<Property> {
    return ask(this, "objects.property", { objectType, name }, options);
  }

  /** Defines a property of a type. */
  defineProperty(objectType: string, property: NewProperty, options?: CallOptions): Promise<Property> {
    return ask(this, "objects.defineProperty", { objectType, property }, options);
  }
}
