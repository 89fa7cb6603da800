// The REST entry in Node, against the emulator in both profiles.
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { inspect } from "node:util";

import * as sdk from "calling-widget-sdk/rest";
import * as settings from "calling-widget-sdk/settings";

import { consent, hostToken, setFaults, startEmulator, type Emulator, type Profile } from "./support/emulator.ts";
import { CASES } from "./support/rest-cases.ts";

for (const profile of ["spec", "vendor"] satisfies Profile[]) {
  describe(`with the profile ${profile}`, () => {
    let emulator: Emulator;
    before(async () => {
      emulator = await startEmulator(profile);
    });
    after(() => emulator.stop(Object.keys(CASES).map((_, index) => `rest-${index}`)));

    for (const [index, [name, run]] of Object.entries(CASES).entries()) {
      test(name, async () => {
        const baseUrl = `${emulator.address}/ns/rest-${index}`;
        await run(sdk, {
          baseUrl,
          consent: async (url) => (await consent(baseUrl, url)).href,
          hostToken: () => hostToken(baseUrl),
          setFaults: (faults) => setFaults(baseUrl, faults),
        });
      });
    }
  });
}

test("an inspection of a client shows no secret", () => {
  const baseUrl = "https://api.example";
  const oauth = new sdk.OAuthClient({ baseUrl, clientId: "id", clientSecret: "canary" });
  const objects = [
    new sdk.SettingsClient({ baseUrl, appId: 1, key: "canary" }),
    new sdk.ObjectsClient({ baseUrl, accessToken: "canary" }),
    new sdk.TimelineClient({ baseUrl, appId: 1, key: "canary", accessToken: "canary" }),
    new sdk.CardsClient({ baseUrl, appId: 1, accessToken: "canary" }),
    oauth,
    new sdk.TokenStore({ oauth, refreshToken: "canary" }),
  ];

  const text = inspect(objects, { depth: Infinity, showHidden: true, getters: true });

  assert.doesNotMatch(text, /canary/);
});

test("both entries have one class of errors", async () => {
  assert.equal(settings.RestError, sdk.RestError);
  assert.equal(settings.CallingError, sdk.CallingError);
  const fetch = () => Promise.resolve(new Response("{}", { status: 404 }));
  for (const { SettingsClient } of [sdk, settings]) {
    const client = new SettingsClient({ baseUrl: "https://api.example", appId: 1, key: "k", fetch });
    await assert.rejects(client.read(), sdk.RestError);
  }
});
