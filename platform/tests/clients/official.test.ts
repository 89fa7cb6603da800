import assert from "node:assert/strict";
import { after, before, test } from "node:test";

import { Client } from "@hubspot/api-client";

import { consent as agree, startEmulator, type Emulator } from "./support/emulator.ts";

/** The built-in app. */
const APP = 123;
const KEY = "emulator-developer-key-123";
const CLIENT_ID = "00000000-0000-4000-8000-000000000123";
const CLIENT_SECRET = "emulator-client-secret-123";
const REDIRECT = "http://localhost:3000/oauth/callback";
const SCOPES = "crm.objects.contacts.read oauth timeline";

let emulator: Emulator;
let address: string;

before(async () => {
  emulator = await startEmulator("vendor");
  address = emulator.address;
});

after(() => emulator.stop());

/** The published client, unchanged, with a separate namespace as base path. */
function client(namespace: string): Client {
  return new Client({ basePath: `${address}/ns/${namespace}`, developerApiKey: KEY });
}

/** Expects this status in the client's error. */
function refusedWith(status: number) {
  return (error: unknown): boolean => {
    assert.ok(error instanceof Error && "code" in error, String(error));
    assert.equal(error.code, status);
    return true;
  };
}

test("settings are created, read, changed and archived", async () => {
  const api = client("settings").crm.extensions.calling.settingsApi;
  await assert.rejects(api.getById(APP), refusedWith(404));

  const made = await api.create(APP, { name: "Phone", url: "https://phone.example/", width: 400, height: 600, isReady: false });
  await assert.rejects(api.create(APP, { name: "Phone", url: "https://phone.example/" }), refusedWith(409));
  const ready = await api.update(APP, { isReady: true });

  assert.equal(made.name, "Phone");
  assert.equal(made.isReady, false);
  assert.equal(made.usesCallingWindow, true);
  assert.ok(made.createdAt instanceof Date && !Number.isNaN(made.createdAt.getTime()));
  assert.equal(ready.isReady, true);
  assert.equal((await api.getById(APP)).url, "https://phone.example/");
  await api.archive(APP);
  await assert.rejects(api.getById(APP), refusedWith(404));
});

test("settings are refused without the key", async () => {
  const keyless = new Client({ basePath: `${address}/ns/settings`, developerApiKey: "canary" });

  await assert.rejects(keyless.crm.extensions.calling.settingsApi.getById(APP), refusedWith(401));
});

test("recording settings are registered, changed and told of", async () => {
  const api = client("recording").crm.extensions.calling.recordingSettingsApi;

  await api.registerUrlFormat(APP, { urlToRetrieveAuthedRecording: "https://a.example/%s" });
  await api.updateUrlFormat(APP, { urlToRetrieveAuthedRecording: "https://b.example/%s" });

  assert.equal((await api.getUrlFormat(APP)).urlToRetrieveAuthedRecording, "https://b.example/%s");
  // This call alone goes with a token and without the key.
  const { oauth } = client("recording");
  const url = oauth.getAuthorizationUrl(CLIENT_ID, REDIRECT, SCOPES, "developers-write", "st&te");
  const code = await consent(url, "recording");
  const { accessToken } = await oauth.tokensApi.create("authorization_code", code, REDIRECT, CLIENT_ID, CLIENT_SECRET);
  const withToken = new Client({ basePath: `${address}/ns/recording`, accessToken });
  await withToken.crm.extensions.calling.recordingSettingsApi.markAsReady({ engagementId: 7 });
});

test("a channel connection is created, read, changed and archived", async () => {
  const api = client("channel").crm.extensions.calling.channelConnectionSettingsApi;

  await api.create(APP, { url: "https://a.example/", isReady: false });
  const changed = await api.update(APP, { isReady: true });

  assert.equal(changed.isReady, true);
  assert.equal((await api.getById(APP)).url, "https://a.example/");
  await api.archive(APP);
  await assert.rejects(api.getById(APP), refusedWith(404));
});

test("OAuth runs from consent to the deletion of the refresh token", async () => {
  const { oauth } = client("oauth");
  const code = await consent(oauth.getAuthorizationUrl(CLIENT_ID, REDIRECT, SCOPES, undefined, "st&te"), "oauth");

  const tokens = await oauth.tokensApi.create("authorization_code", code, REDIRECT, CLIENT_ID, CLIENT_SECRET);
  const { refreshToken } = tokens;
  const fresh = await oauth.tokensApi.create("refresh_token", undefined, undefined, CLIENT_ID, CLIENT_SECRET, refreshToken);

  assert.equal(tokens.expiresIn, 1800);
  assert.equal(tokens.tokenType, "bearer");
  assert.equal(fresh.refreshToken, refreshToken);
  assert.notEqual(fresh.accessToken, tokens.accessToken);
  const metadata = await oauth.accessTokensApi.get(fresh.accessToken);
  assert.equal(metadata.appId, APP);
  assert.equal(metadata.hubId, 62_515);
  assert.equal(metadata.user, "admin@crm.example");
  assert.deepEqual(metadata.scopes, SCOPES.split(" "));
  assert.ok(refreshToken);
  assert.equal((await oauth.refreshTokensApi.get(refreshToken)).clientId, CLIENT_ID);
  await oauth.refreshTokensApi.archive(refreshToken);
  await assert.rejects(oauth.refreshTokensApi.get(refreshToken), refusedWith(404));
  assert.equal((await oauth.accessTokensApi.get(fresh.accessToken)).token, fresh.accessToken);
  await assert.rejects(
    oauth.tokensApi.create("authorization_code", code, REDIRECT, CLIENT_ID, CLIENT_SECRET),
    refusedWith(400),
  );
});

/** Agrees on the page of an authorization address, and returns the code. */
async function consent(url: string, namespace: string): Promise<string> {
  const back = await agree(`${address}/ns/${namespace}`, url);
  assert.equal(back.origin + back.pathname, REDIRECT);
  assert.equal(back.searchParams.get("state"), "st&te");
  const code = back.searchParams.get("code");
  assert.ok(code);
  return code;
}
