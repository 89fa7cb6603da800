// The examples of docs/emulator.md for Node, line by line: `tests/docs.rs` holds the page
// to this file.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";

import { Client } from "@hubspot/api-client";
import { OAuthClient, authorizationUrl } from "calling-widget-sdk/rest";

import { consent, startEmulator } from "./support/emulator.ts";

let emulator;

before(async () => {
  emulator = await startEmulator("vendor");
  process.env.CALLING_BASE_URL = emulator.address;
  const answer = await fetch(`${emulator.address}/emulator/apps/7`, {
    method: "POST",
    headers: { "x-emulator-control": "1", "content-type": "application/json" },
    body: JSON.stringify({
      name: "Mine",
      clientId: "mine",
      clientSecret: "s",
      developerKey: "k",
      redirectUris: ["http://localhost:3000/back"],
      scopes: ["crm.objects.contacts.read", "crm.objects.contacts.write", "oauth"],
    }),
  });
  assert.equal(answer.status, 200);
});

after(() => emulator.stop());

test("the example of the guide runs as it stands", async () => {
  const basePath = process.env.CALLING_BASE_URL ?? "http://localhost:8140";
  const redirectUri = "http://localhost:3000/back";
  const scopes = "crm.objects.contacts.read crm.objects.contacts.write oauth";

  const { oauth } = new Client({ basePath });
  const { search } = new URL(oauth.getAuthorizationUrl("mine", redirectUri, scopes));
  const page = `${basePath}/oauth/authorize${search}`;
  const code = (await consent(basePath, page)).searchParams.get("code");
  const { accessToken } = await oauth.tokensApi.create("authorization_code", code, redirectUri, "mine", "s");

  const { crm } = new Client({ basePath, accessToken });
  const found = await crm.contacts.searchApi.doSearch({ query: "+1 202 555 0143", properties: ["firstname"] });
  const [contact] = found.results;
  const call = await crm.objects.calls.basicApi.create({
    properties: { hs_timestamp: new Date().toISOString(), hs_call_title: "First", hs_call_status: "RINGING" },
    associations: [{ to: { id: contact.id }, types: [{ associationCategory: "HUBSPOT_DEFINED", associationTypeId: 194 }] }],
  });
  await crm.objects.calls.basicApi.update(call.id, { properties: { hs_call_status: "COMPLETED" } });

  assert.equal(contact.properties.firstname, "Maria");
  const read = await crm.objects.calls.basicApi.getById(call.id, ["hs_call_status"], ["hs_call_status"], ["contacts"]);
  assert.equal(read.properties.hs_call_status, "COMPLETED");
  assert.deepEqual(read.propertiesWithHistory.hs_call_status.map(({ value, sourceId }) => [value, sourceId]), [["COMPLETED", "7"], ["RINGING", "7"]]);
  assert.equal(read.associations.contacts.results[0].id, "1001");
});

import { CardsClient } from "calling-widget-sdk/rest";

test("the example of the cards starts a migration", async () => {
  const baseUrl = emulator.address;
  const clientId = "00000000-0000-4000-8000-000000000123";
  const redirectUri = "http://localhost:3000/oauth/callback";
  const scopes = ["crm.objects.contacts.read", "oauth", "timeline"];
  const address = authorizationUrl({ authUrl: baseUrl, clientId, redirectUri, scopes, optionalScopes: ["developers-write"] });
  const code = (await consent(baseUrl, address)).searchParams.get("code");
  const oauth = new OAuthClient({ baseUrl, clientId, clientSecret: "emulator-client-secret-123" });
  const { accessToken } = await oauth.exchangeCode({ code, redirectUri });

  const cards = new CardsClient({ baseUrl, appId: 123, accessToken });
  const { remainingPortalCount } = await cards.migrate({ legacyCrmCardId: 1001, appCardId: 5001 });

  assert.equal(remainingPortalCount, 4);
});
