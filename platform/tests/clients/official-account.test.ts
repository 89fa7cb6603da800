// An account's data besides contacts, by the published client, unchanged.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";

import { AssociationSpecAssociationCategoryEnum as Category } from "@hubspot/api-client/lib/codegen/crm/associations/v4/index.js";
import { PropertyCreateFieldTypeEnum as FieldType, PropertyCreateTypeEnum as Type } from "@hubspot/api-client/lib/codegen/crm/properties/index.js";

import { startEmulator, type Emulator } from "./support/emulator.ts";
import { officialClient, refusedWith } from "./support/official.ts";

let emulator: Emulator;

before(async () => {
  emulator = await startEmulator("vendor");
});

after(() => emulator.stop());

/** The client, with a separate namespace. */
const client = (namespace: string) => officialClient(`${emulator.address}/ns/${namespace}`);

test("owners are listed in pages, and read by either identifier", async () => {
  const { ownersApi } = (await client("owners")).crm.owners;

  const first = await ownersApi.getPage(undefined, undefined, 1);
  const second = await ownersApi.getPage(undefined, first.paging?.next?.after, 1);
  const [agent] = (await ownersApi.getPage("agent@crm.example")).results;
  const read = await ownersApi.getById(9, "userId");

  assert.deepEqual([...first.results, ...second.results].map(({ email }) => email), ["admin@crm.example", "agent@crm.example"]);
  assert.equal(second.paging, undefined);
  assert.equal(agent?.id, second.results[0]?.id);
  assert.deepEqual([read.id, read.type, read.userId, read.archived], ["41629779", "PERSON", 9, false]);
  assert.ok(read.createdAt instanceof Date && !Number.isNaN(read.createdAt.getTime()));
  await assert.rejects(ownersApi.getById(1), refusedWith(404));
});

test("a ticket is created, associated, changed and archived", async () => {
  const { crm } = await client("tickets");

  const made = await crm.tickets.basicApi.create({ properties: { subject: "No tone", hs_pipeline_stage: "1" }, associations: [] });
  const outcome = await crm.associations.v4.basicApi.createDefault("tickets", made.id, "companies", "2001");
  const changed = await crm.tickets.basicApi.update(made.id, { properties: { hs_pipeline_stage: "4", hubspot_owner_id: "41629779" } });
  const page = await crm.tickets.basicApi.getPage(10, undefined, ["subject", "hs_pipeline"]);
  await crm.tickets.batchApi.archive({ inputs: [{ id: made.id }] });

  assert.deepEqual(outcome.results.map(({ associationSpec }) => associationSpec.associationTypeId), [339, 340]);
  assert.equal(changed.properties["hubspot_owner_id"], "41629779");
  assert.deepEqual(page.results.map(({ properties }) => [properties["subject"], properties["hs_pipeline"]]), [["No tone", "0"]]);
  await assert.rejects(crm.tickets.basicApi.getById(made.id), refusedWith(404));
});

test("a product is created, and a line item is made of it", async () => {
  const { crm } = await client("products");

  const made = await crm.products.basicApi.create({ properties: { name: "Headset", price: "40", hs_sku: "HS-1" }, associations: [] });
  const line = await crm.lineItems.basicApi.create({ properties: { hs_product_id: made.id, quantity: "3" }, associations: [] });
  const all = await crm.products.batchApi.read({ inputs: [{ id: made.id }, { id: "7001" }], properties: ["name"], propertiesWithHistory: [] });

  assert.deepEqual([line.properties["name"], line.properties["amount"]], ["Headset", "120"]);
  assert.deepEqual(all.results.map(({ properties }) => properties["name"]), ["Headset", "Desk phone"]);
});

