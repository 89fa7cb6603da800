// No client loses a part of its parameters: every object that a method takes, at every depth.
import assert from "node:assert/strict";
import { test } from "node:test";

import { CardsClient, ObjectsClient, OAuthClient, SettingsClient, TimelineClient, TokenStore, authorizationUrl, type RestError } from "calling-widget-sdk/rest";

type Samples<Client> = { [Name in keyof Client]: Client[Name] extends (...values: infer Values) => unknown ? Values : Samples<Client[Name]> };

const sent: string[] = [];
const fetch: typeof globalThis.fetch = (address, init) => {
  sent.push(`${address instanceof Request ? address.url : String(address)} ${typeof init?.body === "string" ? init.body : ""}`);
  return Promise.resolve(new Response('{"access_token":"a","expires_in":60}'));
};
const shared = { baseUrl: "https://api.example", fetch, retry: { retries: 0 }, timeoutMs: 1000 };
const oauth = new OAuthClient({ ...shared, clientId: "id", clientSecret: "s", version: "v3" });
const properties = { firstname: "Ada" };
const selection = { properties: ["email"], propertiesWithHistory: ["email"], associations: ["calls"] };
const spec = { associationCategory: "HUBSPOT_DEFINED", associationTypeId: 194 };
const number = { e164Number: "+15550101", phoneNumberType: "MOBILE" };
const settings = { name: "Phone", url: "https://phone.example/", isReady: true };
const change = { name: "room", label: "Room", propertyType: "Enumeration" as const, options: [{ value: "a", label: "A" }] };
const event = { id: "1", eventTypeId: "5", email: "ada@people.example", timelineIFrame: { linkLabel: "a", iframeLabel: "b", iframeUri: "https://c.example", width: 1, height: 1 } };

const OBJECTS: Samples<ObjectsClient> = {
  list: ["contacts", { ...selection, limit: 5, after: "5" }],
  read: ["contacts", "1", { ...selection, idProperty: "email" }],
  create: ["contacts", { properties, associations: [{ to: { id: "1" }, types: [spec] }] }],
  update: ["contacts", "1", { properties, idProperty: "email" }],
  archive: ["contacts", "1"],
  search: ["contacts", { filterGroups: [{ filters: [{ propertyName: "a", operator: "EQ", value: "b" }] }], sorts: [{ propertyName: "a", direction: "DESCENDING" }], limit: 5 }],
  batchRead: ["contacts", { inputs: [{ id: "1" }], properties: ["a"] }],
  batchCreate: ["contacts", { inputs: [{ properties, associations: [{ to: { id: "1" }, types: [spec] }] }] }],
  batchUpdate: ["contacts", { inputs: [{ id: "1", properties }] }],
  batchUpsert: ["contacts", { inputs: [{ id: "a", idProperty: "email", properties }] }],
  batchArchive: ["contacts", { inputs: [{ id: "1" }] }],
  associate: ["calls", "1", "contacts", "2"],
  label: ["calls", "1", "contacts", "2", [spec]],
  dissociate: ["calls", "1", "contacts", "2"],
  listAssociations: ["calls", "1", "contacts", { limit: 5 }],
  properties: ["contacts"],
  property: ["contacts", "email"],
  defineProperty: ["contacts", { name: "a", label: "A", type: "enumeration", fieldType: "select", groupName: "g", options: [{ label: "A", value: "a" }] }],
};

const TIMELINE: Samples<TimelineClient> = {
  listEventTypes: [],
  readEventType: [5],
  createEventType: [{ name: "Visit" }],
  updateEventType: [5, { name: "Visit" }],
  deleteEventType: [5],
  listProperties: [5],
  createProperty: [5, change],
  updateProperty: [5, { ...change, id: 1 }],
  deleteProperty: [5, 1],
  createEvent: [event],
  putEvent: [event],
  putEvents: [[event]],
  readEvent: [5, "1"],
};

const OAUTH: Samples<OAuthClient> = {
  exchangeCode: [{ code: "c", redirectUri: "https://app.example/back", codeVerifier: "v".repeat(43) }],
  refresh: ["r"],
  clientCredentials: [{ scopes: ["oauth"] }],
  introspect: ["t", "access_token"],
  revokeToken: ["t"],
  readAccessToken: ["t"],
  readRefreshToken: ["t"],
  deleteRefreshToken: ["t"],
};

const SETTINGS: Samples<SettingsClient> = {
  create: [settings],
  read: [],
  update: [{ isReady: true }],
  delete: [],
  recordingReady: [1],
  inboundCall: [{ externalCallId: "c", createEngagement: true, engagementProperties: { hs_call_title: "a" }, finalCallStatus: "MISSED", fromNumber: number, toNumber: number, potentialRecipientUserIds: [9] }],
  recording: { create: ["https://a.example"], read: [], update: ["https://a.example"] },
  channelConnection: { create: [{ url: "https://a.example", isReady: true }], read: [], update: [{ isReady: true }], delete: [] },
};

