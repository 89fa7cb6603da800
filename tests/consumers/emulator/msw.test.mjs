import assert from "node:assert/strict";
import { test } from "node:test";

import { createEmulator } from "calling-widget-sdk-emulator";
import { http } from "msw";
import { setupServer } from "msw/node";

test("the service's own address is answered here", async (context) => {
  const emulator = await createEmulator();
  const server = setupServer(http.all("https://api.hubapi.com/*", ({ request }) => emulator.fetch(request)));
  server.listen();
  context.after(() => server.close());

  const answer = await fetch("https://api.hubapi.com/crm/v3/objects/contacts");

  assert.equal(answer.status, 401);
});
