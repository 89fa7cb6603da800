import assert from "node:assert/strict";
import { after, before, test } from "node:test";

import { AssociationSpecAssociationCategoryEnum as CallsCategory, FilterOperatorEnum as CallsOperator } from "@hubspot/api-client/lib/codegen/crm/objects/calls/index.js";
import { FilterOperatorEnum as ContactsOperator } from "@hubspot/api-client/lib/codegen/crm/contacts/index.js";
import { PropertyCreateFieldTypeEnum as PropertyFieldType, PropertyCreateTypeEnum as PropertyType } from "@hubspot/api-client/lib/codegen/crm/properties/index.js";

import { startEmulator, type Emulator } from "./support/emulator.ts";
import { officialClient, refusedWith } from "./support/official.ts";

let emulator: Emulator;

before(async () => {
  emulator = await startEmulator("vendor");
});

after(() => emulator.stop());

/** The client, with a separate namespace. */
const client = (namespace: string) => officialClient(`${emulator.address}/ns/${namespace}`);

test("a contact is created, read, changed, listed and archived", async () => {
  const { basicApi } = (await client("contacts")).crm.contacts;

  const made = await basicApi.create({ properties: { firstname: "Eve", phone: "+15550177" }, associations: [] });
  const changed = await basicApi.update(made.id, { properties: { firstname: "Evelyn" } });
  const read = await basicApi.getById(made.id, ["firstname", "phone"]);

  assert.ok(made.createdAt instanceof Date && !Number.isNaN(made.createdAt.getTime()));
  assert.equal(made.archived, false);
  assert.equal(changed.properties["firstname"], "Evelyn");
  assert.equal(read.properties["firstname"], "Evelyn");
  assert.equal(read.properties["phone"], "+15550177");
  // Page by page, like the client's own helper.
  const names: (string | null | undefined)[] = [];
  for (let after: string | undefined; ; ) {
    const part = await basicApi.getPage(2, after, ["firstname"]);
    names.push(...part.results.map(({ properties }) => properties["firstname"]));
    after = part.paging?.next?.after;
    if (after === undefined) break;
  }
  assert.deepEqual(names, ["Ada", "Ben", "Maria", "Jonas", "Priya", "Evelyn"]);
  await basicApi.archive(made.id);
  await assert.rejects(basicApi.getById(made.id), refusedWith(404));
});

test("a call engagement is created and associated", async () => {
  const { crm } = await client("calls");

  const made = await crm.objects.basicApi.create("calls", { properties: { hs_timestamp: "2026-11-01T09:00:00Z", hs_call_title: "First" }, associations: [] });
  const outcome = await crm.associations.v4.basicApi.createDefault("calls", made.id, "contacts", "1001");
  const read = await crm.objects.basicApi.getById("calls", made.id, ["hs_call_title"], undefined, ["contacts"]);

  assert.equal(outcome.status, "COMPLETE");
  assert.deepEqual(
    outcome.results.map(({ associationSpec }) => [associationSpec.associationCategory, associationSpec.associationTypeId]),
    [["HUBSPOT_DEFINED", 194], ["HUBSPOT_DEFINED", 193]],
  );
  assert.equal(read.properties["hs_call_title"], "First");
  assert.deepEqual(
    read.associations?.["contacts"]?.results.map(({ id, type }) => [id, type]),
    [["1001", "call_to_contact"]],
  );
});

test("a contact is read and changed by address, with its history", async () => {
  const { basicApi } = (await client("identity")).crm.contacts;

  const changed = await basicApi.update("ada@people.example", { properties: { firstname: "Adele" } }, "email");
  const read = await basicApi.getById("ada@people.example", ["firstname"], ["firstname", "lastname"], undefined, undefined, "email");

  assert.equal(changed.id, "101");
  const past = read.propertiesWithHistory?.["firstname"] ?? [];
  assert.deepEqual(past.map(({ value, sourceType }) => [value, sourceType]), [["Adele", "CRM_UI"], ["Ada", "IMPORT"]]);
  assert.ok(past[0]?.timestamp instanceof Date && !Number.isNaN(past[0].timestamp.getTime()));
  assert.equal(past[0].updatedByUserId, 9);
  assert.deepEqual(read.propertiesWithHistory?.["lastname"]?.map(({ value }) => value), ["Example"]);
});

test("a second contact with an address conflicts with the first", async () => {
  const { basicApi } = (await client("conflict")).crm.contacts;

  await assert.rejects(
    basicApi.create({ properties: { email: "ada@people.example" }, associations: [] }),
    (error: unknown) => {
      const { body } = error as { body: { category: string; message: string } };
      assert.equal(body.category, "CONFLICT");
      // Programs read it so.
      assert.equal(/Existing ID: (\d+)/.exec(body.message)?.[1], "101");
      return refusedWith(409)(error);
    },
  );
});

