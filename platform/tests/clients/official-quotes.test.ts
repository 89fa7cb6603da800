import assert from "node:assert/strict";
import { after, before, test } from "node:test";

import { AssociationSpecAssociationCategoryEnum as Category, FilterOperatorEnum as Operator } from "@hubspot/api-client/lib/codegen/crm/quotes/index.js";
import { AssociationSpecAssociationCategoryEnum as LabelCategory } from "@hubspot/api-client/lib/codegen/crm/associations/v4/index.js";

import { startEmulator, type Emulator } from "./support/emulator.ts";
import { officialClient } from "./support/official.ts";

let emulator: Emulator;

before(async () => {
  emulator = await startEmulator("vendor");
});

after(() => emulator.stop());

/** The client, with a separate namespace. */
const client = async (namespace: string) => (await officialClient(`${emulator.address}/ns/${namespace}`)).crm;

const properties = (title: string) => ({ hs_title: title, hs_expiration_date: "2099-12-31" });

function refusal(error: unknown): { status: number; code: string | undefined } {
  assert.ok(error instanceof Error && "code" in error && "body" in error, String(error));
  const body = error.body as { errors?: { code?: string }[] };
  return { status: Number(error.code), code: body.errors?.[0]?.code };
}

test("a quote is created, read, changed, listed and archived", async () => {
  const { basicApi } = (await client("basic")).quotes;

  const made = await basicApi.create({ properties: properties("First"), associations: [] });
  const changed = await basicApi.update(made.id, { properties: { hs_title: "Second" } });
  const read = await basicApi.getById(made.id, ["hs_title", "hs_slug", "hs_status"], ["hs_title"]);

  assert.equal(changed.properties["hs_title"], "Second");
  assert.equal(read.properties["hs_slug"]?.length, 32);
  assert.equal(read.properties["hs_status"], null);
  assert.deepEqual(read.propertiesWithHistory?.["hs_title"]?.map(({ value }) => value), ["Second", "First"]);
  const page = await basicApi.getPage(1, undefined, ["hs_title"]);
  assert.equal(page.results[0]?.id, "6001");
  assert.ok(page.paging?.next?.after);
  await basicApi.archive(made.id);
  await assert.rejects(basicApi.getById(made.id), (error) => refusal(error).status === 404);
  await assert.rejects(basicApi.archive("6001"), (error) => refusal(error).code === "PUBLISHED_QUOTE_CANNOT_BE_DELETED");
});

test("a quote is published with its associations, and taken back", async () => {
  const crm = await client("publish");
  const type = (associationTypeId: number) => [{ associationCategory: Category.HubspotDefined, associationTypeId }];
  const line = await crm.lineItems.basicApi.create({ properties: { name: "Phone", price: "10", quantity: "3" }, associations: [] });

  const made = await crm.quotes.basicApi.create({
    properties: { ...properties("Phones"), hs_status: "APPROVED" },
    associations: [
      { to: { id: "3001" }, types: type(64) },
      { to: { id: "4001" }, types: type(286) },
      { to: { id: line.id }, types: type(67) },
    ],
  });

  assert.equal(made.properties["hs_locked"], "true");
  assert.equal(made.properties["hs_quote_amount"], "30");
  await assert.rejects(crm.quotes.basicApi.update(made.id, { properties: { hs_title: "Other" } }), (error) => refusal(error).code === "LOCKED");
  const draft = await crm.quotes.basicApi.update(made.id, { properties: { hs_status: "DRAFT", hs_title: "Other" } });
  assert.equal(draft.properties["hs_locked"], "false");
  const read = await crm.quotes.basicApi.getById(made.id, ["hs_title"], undefined, ["deals", "line_items"]);
  assert.deepEqual(read.associations?.["deals"]?.results.map(({ id, type }) => [id, type]), [["3001", "quote_to_deal"]]);
  assert.deepEqual(read.associations["line items"]?.results.map(({ id }) => id), [line.id]);
});

test("quotes are written and read in batches, and searched for", async () => {
  const { batchApi, searchApi } = (await client("batch")).quotes;
  const titles = ["One", "Two", "Three"];

  const made = await batchApi.create({ inputs: titles.map((title) => ({ properties: properties(title), associations: [] })) });
  const ids = made.results.map(({ id }) => ({ id }));
  const read = await batchApi.read({ inputs: [...ids, { id: "7" }], properties: ["hs_title"], propertiesWithHistory: [] });
  const changed = await batchApi.update({ inputs: ids.map(({ id }) => ({ id, properties: { hs_status: "DRAFT" } })) });
  const found = await searchApi.doSearch({
    filterGroups: [{ filters: [{ propertyName: "hs_title", operator: Operator.In, values: ["one", "two"] }] }],
    sorts: [JSON.stringify({ propertyName: "hs_title", direction: "DESCENDING" })],
    properties: ["hs_title"],
  });
  await batchApi.archive({ inputs: ids });
  const left = await batchApi.read({ inputs: ids, properties: [], propertiesWithHistory: [] });

  assert.deepEqual(read.results.map(({ properties }) => properties["hs_title"]), titles);
  assert.deepEqual("errors" in read ? read.errors.map(({ context }) => context) : [], [{ ids: ["7"] }]);
  assert.deepEqual(changed.results.map(({ properties }) => properties["hs_status"]), ["DRAFT", "DRAFT", "DRAFT"]);
  assert.deepEqual(found.results.map(({ properties }) => properties["hs_title"]), ["Two", "One"]);
  assert.deepEqual(left.results, []);
});

