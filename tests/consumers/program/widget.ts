// A calling app under the strictest settings, with its declarations checked too.
import CallingExtensions, { Constants } from "calling-widget-sdk";
import Alias from "@hubspot/calling-extensions-sdk";
import { CallingHost } from "calling-widget-sdk/host";
import { bindPhone } from "calling-widget-sdk/phone";
import type { Phone, PhoneBinding } from "calling-widget-sdk/phone";
import { amazonConnectPhone } from "calling-widget-sdk/phone/amazon-connect";
import { jssipPhone } from "calling-widget-sdk/phone/jssip";
import { sipjsPhone } from "calling-widget-sdk/phone/sipjs";
import { twilioPhone } from "calling-widget-sdk/phone/twilio";
import { useCallingExtensionsOf } from "calling-widget-sdk/react";
import type { CallingExtensionsView } from "calling-widget-sdk/react";
import Slim, { init } from "calling-widget-sdk/slim";
import type { WasmSource } from "calling-widget-sdk/slim";
import { createHost } from "calling-widget-sdk/testing";
import type { TestHost, WidgetMessageOf } from "calling-widget-sdk/testing";
import { replayTrace } from "calling-widget-sdk/trace";
import type { Trace } from "calling-widget-sdk/trace";
import { OAuthClient, ObjectsClient, RestError, TimelineClient, TokenStore, authorizationUrl } from "calling-widget-sdk/rest";
import type { CrmObject, Tokens } from "calling-widget-sdk/rest";
import { SettingsClient, readSettingsOverride } from "calling-widget-sdk/settings";
import type { StoredSettings } from "calling-widget-sdk/settings";

const cti = new CallingExtensions({
  debugMode: false,
  eventHandlers: {
    onReady: () => {
      cti.initialized({ isLoggedIn: true });
    },
  },
});
const alias: CallingExtensions = new Alias({ eventHandlers: {} });
const bound = (phone: Phone): PhoneBinding => bindPhone(cti, phone, { properties: async (call) => ({ hs_call_title: call.number }) });
void [amazonConnectPhone, bound, jssipPhone, sipjsPhone, twilioPhone];
const usePhone = (): CallingExtensionsView => useCallingExtensionsOf(Slim, { eventHandlers: {} });
const testHost: TestHost = createHost({ seed: 1 });
const ended = async (): Promise<WidgetMessageOf<"CALL_ENDED">> => testHost.expect("CALL_ENDED", { externalCallId: "call-1" });
// @ts-expect-error -- a call's id is no list
void (() => testHost.expect("CALL_ENDED", { externalCallId: [] }));
// @ts-expect-error -- the host's own message
void (() => testHost.expect("DIAL_NUMBER"));
const slim = async (source: WasmSource): Promise<CallingExtensions> => {
  await init(source);
  return new Slim({ eventHandlers: {} });
};
const constants: object = Constants;
const host: typeof CallingHost = CallingHost;
const status: string = readSettingsOverride().status;

const service = { baseUrl: "https://api.example", retry: { retries: 1 }, timeoutMs: 1000 };
const settings = new SettingsClient({ ...service, appId: 123, key: "k" });
const stored = async (signal: AbortSignal): Promise<StoredSettings | number | undefined> => {
  try {
    return await settings.update({ isReady: true }, { signal });
  } catch (error) {
    if (error instanceof RestError && error.code === "REFUSED") {
      return error.status;
    }
    throw error;
  }
};
// @ts-expect-error -- a whole connection is needed to create one
void (() => settings.channelConnection.create({ url: "https://c.example/" }));
const oauth = new OAuthClient({ ...service, clientId: "id", clientSecret: "s" });
const timeline = new TimelineClient({ ...service, appId: 123, accessToken: "t" });
void (() => timeline.putEvent({ id: "1", eventTypeId: 5, email: "a@b.example", place: "Pier 9" }));
// @ts-expect-error -- an event has a type
void (() => timeline.putEvent({ id: "1", place: "Pier 9" }));
// @ts-expect-error -- there is no such kind of records
void (() => timeline.createEventType({ name: "Visit", objectType: "TICKET" }));
const tokens = async (code: string): Promise<Tokens> => oauth.exchangeCode({ code, redirectUri: "https://app.example/back" });
const bearer = async (refreshToken: string): Promise<string> => new TokenStore({ oauth, refreshToken }).accessToken();
const objects = new ObjectsClient({ ...service, accessToken: async () => bearer("r") });
const quote = async (): Promise<CrmObject> => objects.update("quotes", "7", { properties: { hs_status: "APPROVED" } });
const missing = async (): Promise<string[] | undefined> =>
  (await objects.batchRead("contacts", { inputs: [{ id: "7" }] })).errors?.map(({ message }) => message);
const total = async (): Promise<number> =>
  (await objects.search("quotes", { filterGroups: [{ filters: [{ propertyName: "hs_title", operator: "EQ", value: "Phones" }] }] })).total;
// @ts-expect-error -- a record has properties
void (() => objects.create("quotes", {}));
// @ts-expect-error -- there is no such operator
void (() => objects.search("quotes", { filterGroups: [{ filters: [{ propertyName: "hs_title", operator: "LIKE" }] }] }));
// @ts-expect-error -- a token is needed
void (() => new ObjectsClient(service));
const consent: string = authorizationUrl({ authUrl: "https://auth.example", clientId: "id", redirectUri: "https://app.example/back", scopes: ["oauth"] });

// What an app exports has a type that its declarations can name.
export const { callEndStatus, messageType } = Constants;
export const allConstants = Constants;
export const receipt = () => cti.tracked.outgoingCall({ externalCallId: "call-1" });

export { bearer, consent, missing, quote, stored, tokens, total };
export { alias, constants, ended, slim, usePhone, host, status };

const trace: Trace = replayTrace(cti.exportTrace());
for (const { line, isSame, messages } of trace.steps()) {
  console.info(line, isSame, messages.map(({ from, message }) => `${from} ${message.type}`));
}
