import assert from "node:assert/strict";
import { after, before, test } from "node:test";

import { Client } from "@hubspot/api-client";

import { startEmulator, type Emulator } from "./support/emulator.ts";

let emulator: Emulator;

before(async () => {
  emulator = await startEmulator("vendor");
});

after(() => emulator.stop());

/** The published client, unchanged, with a namespace of its own as base path and the host page's token. */
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
  // Part by part, as the client's own helper asks.
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

  const made = await crm.objects.basicApi.create("calls", { properties: { hs_call_title: "First" }, associations: [] });
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

test("a property that is the service's own is refused, and names it", async () => {
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