test("associations are created, read and archived in batches", async () => {
  const { batchApi, schema } = (await client("associations")).crm.associations.v4;
  const of = (from: string, to: string) => ({ _from: { id: from }, to: { id: to } });

  const label = await schema.definitionsApi.create("contacts", "companies", { name: "adviser", label: "Adviser", inverseLabel: "Advised by" });
  const [there] = label.results;
  assert.ok(there);
  const types = [{ associationCategory: Category.UserDefined, associationTypeId: there.typeId }];
  const byDefault = await batchApi.createDefault("contacts", "companies", { inputs: [of("1001", "201"), of("1002", "201")] });
  const byLabel = await batchApi.create("contacts", "companies", { inputs: [{ ...of("1001", "2001"), types }] });
  const read = await batchApi.getPage("contacts", "companies", { inputs: [{ id: "1001" }, { id: "1003" }] });
  await schema.definitionsApi.update("contacts", "companies", { associationTypeId: there.typeId, label: "Counsel" });
  const renamed = await schema.definitionsApi.getAll("contacts", "companies");
  await batchApi.archiveLabels("contacts", "companies", { inputs: [{ ...of("1001", "2001"), types }] });
  await schema.definitionsApi.remove("contacts", "companies", there.typeId);
  const unlabelled = await batchApi.getPage("contacts", "companies", { inputs: [{ id: "1001" }] });
  await batchApi.archive("contacts", "companies", { inputs: [{ _from: { id: "1001" }, to: [{ id: "201" }, { id: "2001" }] }] });
  const left = await batchApi.getPage("contacts", "companies", { inputs: [{ id: "1001" }] });

  assert.deepEqual(label.results.map((one) => [one.category, one.label]), [["USER_DEFINED", "Adviser"], ["USER_DEFINED", "Advised by"]]);
  assert.equal(byDefault.results.length, 4);
  assert.equal(byDefault.results[0]?._from.id, "1001");
  assert.deepEqual(byLabel.results.map(({ fromObjectId, labels }) => [fromObjectId, labels]), [[1001, ["Adviser"]]]);
  assert.deepEqual(read.results.map(({ _from, to }) => [_from.id, to.map(({ toObjectId, associationTypes }) => [toObjectId, associationTypes.map((one) => one.label)])]), [["1001", [[201, [null]], [2001, [null, "Adviser"]]]]]);
  assert.equal("errors" in read && read.numErrors, 1);
  assert.deepEqual(renamed.results.map((one) => one.label), [null, "Primary", "Counsel"]);
  assert.deepEqual(unlabelled.results[0]?.to.map(({ associationTypes }) => associationTypes.length), [1, 1]);
  assert.deepEqual(left.results, []);
});

test("a creation says where what it made is", async () => {
  const { basicApi } = (await client("location")).crm.contacts;

  const { httpStatusCode, headers, data } = await basicApi.createWithHttpInfo({ properties: { firstname: "Eve" }, associations: [] });

  assert.equal(httpStatusCode, 201);
  assert.equal(headers["location"], `${emulator.address}/ns/location/crm/v3/objects/contacts/${data.id}`);
  assert.equal(headers["x-request-id"], headers["x-hubspot-correlation-id"]);
});

test("groups and property definitions are created and read", async () => {
  const { groupsApi, batchApi, coreApi } = (await client("definitions")).crm.properties;
  const of = (name: string) => ({ name, label: name, groupName: "phone", type: Type.String, fieldType: FieldType.Text });

  const group = await groupsApi.create("calls", { name: "phone", label: "Phone", displayOrder: 1 });
  const made = await batchApi.create("calls", { inputs: [of("one"), of("two")] });
  const renamed = await coreApi.update("calls", "one", { label: "First" });
  const read = await batchApi.read("calls", { archived: false, inputs: [{ name: "one" }, { name: "none" }] });
  await coreApi.archive("calls", "one");
  await batchApi.archive("calls", { inputs: [{ name: "two" }] });
  const past = await coreApi.getAll("calls", true);
  const groups = await groupsApi.getAll("calls");

  assert.equal((await groupsApi.getByName("calls", group.name)).displayOrder, 1);
  assert.deepEqual(groups.results.map(({ name }) => name), ["call", "demo", "engagement", "phone"]);
  assert.deepEqual(made.results.map(({ name }) => name), ["one", "two"]);
  assert.equal(renamed.label, "First");
  assert.equal("errors" in read && read.numErrors, 1);
  assert.deepEqual(past.results.map(({ name, archived }) => [name, archived]), [["one", true], ["two", true]]);
});
