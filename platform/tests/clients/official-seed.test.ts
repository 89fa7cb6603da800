// Data of a seed file, by the published client, unchanged: an app, its users, records and quotes.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";

import { Client } from "@hubspot/api-client";

import { consent, startEmulator, type Emulator } from "./support/emulator.ts";
import { officialClient } from "./support/official.ts";

let emulator: Emulator;

before(async () => {
  emulator = await startEmulator("vendor", [], "platform/emulator/tests/platform/data/seed.json");
});

after(() => emulator.stop());

test("an app of a seed file gets a token with its scopes", async () => {
  const redirectUri = "http://localhost:3000/back";
  const { oauth } = new Client({ basePath: emulator.address });
  const url = oauth.getAuthorizationUrl("mine", redirectUri, "developers-write oauth");
  const code = (await consent(emulator.address, url)).searchParams.get("code") ?? "";

  const tokens = await oauth.tokensApi.create("authorization_code", code, redirectUri, "mine", "secret-789");
  const read = await oauth.accessTokensApi.get(tokens.accessToken);

  assert.equal(read.appId, 789);
  assert.deepEqual(read.scopes, ["developers-write", "oauth"]);
});

for (const namespace of ["", "/ns/seeded"]) {
  test(`a seed file's data is there in ${namespace || "the default namespace"}`, async () => {
    const { crm } = await officialClient(emulator.address + namespace);

    const contact = await crm.contacts.basicApi.getById("eve@people.example", ["firstname"], undefined, ["companies"], false, "email");
    const quote = await crm.quotes.basicApi.getById("8", ["hs_quote_amount", "hs_status"]);
    const signers = await crm.associations.v4.basicApi.getPage("quotes", "8", "contacts");
    const [owner] = (await crm.owners.ownersApi.getPage("kim@crm.example")).results;

    assert.deepEqual([contact.id, contact.properties["firstname"]], ["7", "Eve"]);
    assert.equal(contact.associations?.["companies"]?.results[0]?.id, "27493818419");
    assert.deepEqual([quote.properties["hs_quote_amount"], quote.properties["hs_status"]], ["80", "APPROVED"]);
    assert.deepEqual(signers.results[0]?.associationTypes.map(({ typeId, label }) => [typeId, label]), [[69, null], [702, "Signer"]]);
    assert.deepEqual([owner?.id, owner?.firstName, owner?.userId], ["77", "Kim", 7]);
  });
}
