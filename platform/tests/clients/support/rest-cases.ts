// The JavaScript side of the REST client: each method once, and the behaviour of the classes.
// Runs in Node and in browsers, so nothing here depends on Node. `platform/rest/tests/suite`
// has the cases of the endpoints, over every transport.
import type * as rest from "calling-widget-sdk/rest";

/** The entry, as imported by its user. */
export type Sdk = typeof rest;

/** The world of a case. */
export type World = {
  /** The service's address with a namespace for this case. */
  baseUrl: string;
  /** Agrees like a user; returns the address the user is sent to. */
  consent(url: string): Promise<string>;
  /** The access token of the host page. */
  hostToken(): Promise<string>;
  /** Switches faults of the emulator on. */
  setFaults(faults: object): Promise<void>;
};

/** A case; it throws when it fails. */
export type Case = (sdk: Sdk, world: World) => Promise<void>;

const APP = 123;
const KEY = "emulator-developer-key-123";
const CLIENT_ID = "00000000-0000-4000-8000-000000000123";
const CLIENT_SECRET = "emulator-client-secret-123";
const REDIRECT = "http://localhost:3000/oauth/callback";
const SCOPES = ["crm.objects.contacts.read", "oauth", "timeline"];
const SETTINGS = { name: "Phone", url: "https://phone.example/", width: 400, height: 600, isReady: false };