test("a quote is associated by default and by the signer's label", async () => {
  const crm = await client("associations");
  const { basicApi } = crm.associations.v4;
  const quote = await crm.quotes.basicApi.create({ properties: { ...properties("Signed"), hs_esign_enabled: "true" }, associations: [] });

  const outcome = await basicApi.createDefault("quotes", quote.id, "deals", "3001");
  const label = [{ associationCategory: LabelCategory.HubspotDefined, associationTypeId: 702 }];
  const signed = await basicApi.create("quote", quote.id, "contact", "101", label);
  const page = await basicApi.getPage("quotes", quote.id, "contacts");

  assert.deepEqual(outcome.results.map(({ associationSpec }) => associationSpec.associationTypeId), [64, 63]);
  assert.deepEqual(signed.labels, ["Signer"]);
  assert.deepEqual(page.results.map(({ toObjectId, associationTypes }) => [toObjectId, associationTypes.map(({ typeId }) => typeId)]), [[101, [69, 702]]]);
  const read = await crm.quotes.basicApi.getById(quote.id, ["hs_esign_num_signers_required"]);
  assert.equal(read.properties["hs_esign_num_signers_required"], "1");
  await basicApi.archive("quotes", quote.id, "contacts", "101");
  assert.deepEqual((await basicApi.getPage("quotes", quote.id, "contacts")).results, []);
});

test("quotes are associated by names, as version 3 has them", async () => {
  const { batchApi, schema } = (await client("version-3")).associations;
  const inputs = [{ _from: { id: "6002" }, to: { id: "101" }, type: "quote_to_contact" }];

  const made = await batchApi.create("quotes", "contacts", { inputs });
  const read = await batchApi.read("quotes", "contacts", { inputs: [{ id: "6002" }] });
  await batchApi.archive("quotes", "contacts", { inputs });
  const kinds = await schema.typesApi.getAll("quotes", "deals");

  assert.deepEqual(made.results.map(({ type }) => type), ["quote_to_contact"]);
  assert.deepEqual(read.results.map(({ to }) => to.map(({ id, type }) => [id, type])), [[["101", "quote_to_contact"]]]);
  assert.deepEqual(kinds.results.map(({ id, name }) => [id, name]), [["64", "quote_to_deal"], ["1394", "quote_to_deal_primary"]]);
});

test("definitions of a quote's properties are read", async () => {
  const { coreApi } = (await client("properties")).properties;

  const all = await coreApi.getAll("quotes");
  const status = await coreApi.getByName("quotes", "hs_status");

  assert.ok(all.results.length >= 40);
  assert.deepEqual(status.options.map(({ value }) => value), ["DRAFT", "PENDING_APPROVAL", "REJECTED", "APPROVED", "APPROVAL_NOT_NEEDED"]);
  assert.equal(all.results.find(({ name }) => name === "hs_quote_link")?.modificationMetadata?.readOnlyValue, true);
});

test("a line item has its totals, and refuses a wrong term", async () => {
  const { basicApi, batchApi } = (await client("contracts")).lineItems;
  const monthly = { price: "50", quantity: "3", hs_cost_of_goods_sold: "20", recurringbillingfrequency: "monthly", hs_recurring_billing_period: "P24M" };
  const values = ["hs_margin", "hs_mrr", "hs_arr", "hs_acv", "hs_tcv"];

  const made = await basicApi.create({ properties: monthly, associations: [] });
  const read = await basicApi.getById(made.id, values);
  const weekly = { recurringbillingfrequency: "weekly" };
  await assert.rejects(basicApi.update(made.id, { properties: weekly }), isMismatch);
  await assert.rejects(batchApi.create({ inputs: [{ properties: { ...monthly, ...weekly }, associations: [] }] }), isMismatch);
  const changed = await basicApi.update(made.id, { properties: { ...weekly, hs_recurring_billing_period: "P28D" } });

  assert.deepEqual(values.map((name) => read.properties[name]), ["90", "150", "1800", "1800", "3600"]);
  assert.deepEqual(values.map((name) => changed.properties[name]), ["90", "650", "7800", "600", "600"]);
});

function isMismatch(error: unknown): boolean {
  const { status, code } = refusal(error);
  return status === 400 && code === "BILLING_PERIOD_TO_FREQUENCY_FORM_MISMATCH";
}

test("a published quote is its deal's primary one, and has a key", async () => {
  const crm = await client("primary");
  const { basicApi } = crm.associations.v4;

  const published = await crm.quotes.basicApi.update("6002", { properties: { hs_status: "APPROVED" } });
  const [found] = (await crm.quotes.searchApi.doSearch({ query: "", limit: 1, filterGroups: [{ filters: [{ propertyName: "hs_object_id", operator: Operator.Eq, value: "6002" }] }] })).results;
  const ofDeal = await basicApi.getPage("deals", "3001", "quotes");
  const wrong = [{ associationCategory: LabelCategory.UserDefined, associationTypeId: 702 }];
  await assert.rejects(basicApi.create("quotes", "6002", "contacts", "101", wrong), (error) => refusal(error).code === "INVALID_OPTION");

  assert.match(published.properties["hs_public_url_key"] ?? "", /^[0-9a-f]{32}$/);
  assert.equal(found?.properties["hs_public_url_key"], published.properties["hs_public_url_key"]);
  const labels = ofDeal.results.map(({ toObjectId, associationTypes }) => [toObjectId, associationTypes.map(({ typeId, label }) => [typeId, label])]);
  assert.deepEqual(labels, [[6001, [[63, null]]], [6002, [[63, null], [1393, "Primary"]]]]);
});
