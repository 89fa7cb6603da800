// The declarations a CommonJS consumer gets.
import sdk = require("calling-widget-sdk");
import host = require("calling-widget-sdk/host");
import rest = require("calling-widget-sdk/rest");

const cti = new sdk.default({ eventHandlers: {} });
cti.userAvailable();

export = { cti, constants: sdk.Constants, host: host.CallingHost, rest: rest.SettingsClient };
