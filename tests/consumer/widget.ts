// A calling app under the strictest settings, with its declarations checked too.
import CallingExtensions, { Constants } from "calling-widget-sdk";
import Alias from "@hubspot/calling-extensions-sdk";
import { CallingHost } from "calling-widget-sdk/host";
import Compat from "calling-widget-sdk/compat";
import { type CallingExtensionsView, useCallingExtensions } from "calling-widget-sdk/react";
import Slim, { init, type WasmSource } from "calling-widget-sdk/slim";
import { mockCallingExtensions } from "calling-widget-sdk/testing";
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
const compat: CallingExtensions = new Compat({ eventHandlers: {} });
const usePhone = (): CallingExtensionsView => useCallingExtensions({ eventHandlers: {} }, Compat);
const { receive, sent } = mockCallingExtensions({ eventHandlers: {} });
receive("DIAL_NUMBER", { phoneNumber: "+12025550143" });
receive("CREATE_ENGAGEMENT_SUCCEEDED", { engagementId: 1 });
// @ts-expect-error -- an engagement's id is no list
receive("CREATE_ENGAGEMENT_SUCCEEDED", { engagementId: [] });
// @ts-expect-error -- the widget's own message
receive("OUTGOING_CALL_STARTED", {});
const slim = async (source: WasmSource): Promise<CallingExtensions> => {
  await init(source);
  return new Slim({ eventHandlers: {} });
};
const constants: object = Constants;
const host: typeof CallingHost = CallingHost;
const status: string = readSettingsOverride().status;

export { alias, compat, constants, sent, slim, usePhone, host, status };