/** Every case by its name. */
export const CASES: Readonly<Record<string, Case>> = {
  "settings are created, read, changed and removed, and those beside them": async (sdk, world) => {
    const client = settingsClient(sdk, world);
    const { recording, channelConnection } = client;

    const made = await client.create(SETTINGS);
    const again = await rejects(client.create(SETTINGS), { code: "REFUSED", status: 409, category: "CONFLICT" });
    const ready = await client.update({ ...made, isReady: true });
    const address = await recording.create("https://a.example/%s");
    await recording.update("https://b.example/%s");
    await channelConnection.create({ url: "https://c.example/", isReady: false });
    const changed = await channelConnection.update({ isReady: true });
    await client.recordingReady(1);
    const { callerIdMatches } = await client.inboundCall({
      externalCallId: "c-1",
      createEngagement: false,
      engagementProperties: {},
      finalCallStatus: "MISSED",
      fromNumber: { e164Number: "+15550101", phoneNumberType: "MOBILE" },
      toNumber: { e164Number: "+15550199", phoneNumberType: "MOBILE" },
      potentialRecipientUserIds: [9],
    });

    equal([made.isReady, made.usesCallingWindow, ready.isReady, (await client.read()).url], [false, true, true, "https://phone.example/"]);
    equal(again.correlationId !== undefined && again.message.includes(again.correlationId), true);
    equal([again.data?.status, again.data?.correlationId], ["error", again.correlationId]);
    equal([address, await recording.read()], [{ urlToRetrieveAuthedRecording: "https://a.example/%s" }, { urlToRetrieveAuthedRecording: "https://b.example/%s" }]);
    equal([changed.isReady, await channelConnection.read()], [true, changed]);
    equal(callerIdMatches.map((match) => match["firstName"]), ["Ben"]);
    await channelConnection.delete();
    await client.delete();
    await rejects(client.read(), { code: "REFUSED", status: 404 });
  },

  "OAuth runs from the consent to the end of the tokens, at both versions": async (sdk, world) => {
    const oauth = oauthClient(sdk, world);
    const { codeVerifier, codeChallenge } = sdk.createPkce();
    const code = await authorized(sdk, world, codeChallenge);

    const tokens = await oauth.exchangeCode({ code, redirectUri: REDIRECT, codeVerifier });
    const refreshToken = tokens.refreshToken ?? "";
    const fresh = await oauth.refresh(refreshToken);
    const own = await oauth.clientCredentials({ scopes: ["oauth", "timeline"] });

    equal([tokens.expiresIn, tokens.freshForMs, tokens.tokenType], [1800, 1_740_000, "bearer"]);
    equal([fresh.refreshToken === refreshToken, fresh.accessToken === tokens.accessToken, own.refreshToken], [true, false, undefined]);
    const metadata = await oauth.readAccessToken(fresh.accessToken);
    equal([metadata.appId, metadata.hubId, metadata.userId, metadata.signedAccessToken?.isUserLevel], [APP, 62_515, 9, false]);
    const known = await oauth.introspect(fresh.accessToken, "access_token");
    equal([known.active, known.tokenUse, known.clientId, await oauth.introspect("canary")], [true, "access_token", CLIENT_ID, { active: false }]);
    equal((await oauth.readRefreshToken(refreshToken)).clientId, CLIENT_ID);
    await oauth.deleteRefreshToken(refreshToken);
    const gone = await rejects(oauth.refresh(refreshToken), { code: "REFUSED", status: 400, category: "BAD_REFRESH_TOKEN" });
    equal(gone.data?.error, "invalid_grant");
    const third = oauthClient(sdk, world, { version: "v3" });
    const others = await third.exchangeCode({ code: await authorized(sdk, world), redirectUri: REDIRECT });
    await third.revokeToken(others.refreshToken ?? "");
    equal(await third.introspect(others.refreshToken ?? "", "refresh_token"), { active: false });
  },

  "a verifier and a challenge have their forms": async (sdk, world) => {
    const { codeVerifier } = sdk.createPkce(new Uint8Array(32).fill(7));
    equal([codeVerifier, sdk.createPkce().codeVerifier === sdk.createPkce().codeVerifier], ["BwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwc", false]);
    for (const error of [
      thrownBy(() => sdk.createPkce(new Uint8Array(31))),
      thrownBy(() => sdk.authorizationUrl({ authUrl: world.baseUrl, clientId: CLIENT_ID, redirectUri: REDIRECT, scopes: SCOPES, codeChallenge: "short" })),
      await rejects(oauthClient(sdk, world).exchangeCode({ code: "c", redirectUri: REDIRECT, codeVerifier: "short" }), {}),
    ]) {
      equal([error.code, ...error.problems.map(({ code }) => code)], ["INVALID_REQUEST", "INVALID_PKCE"]);
    }
  },

  "a token store refreshes once for all callers, and again when the token ages": async (sdk, world) => {
    const oauth = oauthClient(sdk, world);
    const tokens = await oauth.exchangeCode({ code: await authorized(sdk, world), redirectUri: REDIRECT });
    const counted = counting();
    const store = new sdk.TokenStore({
      oauth: oauthClient(sdk, world, { fetch: counted.fetch }),
      refreshToken: tokens.refreshToken ?? "",
    });

    await world.setFaults({ route: "/oauth/v1/token", status: 429, times: 2, retryAfterS: 0 });
    const first = await Promise.all(Array.from({ length: 50 }, () => store.accessToken()));
    const later = await store.accessToken();

    equal(new Set([...first, later]).size, 1);
    equal(counted.sent(), 3);
    equal(await store.refreshToken(), tokens.refreshToken);
    const clock = Object.getOwnPropertyDescriptor(Date, "now") ?? {};
    const then = Date.now() + 1_740_000;
    try {
      Object.defineProperty(Date, "now", { ...clock, value: () => then });
      equal((await store.accessToken()) === later, false);
    } finally {
      Object.defineProperty(Date, "now", clock);
    }
    equal(counted.sent(), 4);
  },

  "a call that its caller leaves does not lose the tokens of the others": async (sdk) => {
    let refreshes = 0;
    const store = new sdk.TokenStore({
      refreshToken: "first",
      oauth: {
        refresh: async (refreshToken) => {
          refreshes += 1;
          await new Promise((resolve) => setTimeout(resolve, 20));
          return { tokenType: "bearer", accessToken: `of ${refreshToken}`, refreshToken: "second", expiresIn: 1800, freshForMs: 1_740_000 };
        },
      },
    });
    const leaver = new AbortController();
    const left = rejects(store.accessToken({ signal: leaver.signal }), { code: "ABORTED" });
    setTimeout(() => leaver.abort(), 5);
    await left;

    equal([await store.accessToken(), await store.refreshToken(), refreshes], ["of first", "second", 1]);
  },

  "faults are retried as the policy says": async (sdk, world) => {
    const counted = counting();
    const client = settingsClient(sdk, world, { fetch: counted.fetch });
    await client.create(SETTINGS);

    await world.setFaults({ status: 503, times: 2 });
    equal((await client.read()).name, "Phone");
    equal(counted.sent(), 4);
    await world.setFaults({ status: 503, times: 1 });
    await rejects(client.update({ isReady: true }), { code: "REFUSED", status: 503 });
    equal(counted.sent(), 5);
    // Not carried out, so repeated whatever the method.
    await world.setFaults({ status: 429, times: 2, retryAfterS: 0 });
    equal((await client.update({ isReady: true })).isReady, true);
    equal(counted.sent(), 8);
    const objects = new sdk.ObjectsClient({ baseUrl: world.baseUrl, accessToken: await world.hostToken(), fetch: counted.fetch });
    await world.setFaults({ status: 503, times: 2 });
    equal((await objects.search("contacts", { limit: 1 })).results.length, 1);
    equal((await objects.batchRead("contacts", { inputs: [{ id: "1001" }] })).results.length, 1);
    equal(counted.sent(), 12);
    await world.setFaults({ rateLimit: { max: 0, policy: "DAILY" } });
    const limited = await rejects(client.read(), { code: "REFUSED", status: 429 });
    equal(limited.data?.policyName, "DAILY");
    equal(counted.sent(), 13);
  },

  "what has faults is not sent, and the first is named with its path": async (sdk, world) => {
    const counted = counting();
    const client = settingsClient(sdk, world, { fetch: counted.fetch });
    const oauth = oauthClient(sdk, world, { fetch: counted.fetch });
    const objects = new sdk.ObjectsClient({ baseUrl: world.baseUrl, accessToken: "canary", fetch: counted.fetch });
    const tokenless = new sdk.ObjectsClient({ baseUrl: world.baseUrl, accessToken: () => undefined as never, fetch: counted.fetch });
    const circle: { name: string; url: string; self?: unknown } = { ...SETTINGS };
    circle.self = circle;
    const names = "name, url, width, height, isReady, supportsCustomObjects, supportsInboundCalling, usesCallingWindow, usesRemote";

    for (const [call, expected] of [
      // All values are checked.
      [client.create({ name: " ", url: "http://phone.example", width: 0, height: 1.5 }), ["EMPTY name", "INVALID_URL url", "INVALID_SIZE width", "INVALID_SIZE height"]],
      [client.recording.create("ftp://a.example"), ["INVALID_URL url"]],
      [client.recordingReady(-1), ["INVALID_ID engagementId"]],
      [client.recordingReady(1.5), ["INVALID_ID engagementId"]],
      [oauth.refresh(""), ["EMPTY refreshToken"]],
      [oauth.introspect("t", "code" as never), ["WRONG_TYPE hint"]],
    ] as const) {
      const error = await rejects(call, { code: "INVALID_REQUEST", status: undefined });
      equal(error.problems.map(({ code, field }) => `${code} ${field ?? ""}`), expected);
    }
    for (const [call, code, field, message] of [
      [client.update({ isReady: "yes" as never }), "WRONG_TYPE", "isReady", "isReady is neither true nor false: use one of them, without quotes"],
      [client.update({ isReady: null as never }), "WRONG_TYPE", "isReady", "isReady is neither true nor false: use one of them, without quotes"],
      [client.update({ isredy: true } as object), "UNKNOWN_FIELD", undefined, `isredy is unknown: use ${names}`],
      [client.channelConnection.create({ url: "https://a.example" } as never), "MISSING_FIELD", "isReady", "isReady is missing: add it"],
      [client.inboundCall({} as never), "MISSING_FIELD", "externalCallId", "externalCallId is missing: add it"],
      [client.create(circle), "WRONG_TYPE", undefined, "the parameters have no JSON form: use plain data without cycles"],
      [objects.read("contacts", ".."), "INVALID_NAME", "id", "id is no name: use letters or digits"],
      [objects.archive("", "1"), "EMPTY", "objectType", "objectType is empty: add a text"],
      [objects.property("contacts", undefined as never), "MISSING_FIELD", "name", "name is missing: add it"],
      [objects.create("contacts", { properties: "canary" as never }), "WRONG_TYPE", "object", "object.properties is no object: use an object"],
      [objects.search("contacts", { filterGroups: [{ filters: [{ operator: "EQ" } as never] }], limit: "ten" as never }), "MISSING_FIELD", "search", "search.filterGroups[0].filters[0].propertyName is missing: add it"],
      [objects.search("contacts", { limit: "ten" as never }), "WRONG_TYPE", "search", "search.limit is of another type: use a whole number, or its digits"],
      [objects.batchRead("contacts", undefined as never), "MISSING_FIELD", "batch", "batch is missing: add it"],
      [objects.list("contacts", { limit: -1 }), "WRONG_TYPE", "selection", "selection.limit is no whole number of the field's range: use one"],
      [tokenless.list("contacts"), "MISSING_FIELD", "accessToken", "accessToken is missing: add it"],
    ] as const) {
      const error = await rejects(call, { code: "INVALID_REQUEST", status: undefined });
      equal(error.problems, [{ code, field, message }]);
    }
    equal(counted.sent(), 0);
    equal(thrownBy(() => sdk.authorizationUrl({} as never)).code, "INVALID_REQUEST");
  },

  "an option that is not accepted is refused by the constructor, without its secret": (sdk, world) => {
    const { baseUrl } = world;
    const settings = (options: object) => () => settingsClient(sdk, world, options);
    const oauth = (options: object) => () => oauthClient(sdk, world, options);
    const timeline = (options: object) => () => new sdk.TimelineClient({ baseUrl, appId: APP, ...options });
    const store = (options: object) => () => new sdk.TokenStore({ oauth: oauthClient(sdk, world), refreshToken: "r", ...options });
    const byToken = (accessToken: unknown) => () => new sdk.ObjectsClient({ baseUrl, accessToken: accessToken as never });
    const retry = "use an object with retries, longestWaitMs, nonIdempotent";
    const id = "appId is no identifier: use the whole number above 0 that the service gave";

    for (const [construct, message, code = "INVALID_OPTION"] of [
      [settings({ baseUrl: "http://api.example" }), "baseUrl is not https: use https, or http on localhost only", "INVALID_URL"],
      [settings({ baseUrl: "https://api.example/?a=b" }), "baseUrl has a query or a fragment: leave it out", "INVALID_URL"],
      [settings({ baseUrl: undefined }), "baseUrl is missing: add the address of the service", "INVALID_URL"],
      [settings({ timeoutMs: 0 }), "timeoutMs is 0: use a whole number from 1 on"],
      [settings({ retry: { retries: -1 } }), "retry.retries is -1: use a whole number from 0 on"],
      [settings({ retry: false }), `retry is false: ${retry}`],
      [settings({ retry: "none" }), `retry is "none": ${retry}`],
      [settings({ retry: null }), `retry is null: ${retry}`],
      [settings({ retry: { retires: 0 } }), "retry.retires is unknown: use retries, longestWaitMs, nonIdempotent"],
      [settings({ retry: { nonIdempotent: "no" } }), 'retry.nonIdempotent is "no": use true or false'],
      [settings({ fetch: "x" }), 'fetch is "x": use a function'],
      [settings({ fetch: {} }), "fetch is [object Object]: use a function"],
      [settings({ appId: 0 }), id],
      [settings({ appId: "123" }), "appId is no whole number: use one, without quotes"],
      [settings({ appId: 2 ** 31 }), id],
      [settings({ appId: 0, key: " " }), `${id}; key is empty: give the developer account's API key`],
      [settings({ key: undefined }), "key is missing: add it"],
      [settings({ accessToken: "t" }), "key and accessToken are both there: give one of them"],
      [settings({ key: " " }), "key is empty: give the developer account's API key"],
      [settings({ key: ["canary"] }), "key is no text: use a text"],
      [oauth({ clientId: "", clientSecret: 7 }), "clientSecret is no text: use a text"],
      [oauth({ version: "v2" }), 'version is "v2": use "v1" or "v3"'],
      [byToken(""), "accessToken is empty: give an access token, or a function that returns one"],
      [byToken(["canary"]), "accessToken is no text: use a text"],
      [timeline({ appId: -1 }), id],
      [timeline({ key: "" }), "key is empty: give the developer account's API key"],
      [timeline({ userId: "9" }), "userId is no whole number: use one, without quotes"],
      [timeline({ accessToken: "" }), "accessToken is empty: give an access token, or a function that returns one"],
      [() => new sdk.CardsClient({ baseUrl, appId: 0, accessToken: "t" }), id],
      [store({ refreshToken: "" }), "refreshToken is empty: give the installation's refresh token"],
      [store({ oauth: {} }), "oauth is [object Object]: use an OAuthClient"],
    ] as const) {
      const error = thrownBy(construct);
      equal([error.name, error.code, error.message], ["CallingError", code, message]);
    }
    return Promise.resolve();
  },

  "what a fetch gives that cannot be read ends the call with a code": async (sdk, world) => {
    const status = 200;
    const locked = new Response("{}");
    locked.body?.getReader();
    let cancelled = 0;
    const ofText = new ReadableStream({
      pull: (controller) => controller.enqueue("{}"),
      cancel: () => {
        cancelled += 1;
      },
    });

    for (const [given, what] of [
      [undefined, "undefined"],
      [null, "null"],
      ["canary", "a string"],
      [{ ok: true, status, json: () => ({}) }, "an answer without headers"],
      [{ ok: true, status, headers: { accept: "canary" }, body: null }, "an answer without headers"],
      [{ ok: true, status, headers: new Headers(), text: () => "{}" }, "an answer whose body cannot be read"],
      [{ status, headers: new Headers(), body: "canary" }, "an answer whose body cannot be read"],
      [{ status: "canary", headers: new Headers(), body: null }, "an answer without a status"],
      [Object.defineProperty({}, "status", { get: () => thrown("canary") }), "an answer without a status"],
      [locked, "an answer whose body cannot be read"],
      [new Response(ofText), "an answer whose body is not of bytes"],
    ] as const) {
      let sent = 0;
      const own = () => {
        sent += 1;
        return given as never;
      };
      const error = await rejects(settingsClient(sdk, world, { fetch: own }).read(), { code: "INVALID_OPTION", status: undefined });
      equal([error instanceof sdk.RestError, error.message, sent], [true, `fetch gave ${what}: have it return a new Response each time`, 1]);
    }
    equal([cancelled, ofText.locked], [1, false]);
    // The same answer to every request.
    for (const status of [200, 503]) {
      const one = new Response('{"name":"Phone"}', { status });
      const client = settingsClient(sdk, world, { retry: { retries: 1 }, fetch: () => Promise.resolve(one) });
      if (status === 200) {
        equal((await client.read()).name, "Phone");
        equal(one.body?.locked, false);
      }
      const again = await rejects(client.read(), { code: "INVALID_OPTION" });
      equal(again.message, "fetch gave an answer that was read before: have it return a new Response each time");
    }
    const thrower = Object.defineProperty(Promise.resolve(), "then", { get: () => thrown("canary") });
    await rejects(settingsClient(sdk, world, { retry: { retries: 0 }, fetch: () => thrower as never }).read(), { code: "UNREACHABLE" });
  },

  "the time-out and the signal end a call, whatever it waits for": async (sdk, world) => {
    const never = () => new Promise<never>(() => undefined);
    const streams: ReadableStream[] = [];
    const answering = (pull?: (controller: ReadableStreamDefaultController) => void) => () => {
      const stream = new ReadableStream({ ...(pull && { pull }) });
      streams.push(stream);
      return Promise.resolve(new Response(stream));
    };
    const calls: Record<string, (timeoutMs: number, signal?: AbortSignal) => Promise<unknown>> = {};
    for (const [what, own] of [
      ["an answer", never],
      ["a body", answering()],
      // All chunks are there at once, so that no timer fires.
      ["a body of nothing", answering((controller) => controller.enqueue(new Uint8Array(0)))],
    ] as const) {
      calls[what] = (timeoutMs, signal) => settingsClient(sdk, world, { timeoutMs, retry: { retries: 0 }, fetch: own }).read({ signal });
    }
    const { baseUrl } = world;
    calls["a token"] = (timeoutMs, signal) => new sdk.SettingsClient({ baseUrl, appId: APP, accessToken: never, timeoutMs }).read({ signal });
    calls["a token for records"] = (timeoutMs, signal) => new sdk.ObjectsClient({ baseUrl, accessToken: never, timeoutMs }).list("contacts", {}, { signal });

    for (const [what, call] of Object.entries(calls)) {
      await rejects(call(30), { code: "TIMED_OUT" });
      if (what !== "a body of nothing") {
        const leaver = new AbortController();
        const left = rejects(call(60_000, leaver.signal), { code: "ABORTED" });
        setTimeout(() => leaver.abort(), 10);
        await left;
      }
    }

    equal(streams.map(({ locked }) => locked), [false, false, false]);
  },

  "a function that gives no token ends the call with a code, and with what it threw": async (sdk, world) => {
    const counted = counting();
    const settings = (accessToken: () => never) => new sdk.SettingsClient({ baseUrl: world.baseUrl, appId: APP, accessToken, fetch: counted.fetch });
    const records = (accessToken: () => never) => new sdk.ObjectsClient({ baseUrl: world.baseUrl, accessToken, fetch: counted.fetch });
    const canary = new TypeError("canary");

    for (const call of [
      settings(() => thrown(canary)).read(),
      settings(() => Promise.reject(canary) as never).update({ isReady: true }),
      records(() => thrown(canary)).list("contacts"),
    ]) {
      const error = await rejects(call, { code: "INVALID_OPTION", problems: [] });
      equal([error instanceof sdk.RestError, error.message], [true, "the function accessToken failed, see cause: have it return a token"]);
      equal([error.cause === canary, JSON.stringify(error).includes("canary")], [true, false]);
    }
    const nothing = await rejects(settings(() => thrown(undefined)).read(), { code: "INVALID_OPTION" });
    equal("cause" in nothing, false);
    // The store's error already is the client's.
    const store = new sdk.TokenStore({ oauth: oauthClient(sdk, world), refreshToken: "canary" });
    await rejects(settings(() => store.accessToken() as never).read(), { code: "REFUSED", status: 400, category: "BAD_REFRESH_TOKEN" });
    equal(counted.sent(), 0);
  },

  "a signal that is not an AbortSignal ends the call with a code": async (sdk, world) => {
    const client = settingsClient(sdk, world, { fetch: () => Promise.resolve(new Response('{"name":"Phone"}')) });
    const store = new sdk.TokenStore({ oauth: oauthClient(sdk, world), refreshToken: "canary" });

    for (const [signal, text] of [
      [5, "5"],
      ["canary", '"canary"'],
      [{ aborted: false }, "[object Object]"],
      [new EventTarget(), "[object EventTarget]"],
      [{ aborted: false, addEventListener: () => thrown("canary") }, "[object Object]"],
      [Object.create(AbortSignal.prototype), "[object AbortSignal]"],
    ] as const) {
      for (const call of [client.read({ signal: signal as never }), store.accessToken({ signal: signal as never })]) {
        const error = await rejects(call, { code: "INVALID_OPTION" });
        equal([error instanceof sdk.RestError, error.message], [true, `signal is ${text}: use the signal of an AbortController`]);
      }
    }
    equal((await client.read({ signal: null as never })).name, "Phone");
  },

  "a call can be aborted at any time, and does not wait for ever": async (sdk, world) => {
    const client = settingsClient(sdk, world, { retry: { retries: 1 } });
    const never = new AbortController();
    never.abort();
    await rejects(client.read({ signal: never.signal }), { code: "ABORTED" });

    await world.setFaults({ latencyMs: 2000 });
    const soon = new AbortController();
    setTimeout(() => soon.abort(), 20);
    await rejects(client.read({ signal: soon.signal }), { code: "ABORTED" });
    const hasty = settingsClient(sdk, world, { timeoutMs: 30, retry: { retries: 0 } });
    await rejects(hasty.read(), { code: "TIMED_OUT", status: undefined });

    const waiting = new AbortController();
    const later = settingsClient(sdk, world, {
      fetch: () => {
        setTimeout(() => waiting.abort(), 20);
        return Promise.resolve(new Response("{}", { status: 429, headers: { "retry-after": "20" } }));
      },
    });
    await rejects(later.read({ signal: waiting.signal }), { code: "ABORTED" });
  },

  "what is no answer of the service's is told by code": async (sdk, world) => {
    const answering = (response: () => Response | Promise<Response>, retries = 0) =>
      settingsClient(sdk, world, { retry: { retries }, fetch: () => Promise.resolve(response()) });

    await rejects(answering(() => new Response("canary")).read(), { code: "MALFORMED", status: 200 });
    await rejects(answering(() => new Response(null, { status: 302, headers: { location: "https://evil.example" } })).read(), { code: "REFUSED", status: 302 });
    // In the form that browsers report.
    let redirects = 0;
    const redirected = answering(() => {
      redirects += 1;
      return Object.defineProperty(new Response(null, { status: 302 }), "type", { value: "opaqueredirect" });
    }, 2);
    await rejects(redirected.read(), { code: "REFUSED", status: undefined });
    equal(redirects, 1);
    const html = await rejects(answering(() => new Response("<p>Bad gateway</p>", { status: 502 })).read(), { code: "REFUSED", status: 502 });
    equal(html.message, "the service answered 502: no reason given");
    const chunk = new Uint8Array(1024 * 1024);
    const endless = new ReadableStream({ pull: (controller) => controller.enqueue(chunk) });
    await rejects(answering(() => new Response(endless)).read(), { code: "MALFORMED", status: 200 });
    let requests = 0;
    const broken = answering(() => {
      requests += 1;
      // As Bun and node-fetch report it; Node has the code in the cause.
      throw Object.assign(new TypeError("canary"), { code: "ECONNREFUSED" });
    }, 1);
    await rejects(broken.read(), { code: "UNREACHABLE", message: "the service cannot be reached: ECONNREFUSED" });
    equal(requests, 2);
    // Nobody listens there; browsers refuse the port themselves.
    await rejects(settingsClient(sdk, { ...world, baseUrl: "http://localhost:9" }, { retry: { retries: 0 } }).read(), { code: "UNREACHABLE" });
  },

  "an answer is passed on with the fields that nobody knows yet": async (sdk, world) => {
    const answering = (body: string) => ({ fetch: () => Promise.resolve(new Response(body)) });
    const settings = settingsClient(sdk, world, answering('{"new":{"a_b":[1.5,null]},"name":"Phone","width":null,"large":12345678901234567890}'));
    const oauth = oauthClient(sdk, world, answering('{"access_token":"a","expires_in":60,"new_field":{"a_b":1}}'));

    equal(await settings.read(), { new: { a_b: [1.5, null] }, name: "Phone", width: null, large: 12345678901234567000 });
    equal(await oauth.refresh("r"), { accessToken: "a", expiresIn: 60, freshForMs: 30_000, newField: { a_b: 1 } });
    equal(await settingsClient(sdk, world, answering('{"name":["as it came"]}')).read(), { name: ["as it came"] });
    // The tokens' fields that the store needs are required.
    for (const [body, fault] of [
      ['{"access_token":["canary"],"expires_in":60}', "the field access_token is of another type"],
      ['{"access_token":"canary"}', "the field expires_in is missing"],
      ["[]", "it is of another type"],
      ["canary", "it is no JSON, at line 1, column 1"],
    ] as const) {
      const error = await rejects(oauthClient(sdk, world, answering(body)).refresh("r"), { code: "MALFORMED", status: 200 });
      equal(error.message, `the body is not as expected: ${fault}`);
    }
  },

  "a call of each kind is made of records, their associations and properties": async (sdk, world) => {
    const objects = new sdk.ObjectsClient({ baseUrl: world.baseUrl, accessToken: await world.hostToken() });
    const mail = (name: string) => `${name}@batch.example`;

    const made = await objects.create("contacts", { properties: { email: mail("ann"), firstname: "Ann", lastname: null } });
    const changed = await objects.update("contacts", mail("ann"), { idProperty: "email", properties: { lastname: "Batch" } });
    const read = await objects.read("contacts", made.id, { properties: ["lastname"], propertiesWithHistory: ["lastname"] });
    const [listed] = (await objects.list("quote_template", { limit: 1 })).results;
    const quote = await objects.create("quotes", {
      properties: { hs_title: "Signed", hs_expiration_date: "2099-12-31", hs_esign_enabled: true },
      associations: [{ to: { id: made.id }, types: [{ associationCategory: "HUBSPOT_DEFINED", associationTypeId: 69 }] }],
    });
    const associated = await objects.associate("quotes", quote.id, "quote_template", listed?.id ?? "");
    const labelled = await objects.label("quotes", quote.id, "contacts", made.id, [{ associationCategory: "HUBSPOT_DEFINED", associationTypeId: 702 }]);
    const page = await objects.listAssociations("quotes", quote.id, "contacts", { limit: 2 });

    equal([changed.id, read.properties["lastname"], read.propertiesWithHistory?.["lastname"]?.[0]?.value], [made.id, "Batch", "Batch"]);
    equal([associated.status, labelled.labels, page.results.map(({ toObjectId }) => toObjectId)], ["COMPLETE", ["Signer"], [Number(made.id)]]);
    await objects.dissociate("quotes", quote.id, "contacts", made.id);
    equal((await objects.listAssociations("quotes", quote.id, "contacts")).results, []);

    const batch = await objects.batchCreate("contacts", { inputs: [{ properties: { email: mail("ben") } }] });
    const inputs = batch.results.map(({ id }) => ({ id }));
    const several = await objects.batchRead("contacts", { inputs: [...inputs, { id: "7" }], properties: ["email"] });
    await objects.batchUpdate("contacts", { inputs: inputs.map(({ id }) => ({ id, properties: { lastname: "Batch" } })) });
    const upserted = await objects.batchUpsert("contacts", { inputs: [{ id: mail("cleo"), idProperty: "email", properties: { lastname: "Batch" } }] });
    const filters = [{ propertyName: "email", operator: "IN", values: [mail("ann"), mail("ben")] } as const];
    const found = await objects.search("contacts", { filterGroups: [{ filters }], sorts: ["email"] });
    equal([several.results.length, several.errors?.[0]?.category, upserted.results[0]?.new, found.total], [1, "OBJECT_NOT_FOUND", true, 2]);
    await objects.batchArchive("contacts", { inputs });
    await objects.archive("contacts", made.id);
    await rejects(objects.read("contacts", made.id), { code: "REFUSED", status: 404 });

    const property = { name: "mood", label: "Mood", type: "enumeration", fieldType: "select", groupName: "contactinformation", options: [{ label: "Good", value: "good" }] };
    const defined = await objects.defineProperty("contacts", property);
    equal([defined.options[0]?.value, (await objects.property("contacts", "mood")).label], ["good", "Mood"]);
    equal((await objects.properties("contacts")).results.some(({ name }) => name === "mood"), true);
  },

  "an event type gets a property, and an event a value": async (sdk, world) => {
    const timeline = new sdk.TimelineClient({ baseUrl: world.baseUrl, appId: APP, key: KEY, userId: 9, accessToken: () => world.hostToken() });
    const before = (await timeline.listEventTypes()).length;

    const visit = await timeline.createEventType({ name: "Visit", headerTemplate: "Visited {{place}}" });
    const place = await timeline.createProperty(visit.id, { name: "place", label: "Place", propertyType: "String" });
    const event = { id: "visit/1", eventTypeId: visit.id, email: "maria.okafor@example.com", extraData: { guests: ["Ada"] }, place: "Pier 9" };
    await timeline.putEvent(event);
    await timeline.putEvents([{ ...event, id: "visit/2", place: "Pier 10" }]);
    await timeline.createEvent({ ...event, id: "visit/3" });

    equal([visit.applicationId, visit.objectType, place.eventTypeId], [APP, "CONTACT", visit.id]);
    equal((await timeline.readEvent(visit.id, "visit/2"))["place"], "Pier 10");
    await timeline.updateEventType(visit.id, { name: "Call" });
    await timeline.updateProperty(visit.id, { id: place.id, name: "place", label: "Room", propertyType: "String" });
    equal((await timeline.readEventType(visit.id)).name, "Call");
    equal((await timeline.listProperties(visit.id)).map(({ label }) => label), ["Room"]);
    await timeline.deleteProperty(visit.id, place.id);
    await timeline.deleteEventType(visit.id);
    equal((await timeline.listEventTypes()).length, before);
    const nameless = await rejects(timeline.putEvent({ id: "1", eventTypeId: visit.id }), { code: "INVALID_REQUEST" });
    equal(nameless.problems.map(({ code, field }) => [code, field]), [["MISSING_FIELD", "objectId"]]);
    const bare = new sdk.TimelineClient({ baseUrl: world.baseUrl, appId: APP });
    equal((await rejects(bare.listEventTypes(), { code: "INVALID_REQUEST" })).problems.map(({ field }) => field), ["key"]);
    equal((await rejects(bare.readEvent(1, "1"), { code: "INVALID_REQUEST" })).problems.map(({ field }) => field), ["accessToken"]);
  },

  "a card's migration starts, and the same call reports it": async (sdk, world) => {
    const { accessToken } = await oauthClient(sdk, world).exchangeCode({ code: await authorized(sdk, world), redirectUri: REDIRECT });
    const cards = new sdk.CardsClient({ baseUrl: world.baseUrl, appId: APP, accessToken });

    const started = await cards.migrate({ legacyCrmCardId: 1001, appCardId: 5001 });
    const later = await cards.migrate({ legacyCrmCardId: 1001, appCardId: 5001 });

    equal([started.totalPortalCount, later.startedAt, later.endedAt], [4, started.startedAt, undefined]);
    await rejects(cards.migrate({ legacyCrmCardId: 1001, appCardId: 5002 }), { code: "REFUSED", status: 409, category: "CONFLICT" });
    const error = await rejects(cards.migrate({ legacyCrmCardId: 1001 } as never), { code: "INVALID_REQUEST" });
    equal(error.problems.map(({ message }) => message), ["migration.appCardId is missing: add it"]);
  },

  "secrets are in the request, and in nothing else": async (sdk, world) => {
    const canaries = ["canary-bearer", "canary-verifier", "canary-key&1", "canary-secret", "canary-refresh", "canary-code", "canary-access", "canary-records", "canary-developer", "canary-events", "canary-cards"];
    const seen: unknown[] = [];
    const echo: typeof fetch = (target, init) => {
      const request = `${target instanceof Request ? target.url : String(target)} ${JSON.stringify(init?.headers)} ${typeof init?.body === "string" ? init.body : ""}`;
      seen.push(request);
      const said = { message: `no: ${decodeURIComponent(request)}`, links: { request }, category: request };
      return Promise.resolve(new Response(JSON.stringify(said), { status: 400 }));
    };
    const client = new sdk.SettingsClient({ baseUrl: world.baseUrl, appId: APP, key: "canary-key&1", fetch: echo });
    const oauth = new sdk.OAuthClient({ baseUrl: world.baseUrl, clientId: "id", clientSecret: "canary-secret", fetch: echo });
    const store = new sdk.TokenStore({ oauth, refreshToken: "canary-refresh" });
    const withToken = new sdk.SettingsClient({ baseUrl: world.baseUrl, appId: APP, accessToken: "canary-bearer", fetch: echo });
    const objects = new sdk.ObjectsClient({ baseUrl: world.baseUrl, accessToken: () => "canary-records", fetch: echo });
    const timeline = new sdk.TimelineClient({ baseUrl: world.baseUrl, appId: APP, key: "canary-developer", accessToken: "canary-events", fetch: echo });
    const cards = new sdk.CardsClient({ baseUrl: world.baseUrl, appId: APP, accessToken: "canary-cards", fetch: echo });

    const errors = await Promise.all(
      [
        client.read(),
        client.create(SETTINGS),
        withToken.read(),
        timeline.listEventTypes(),
        timeline.readEvent(1, "1"),
        cards.migrate({ legacyCrmCardId: 1001, appCardId: 5001 }),
        objects.list("contacts"),
        objects.update("quotes", "7", { properties: { hs_title: "Other" } }),
        oauth.introspect("canary-access"),
        oauth.revokeToken("canary-refresh"),
        oauth.clientCredentials({ scopes: [] }),
        oauth.refresh("canary-refresh"),
        oauth.exchangeCode({ code: "canary-code", redirectUri: REDIRECT, codeVerifier: "canary-verifier".repeat(3) }),
        oauth.readAccessToken("canary-access"),
        store.accessToken(),
        settingsClient(sdk, world, { retry: { retries: 0 }, fetch: () => Promise.reject(new TypeError("canary")) }).read(),
        new sdk.SettingsClient({ baseUrl: world.baseUrl, appId: APP, key: "canary-key&1" }).read(),
      ].map((call) => rejects(call as Promise<unknown>, {})),
    );

    const sent = decodeURIComponent(seen.join(" "));
    for (const canary of canaries) {
      equal(sent.includes(canary), true);
    }
    const texts = errors.map((error) => [String(error), error.stack, JSON.stringify(error), JSON.stringify(error.data), Object.entries(error)]);
    const everything = JSON.stringify([texts, client, withToken, objects, timeline, cards, oauth, store, [client, objects, timeline, cards, oauth, store].map(String), Object.entries(client), Object.entries(store)]);
    equal(everything.includes("canary"), false);
    equal(everything.includes("[secret]"), true);
  },
};