test("contacts are searched for, part by part", async () => {
  const { searchApi } = (await client("search")).crm.contacts;
  const filter = { propertyName: "email", operator: ContactsOperator.ContainsToken, value: "*@example.com" };
  const search = { filterGroups: [{ filters: [filter] }], sorts: [JSON.stringify({ propertyName: "lastname", direction: "DESCENDING" })], properties: ["lastname"], limit: 2 };

  const first = await searchApi.doSearch(search);
  const second = await searchApi.doSearch({ ...search, after: first.paging?.next?.after ?? "" });

  assert.equal(first.total, 3);
  assert.deepEqual([...first.results, ...second.results].map(({ properties }) => properties["lastname"]), ["Raman", "Okafor", "Lindqvist"]);
  assert.equal(second.paging, undefined);
});

test("contacts are written, read and archived in batches", async () => {
  const { batchApi } = (await client("batch")).crm.contacts;
  const of = (email: string) => ({ properties: { email, firstname: "New" }, associations: [] });

  const made = await batchApi.create({ inputs: [of("a@new.example"), of("b@new.example")] });
  const ids = made.results.map(({ id }) => ({ id }));
  const read = await batchApi.read({ inputs: [...ids, { id: "7" }], properties: ["email"], propertiesWithHistory: [] });
  const changed = await batchApi.update({ inputs: ids.map(({ id }) => ({ id, properties: { lastname: "Name" } })) });
  const put = await batchApi.upsert({ inputs: ["a@new.example", "c@new.example"].map((id) => ({ id, idProperty: "email", properties: { lastname: "Put" } })) });
  await batchApi.archive({ inputs: put.results.map(({ id }) => ({ id })) });
  const left = await batchApi.read({ inputs: ids, properties: [], propertiesWithHistory: [] });

  assert.equal(made.status, "COMPLETE");
  assert.deepEqual(read.results.map(({ properties }) => properties["email"]), ["a@new.example", "b@new.example"]);
  const missing = "errors" in read ? read.errors : [];
  assert.deepEqual(missing.map(({ category, context }) => [category, context]), [["OBJECT_NOT_FOUND", { ids: ["7"] }]]);
  assert.deepEqual(changed.results.map(({ properties }) => properties["lastname"]), ["Name", "Name"]);
  assert.deepEqual(put.results.map(({ _new }) => _new), [false, true]);
  assert.deepEqual(left.results.map(({ id }) => ({ id })), ids.slice(1));
});

test("definitions of properties are read, and one is made", async () => {
  const { coreApi } = (await client("properties")).crm.properties;

  const all = await coreApi.getAll("calls");
  const made = await coreApi.create("calls", {
    name: "ticket_url",
    label: "Ticket",
    groupName: "call",
    type: PropertyType.String,
    fieldType: PropertyFieldType.Text,
  });
  const read = await coreApi.getByName("calls", "hs_call_direction");

  assert.equal(all.results.find(({ name }) => name === "hs_timestamp")?.type, "datetime");
  assert.equal(made.hubspotDefined, false);
  assert.equal((await coreApi.getByName("calls", "ticket_url")).label, "Ticket");
  assert.deepEqual([read.type, read.fieldType, read.groupName, read.hasUniqueValue], ["enumeration", "select", "call", false]);
  assert.deepEqual(read.options.map(({ value }) => value), ["INBOUND", "OUTBOUND"]);
});

test("a call engagement is created with its contact", async () => {
  const { crm } = await client("inline");
  const types = [{ associationCategory: CallsCategory.HubspotDefined, associationTypeId: 194 }];

  const made = await crm.objects.calls.basicApi.create({
    properties: { hs_timestamp: "2026-01-01T00:00:00Z", hs_call_title: "First" },
    associations: [{ to: { id: "1001" }, types }],
  });
  const found = await crm.objects.calls.searchApi.doSearch({
    filterGroups: [{ filters: [{ propertyName: "associations.contact", operator: CallsOperator.Eq, value: "1001" }] }],
    properties: ["hs_call_title"],
  });

  assert.deepEqual(found.results.map(({ id }) => id), [made.id]);
});

test("a write to the service's own property is refused by its name", async () => {
  const { crm } = await client("refused");

  await assert.rejects(
    crm.objects.basicApi.create("calls", { properties: { hs_object_id: "1" }, associations: [] }),
    (error: unknown) => {
      const { body } = error as { body: { category: string; errors: { code: string; context: object }[] } };
      assert.equal(body.category, "VALIDATION_ERROR");
      assert.equal(body.errors[0]?.code, "READ_ONLY_VALUE");
      assert.deepEqual(body.errors[0].context, { propertyName: ["hs_object_id"] });
      return refusedWith(400)(error);
    },
  );
});
