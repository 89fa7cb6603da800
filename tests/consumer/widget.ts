// A calling app under the strictest settings, with its declarations checked too.
import CallingExtensions, { Constants } from "calling-widget-sdk";
import Alias from "@hubspot/calling-extensions-sdk";
import { CallingHost } from "calling-widget-sdk/host";
import { readSettingsOverride } from "calling-widget-sdk/settings";

const cti = new CallingExtensions({
  debugMode: false,
  eventHandlers: {
    onReady: () => {
      cti.initialized({ isLoggedIn: true });
    },
  },
});
const alias: CallingExtensions = new Alias({ eventHandlers: {} });
const constants: object = Constants;
const host: typeof CallingHost = CallingHost;
const status: string = readSettingsOverride().status;

export { alias, constants, host, status };
