// The examples of docs/quotes.md for Node, line by line: `tests/docs.rs` holds the page to
// this file.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";

import { Client } from "@hubspot/api-client";
import { ObjectsClient } from "calling-widget-sdk/rest";

import { hostToken, startEmulator } from "./support/emulator.ts";

let emulator;

before(async () => {
  emulator = await startEmulator("vendor");
  process.env.CALLING_BASE_URL = emulator.address;
});

after(() => emulator.stop());

test("the example of the guide publishes a quote", async (context) => {
  const printed = context.mock.method(console, "log", () => undefined);

  const basePath = process.env.CALLING_BASE_URL ?? "http://localhost:8140";
  const opened = await fetch(`${basePath}/emulator/host-page`, { method: "POST", headers: { "x-emulator-control": "1" } });
  const { accessToken } = await opened.json();
  const { crm } = new Client({ basePath, accessToken });

  const deal = await crm.deals.basicApi.create({ properties: { dealname: "Phones", deal_currency_code: "EUR" }, associations: [] });
  const line = await crm.lineItems.basicApi.create({ properties: { name: "Desk phone", price: "129.5", quantity: "24" }, associations: [] });
  const [template] = (await crm.objects.basicApi.getPage("quote_template")).results;

  const to = (id, associationTypeId) => ({ to: { id }, types: [{ associationCategory: "HUBSPOT_DEFINED", associationTypeId }] });
  const quote = await crm.quotes.basicApi.create({
    properties: { hs_title: "Phones", hs_expiration_date: "2099-12-31", hs_status: "DRAFT" },
    associations: [to(deal.id, 64), to(line.id, 67), to(template.id, 286)],
  });
  const { properties } = await crm.quotes.basicApi.update(quote.id, { properties: { hs_status: "APPROVAL_NOT_NEEDED" } });
  console.log(properties.hs_quote_amount, properties.hs_quote_link); // 3108 http://localhost:8140/quotes/…

  const [amount, link] = printed.mock.calls[0].arguments;
  assert.equal(amount, "3108");
  const page = await fetch(link);
  assert.equal(page.status, 200);
  assert.match(await page.text(), /EUR\u00a03,108\.00/);
});

test("the own client's example publishes a quote with a signer", async (context) => {
  const printed = context.mock.method(console, "log", () => undefined);
  const basePath = process.env.CALLING_BASE_URL;
  const accessToken = await hostToken(basePath);
  const objects = new ObjectsClient({ baseUrl: basePath, accessToken });
  const ownDeal = await objects.create("deals", { properties: { dealname: "Headsets", deal_currency_code: "EUR" } });
  const ownLine = await objects.create("line_items", { properties: { name: "Headset", price: "40", quantity: "3" } });
  const [ownTemplate] = (await objects.list("quote_template", { limit: 1 })).results;
  const ownQuote = await objects.create("quotes", { properties: { hs_title: "Headsets", hs_expiration_date: "2099-12-31" } });
  await objects.associate("quotes", ownQuote.id, "deals", ownDeal.id);
  await objects.associate("quotes", ownQuote.id, "line_items", ownLine.id);
  await objects.associate("quotes", ownQuote.id, "quote_template", ownTemplate.id);
  await objects.label("quotes", ownQuote.id, "contacts", "101", [{ associationCategory: "HUBSPOT_DEFINED", associationTypeId: 702 }]);
  const published = await objects.update("quotes", ownQuote.id, { properties: { hs_status: "APPROVAL_NOT_NEEDED" } });
  console.log(published.properties.hs_quote_amount); // 120

  assert.equal(printed.mock.calls[0].arguments[0], "120");
  const signers = await objects.listAssociations("quotes", ownQuote.id, "contacts");
  assert.deepEqual(signers.results[0].associationTypes.map(({ typeId }) => typeId), [69, 702]);
});
