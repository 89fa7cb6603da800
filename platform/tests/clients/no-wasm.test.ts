// Back ends and pages whose platform does not start the core.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";

import * as rest from "calling-widget-sdk/rest";
import * as settings from "calling-widget-sdk/settings";

const { CardsClient, OAuthClient, ObjectsClient, TimelineClient, TokenStore, authorizationUrl, createPkce } = rest;
const webAssembly = globalThis.WebAssembly;

before(() => {
  // Of Chromium before 115: 4 kB at once.
  class Module extends webAssembly.Module {
    constructor(bytes: BufferSource) {
      if (bytes.byteLength > 4096) throw new RangeError("disallowed on the main thread, if the buffer size is larger than 4KB");
      super(bytes);
    }
  }
  globalThis.WebAssembly = Object.create(webAssembly, { Module: { value: Module } }) as typeof WebAssembly;
});

after(() => {
  globalThis.WebAssembly = webAssembly;
});

const baseUrl = "https://api.example";
const options = { baseUrl, accessToken: "t", appId: 1 };
const USES: Readonly<Record<string, () => unknown>> = {
  "a settings client of ./settings": () => new settings.SettingsClient(options),
  "a settings client of ./rest": () => new rest.SettingsClient(options),
  "the override, read": () => settings.readSettingsOverride(),
  "the override, written": () => settings.writeSettingsOverride({ isReady: true }),
  "settings, validated": () => settings.validateSettings({ name: "Phone", url: "https://phone.example" }),
  "an OAuth client": () => new OAuthClient({ baseUrl, clientId: "1", clientSecret: "s" }),
  "a token store": () => new TokenStore({ oauth: { refresh: () => assert.fail() }, refreshToken: "r" }),
  "an address of consent": () => authorizationUrl({ authUrl: "https://auth.example", clientId: "1", redirectUri: "https://app.example", scopes: ["oauth"] }),
  "a challenge": () => createPkce(),
  "a client of records": () => new ObjectsClient({ baseUrl, accessToken: "t" }),
  "a client of timeline events": () => new TimelineClient(options),
  "a client of cards": () => new CardsClient(options),
};

for (const [use, first] of Object.entries(USES)) {
  test(`a core that is refused has its code: ${use}`, () => {
    const { CallingError } = use.includes("./rest") ? rest : settings;

    assert.throws(first, (error) => error instanceof CallingError && error.code === "WASM_REFUSED" && !(error instanceof rest.RestError));
  });
}
