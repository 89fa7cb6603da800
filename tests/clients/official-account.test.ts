// What an account has beside its contacts, by the published client as it is.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";

import { Client } from "@hubspot/api-client";

import { startEmulator, type Emulator } from "./support/emulator.ts";

let emulator: Emulator;

before(async () => {
  emulator = await startEmulator("vendor");
});

after(() => emulator.stop());

/** The client, with a namespace of its own as base path and the host page's token. */
async function client(namespace: string): Promise<Client> {
  const basePath = `${emulator.address}/ns/${namespace}`;
  const opened = await fetch(`${basePath}/emulator/host-page`, { method: "POST", headers: { "x-emulator-control": "1" } });
  const { accessToken } = (await opened.json()) as { accessToken: string };
  return new Client({ basePath, accessToken });
}

function refusedWith(status: number) {
  return (error: unknown): boolean => {
    assert.ok(error instanceof Error && "code" in error, String(error));
    assert.equal(error.code, status);
    return true;
  };
}

test("owners are listed page by page, and read by either identifier", async () => {
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
