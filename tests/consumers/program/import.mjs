// ES module imports in Node, as a server-side renderer does them: nothing
// starts, nothing throws.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";

import { createElement } from "react";
import { renderToString } from "react-dom/server";

import CallingExtensions, { Constants, IFrameManager } from "calling-widget-sdk";
import * as alias from "@hubspot/calling-extensions-sdk";
import { CallingHost, InMemoryRecordStore } from "calling-widget-sdk/host";
import { bindPhone } from "calling-widget-sdk/phone";
import { amazonConnectPhone } from "calling-widget-sdk/phone/amazon-connect";
import { jssipPhone } from "calling-widget-sdk/phone/jssip";
import { sipjsPhone } from "calling-widget-sdk/phone/sipjs";
import { twilioPhone } from "calling-widget-sdk/phone/twilio";
import { useCallingExtensions } from "calling-widget-sdk/react";
import { OAuthClient, RestError, SettingsClient, TokenStore } from "calling-widget-sdk/rest";
import { createHost } from "calling-widget-sdk/testing";
import { replayTrace } from "calling-widget-sdk/trace";
import SlimExtensions, { init } from "calling-widget-sdk/slim";
import { SETTINGS_OVERRIDE_KEY, RestError as SameError } from "calling-widget-sdk/settings";

for (const exported of [CallingExtensions, IFrameManager, CallingHost, InMemoryRecordStore, OAuthClient, SettingsClient, TokenStore, amazonConnectPhone, bindPhone, createHost, jssipPhone, sipjsPhone, twilioPhone]) {
  assert.equal(typeof exported, "function");
}
assert.equal(typeof Constants, "object");
assert.equal(SETTINGS_OVERRIDE_KEY, "LocalSettings:Calling:CallingExtensions");
assert.equal(SameError, RestError);
assert.equal(typeof alias.default, "function");
assert.deepEqual(Object.keys(alias.Constants), Object.keys(Constants));

assert.throws(() => new SlimExtensions({ eventHandlers: {} }), { name: "CallingError", code: "NOT_INITIALIZED" });
await init(await readFile(new URL(import.meta.resolve("calling-widget-sdk/widget.wasm"))));
await init("never fetched");
assert.equal(new SlimExtensions({ eventHandlers: {} }).state, "notEmbedded");

// A server renders a component with the hook, and constructs nothing.
const Phone = () => {
  const { cti, state } = useCallingExtensions({ eventHandlers: {} });
  return createElement("p", null, `${state} ${typeof cti}`);
};
assert.equal(renderToString(createElement(Phone)), "<p>waiting undefined</p>");

// The REST client contains its core, and reports problems before it sends.
const client = new SettingsClient({ baseUrl: "https://api.example", appId: 1, key: "k", fetch: () => assert.fail("it was sent") });
await assert.rejects(client.create({ name: "", url: "https://phone.example/" }), { name: "CallingError", code: "INVALID_REQUEST" });
