// The example of docs/timeline.md for JavaScript, line by line: `tests/docs.rs` holds the
// page to this file.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";

import { TimelineClient } from "calling-widget-sdk/rest";

import { hostToken, startEmulator } from "./support/emulator.ts";

let emulator;

before(async () => {
  emulator = await startEmulator("spec");
});

after(() => emulator.stop());

test("the example of the guide puts an event on a timeline", async () => {
  const baseUrl = emulator.address;
  const key = "emulator-developer-key-123";
  const accessToken = await hostToken(baseUrl);

  const timeline = new TimelineClient({ baseUrl, appId: 123, key, userId: 9, accessToken });
  const visit = await timeline.createEventType({ name: "Visit", headerTemplate: "Visited **{{place}}**" });
  await timeline.createProperty(visit.id, { name: "place", label: "Place", propertyType: "String" });
  await timeline.putEvent({ id: "visit-1", eventTypeId: visit.id, email: "maria.okafor@example.com", place: "Pier 9" });

  const shown = await fetch(`${baseUrl}/emulator/timeline/123/${visit.id}/visit-1`, { headers: { authorization: `Bearer ${accessToken}` } });
  assert.equal((await shown.json()).header, "Visited <strong>Pier 9</strong>");
});
