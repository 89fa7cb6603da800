// The examples of the README, line by line: `tests/docs.rs` holds the page to this file.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";

import { createEmulator } from "calling-widget-sdk-emulator";
import { ObjectsClient } from "calling-widget-sdk/rest";

let emulator;

before(async () => {
  emulator = await createEmulator({ profile: "vendor", clock: "fixed" });
});
after(() => emulator.close());

test("a token ends after half an hour", async () => {
  const headers = { authorization: `Bearer ${await emulator.accessToken()}` };
  const list = () => emulator.fetch("/crm/v3/objects/contacts", { headers });
  assert.equal((await list()).status, 200);

  await emulator.clock.advance(30 * 60_000);

  assert.equal((await list()).status, 401);
  const [first, last] = await emulator.requests();
  assert.deepEqual([first.route, first.status, last.status], ["/crm/v3/objects/{objectType}", 200, 401]);
});

test("contacts are listed", async () => {
  const emulator = await createEmulator({ profile: "vendor", clock: "fixed" });
  const { accessToken, fetch, url: baseUrl } = emulator;
  const objects = new ObjectsClient({ baseUrl, accessToken, fetch });
  const { results } = await objects.list("contacts");
  await emulator.close();

  assert.ok(results.length > 0);
});