function settingsClient(sdk: Sdk, { baseUrl }: World, options: Partial<rest.ClientOptions> = {}): rest.SettingsClient {
  return new sdk.SettingsClient({ baseUrl, appId: APP, key: KEY, ...options });
}

function oauthClient(sdk: Sdk, { baseUrl }: World, options: Partial<rest.OAuthClientOptions> = {}): rest.OAuthClient {
  return new sdk.OAuthClient({ baseUrl, clientId: CLIENT_ID, clientSecret: CLIENT_SECRET, ...options });
}

/** The code of an authorization after consent. */
async function authorized(sdk: Sdk, world: World, codeChallenge?: string): Promise<string> {
  const url = sdk.authorizationUrl({
    authUrl: world.baseUrl,
    clientId: CLIENT_ID,
    redirectUri: REDIRECT,
    scopes: SCOPES,
    optionalScopes: ["developers-write"],
    state: "st&te",
    codeChallenge,
  });
  const back = new URL(await world.consent(url));
  equal(back.origin + back.pathname, REDIRECT);
  equal(back.searchParams.get("state"), "st&te");
  return back.searchParams.get("code") ?? "";
}

/** The platform's fetch, with a count of its calls. */
function counting(): { fetch: typeof fetch; sent: () => number } {
  let sent = 0;
  return {
    fetch: (target, init) => {
      sent += 1;
      return fetch(target, init);
    },
    sent: () => sent,
  };
}

/** Expects a call to fail with these fields, and returns the error. */
async function rejects(call: Promise<unknown>, fields: Partial<rest.RestError>): Promise<rest.RestError> {
  const outcome = await call.then(
    (answer) => ({ answer }),
    (error: unknown) => ({ error }),
  );
  if (!("error" in outcome)) {
    throw new Error(`it succeeded: ${JSON.stringify(outcome.answer)}`);
  }
  const error = outcome.error as rest.RestError;
  equal(error instanceof Error && error.name, "CallingError");
  for (const [name, value] of Object.entries(fields)) {
    equal({ [name]: error[name as keyof rest.RestError] }, { [name]: value });
  }
  return error;
}

function thrown(error: unknown): never {
  throw error;
}

function thrownBy(run: () => unknown): rest.RestError {
  try {
    run();
  } catch (error) {
    return error as rest.RestError;
  }
  throw new Error("it did not throw");
}

function equal(actual: unknown, expected: unknown): void {
  const [left, right] = [actual, expected].map((value) => JSON.stringify(value ?? String(value)));
  if (left !== right) {
    throw new Error(`${String(left)} is not ${String(right)}`);
  }
}