const byKey = { ...shared, appId: 1, key: "k" };
const byToken = { ...shared, accessToken: "t" };
const settingsClient = new SettingsClient(byKey);
const { recording, channelConnection, ...ofSettings } = SETTINGS;
for (const [name, client, samples] of [
  ["ObjectsClient", new ObjectsClient(byToken), OBJECTS],
  ["TimelineClient", new TimelineClient({ ...byKey, userId: 9, accessToken: "t" }), TIMELINE],
  ["OAuthClient", oauth, OAUTH],
  ["CardsClient", new CardsClient({ ...byToken, appId: 1 }), { migrate: [{ legacyCrmCardId: 1, appCardId: 2 }] } satisfies Samples<CardsClient>],
  ["SettingsClient", settingsClient, ofSettings],
  ["SettingsClient.recording", settingsClient.recording, recording],
  ["SettingsClient.channelConnection", settingsClient.channelConnection, channelConnection],
] as const) {
  test(`${name} refuses or sends every field`, async () => {
    for (const [method, values] of Object.entries(samples as Record<string, unknown[]>)) {
      const call = async (given: readonly unknown[]): Promise<unknown> => (client as unknown as Record<string, (...values: unknown[]) => Promise<unknown>>)[method]?.(...given);
      await call(values);
      for (const [path, given] of spoilt(values, "blue")) {
        sent.length = 0;
        const error = await call(given).then(() => undefined, (refused: unknown) => refused as RestError);
        const problem = error?.problems[0];
        const isNamed = problem?.code === "UNKNOWN_FIELD" && problem.message.includes("colour is unknown: use ");
        assert.ok(isNamed || sent[0]?.includes('"colour":"blue"'), `${method} ${path}: ${error?.message ?? sent.join()}`);
      }
      for (const lost of [() => 1, Symbol("a"), NaN, -Infinity, new Date(NaN), new Map(), new Set()]) {
        for (const [path, given] of spoilt(values, lost)) {
          await assert.rejects(call(given), { code: "INVALID_REQUEST", message: /^colour is .* which has no JSON form/u }, `${method} ${path}`);
        }
      }
      for (const options of [{ colour: "blue" }, new AbortController().signal]) {
        await assert.rejects(call([...values, options]), { code: "INVALID_OPTION", message: / is unknown: the last parameter is \{ signal \}$/u }, method);
      }
    }
  });
}

test("a value is sent as JSON has it, or refused", async () => {
  const client = new TimelineClient({ ...byKey, accessToken: "t" });
  const deep = (levels: number): object => (levels === 0 ? { room: "a" } : { more: deep(levels - 1) });
  const broken = { toJSON: () => assert.fail() };

  sent.length = 0;
  await client.putEvent({ ...event, extraData: { at: new Date(0), list: [undefined, null, 0.5], absent: undefined, deep: deep(60) } });
  assert.ok(sent[0]?.includes(`"at":"1970-01-01T00:00:00.000Z","deep":${JSON.stringify(deep(60))},"list":[null,null,0.5]`), sent[0]);
  for (const extraData of [deep(1000), { n: 1n }, broken, Object.defineProperty({}, "a", { enumerable: true, get: () => assert.fail() })]) {
    await assert.rejects(client.putEvent({ ...event, extraData }), { code: "INVALID_REQUEST", message: /no JSON form/u });
  }
});

test("an unknown option of a client is refused by name", () => {
  const colour = "blue";
  const refused = (create: () => unknown, known: string) => assert.throws(create, { code: "INVALID_OPTION", message: `colour is unknown: use ${known}` });
  const all = "baseUrl, fetch, retry, timeoutMs";

  refused(() => new ObjectsClient({ ...byToken, colour } as never), `${all}, accessToken`);
  refused(() => new TimelineClient({ ...byKey, colour } as never), `${all}, appId, key, userId, accessToken`);
  refused(() => new CardsClient({ ...byToken, appId: 1, colour } as never), `${all}, appId, accessToken`);
  refused(() => new SettingsClient({ ...byKey, colour } as never), `${all}, appId, key, accessToken`);
  refused(() => new OAuthClient({ ...shared, clientId: "id", clientSecret: "s", colour } as never), `${all}, clientId, clientSecret, version`);
  refused(() => new TokenStore({ oauth, refreshToken: "r", colour } as never), "oauth, refreshToken");
  const number = { "+1 202 555 0123": 1 };
  assert.throws(() => new ObjectsClient({ ...byToken, ...number }), { message: `an option is unknown: use ${all}, accessToken` });
  const authorization = { authUrl: "https://app.example", clientId: "id", redirectUri: "https://a.example", scopes: ["oauth"] };
  assert.throws(() => authorizationUrl({ ...authorization, colour } as never), { code: "INVALID_REQUEST", message: /colour is unknown: use clientId, .*authUrl/u });
  new ObjectsClient({ ...byToken, proxy: undefined } as never);
});


/** The values with a further field, for each object in them. */
function* spoilt(value: unknown, colour: unknown, path = ""): Generator<[string, unknown[]]> {
  if (typeof value !== "object" || value === null) {
    return;
  }
  if (!Array.isArray(value)) {
    yield [path, { ...value, colour } as never];
  }
  for (const [name, inner] of Object.entries(value)) {
    for (const [at, changed] of spoilt(inner, colour, `${path}/${name}`)) {
      yield [at, (Array.isArray(value) ? value.with(Number(name), changed) : { ...value, [name]: changed }) as never];
    }
  }
}
