// The examples of docs/rest.md, line by line, against the emulator: `tests/docs.rs`
// holds the page to this file.
import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { after, before, test } from "node:test";

import { OAuthClient, RestError, SettingsClient, TokenStore, authorizationUrl, createPkce } from "calling-widget-sdk/rest";

import { consent, startEmulator, type Emulator } from "./support/emulator.ts";

let emulator: Emulator;

before(async () => {
  emulator = await startEmulator("spec");
  Object.assign(process.env, {
    CALLING_BASE_URL: emulator.address,
    CALLING_DEVELOPER_KEY: "emulator-developer-key-123",
    CLIENT_SECRET: "emulator-client-secret-123",
  });
});

after(() => emulator.stop());

test("the examples of the guide run as they stand", async () => {
  const clientId = "00000000-0000-4000-8000-000000000123";
  const redirectUri = "http://localhost:3000/oauth/callback";
  const scopes = ["crm.objects.contacts.read", "oauth", "timeline"];
  const { CALLING_BASE_URL: baseUrl = "", CALLING_DEVELOPER_KEY: key = "", CLIENT_SECRET: clientSecret = "" } = process.env;

  const settings = new SettingsClient({ baseUrl, appId: 123, key });
  try {
    await settings.create({ name: "Phone", url: "https://phone.example/", isReady: false, supportsInboundCalling: true });
  } catch (error) {
    if (!(error instanceof RestError && error.status === 409)) throw error;
    await settings.update({ url: "https://phone.example/" });
  }
  await settings.update({ isReady: true });
  assert.equal((await settings.read()).isReady, true);

  const oauth = new OAuthClient({ baseUrl, clientId, clientSecret });
  const state = randomUUID();
  const { codeVerifier, codeChallenge } = createPkce();
  const address = authorizationUrl({ authUrl: baseUrl, clientId, redirectUri, scopes, optionalScopes: ["developers-write"], state, codeChallenge });
  const back = await consent(baseUrl, address);
  assert.equal(back.searchParams.get("state"), state);
  const code = back.searchParams.get("code") ?? "";

  const { refreshToken = "" } = await oauth.exchangeCode({ code, redirectUri, codeVerifier });
  const store = new TokenStore({ oauth, refreshToken });
  const headers = { authorization: `Bearer ${await store.accessToken()}` };
  assert.match(headers.authorization, /^Bearer \S{200,}$/);

  const byToken = new SettingsClient({ baseUrl, appId: 123, accessToken: (options) => store.accessToken(options) });
  await byToken.delete();
  await assert.rejects(settings.read(), { code: "REFUSED", status: 404, category: "OBJECT_NOT_FOUND" });
});
