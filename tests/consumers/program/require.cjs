// The same through require, by both names.
const assert = require("node:assert/strict");
const { dirname, join } = require("node:path");

for (const name of ["calling-widget-sdk", "@hubspot/calling-extensions-sdk"]) {
  const sdk = require(name);
  assert.equal(typeof sdk.default, "function");
  assert.equal(typeof sdk.IFrameManager, "function");
  assert.equal(typeof sdk.Constants, "object");
}
for (const [entry, name] of [
  ["host", "CallingHost"], ["slim", "default"], ["slim", "init"], ["react", "useCallingExtensions"], ["phone", "bindPhone"], ["phone/amazon-connect", "amazonConnectPhone"],
  ["phone/jssip", "jssipPhone"], ["phone/sipjs", "sipjsPhone"], ["phone/twilio", "twilioPhone"], ["testing", "createHost"], ["trace", "replayTrace"], ["rest", "SettingsClient"],
]) {
  assert.equal(typeof require(`calling-widget-sdk/${entry}`)[name], "function", entry);
}
assert.equal(
  require("calling-widget-sdk/settings").SETTINGS_OVERRIDE_KEY,
  "LocalSettings:Calling:CallingExtensions",
);
assert.equal(typeof require("calling-widget-sdk/package.json").version, "string");
assert.equal(require("calling-widget-sdk").CallingExtensions, require("calling-widget-sdk").default);
assert.equal(typeof require("calling-widget-sdk/playwright").test.extend, "function");
assert.equal(require("calling-widget-sdk/rest").RestError, require("calling-widget-sdk/settings").RestError);

// npm installs no package beside an older version of an optional peer.
const manifest = require.resolve("calling-widget-sdk/package.json");
for (const [name, range] of Object.entries(require(manifest).peerDependencies)) {
  assert.equal(range, "*", name);
}

// Without `exports`, as Jest 27, webpack 4, Browserify and Parcel resolve: each entry is a folder.
for (const [name, targets] of Object.entries(require(manifest).exports)) {
  if (targets.require !== undefined) {
    assert.equal(require(join(dirname(manifest), name)), require(join("calling-widget-sdk", name)), name);
  }
}
