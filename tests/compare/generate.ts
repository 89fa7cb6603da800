// Programs made by chance. What real apps do is their skeleton; each kind adds faults of its own.
import { readFileSync } from "node:fs";

import fc from "fast-check";

import { messageHandlerNames, thirdPartyToHostEvents } from "../../pkg/src/generated/constants.js";
import { type Handler, type Handlers, type Program, type Step, typeOfMethod, type Value } from "./program.ts";

const special = (name: string): Value => ({ $: name });
const one = <T>(...values: readonly T[]): fc.Arbitrary<T> => fc.constantFrom(...values);

/** What apps pass by mistake. */
const odd = one<Value>(
  ...[null, "", 0, -1, "text", true, false, [1, null], {}, { deep: [{ er: null }] }],
  ...["undefined", "NaN", "infinity", "bigint", "date", "invalid", "map", "error", "bytes", "class", "proxy", "getter", "cycle"].map(special),
);
/** What an app or a peer adds that no table knows; seldom what no package takes. */
const further = fc.oneof({ weight: 9, arbitrary: one<Value>("later", 5, null, true, { deep: [{ er: null }] }, special("date"), special("map"), special("bytes"), special("undefined")) }, { weight: 1, arbitrary: odd });
/** What no window can post. */
const unpostable = one<Value>(...["function", "symbol", "thrower"].map(special), { data: special("function") });

const callId = fc.oneof({ weight: 8, arbitrary: one<Value>("c-1", "c-2") }, { weight: 1, arbitrary: odd });
const engagementId = one<Value>(7, 8, "7", special("undefined"), null);
const FIELDS: Readonly<Record<string, fc.Arbitrary<Value>>> = {
  externalCallId: callId,
  engagementId,
  toNumber: one<Value>("+12025550143", "+Unknown", special("undefined")),
  fromNumber: one<Value>("+12025550100", "Line 1"),
  phoneNumber: one<Value>("+12025550143", null),
  callStartTime: one<Value>(1_700_000_000_000, special("date")),
  createEngagement: one<Value>(true, false, "true"),
  callEndStatus: one<Value>("COMPLETED", "MISSED", "constructor", 5),
  hideWidget: one<Value>(true, false),
  engagementProperties: one<Value>({ hs_call_title: "Call", hs_call_body: "<b>n</b>", hs_call_duration: 5, hs_timestamp: special("undefined") }, null),
  dialingContext: fc.constant(special("dial")),
  isLoggedIn: fc.boolean(),
  isAvailable: fc.boolean(),
  sizeInfo: one<Value>({ width: 400, height: 600 }),
  width: one<Value>(400, "100%"),
  height: fc.constant(600),
  message: one<Value>("failed", ""),
  error: fc.constant('{"a":1}'),
  type: fc.constant("error"),
  iFrameUrl: one<Value>("https://phone.example/next", "https://elsewhere.example", ""),
  objectCoordinates: one<Value>({ portalId: 1, objectId: 51, objectTypeId: "0-1" }),
  openIn: one<Value>("NEW_TAB"),
  subject: fc.constant("further"),
  callEndTime: odd,
};
const fields = fc.dictionary(one(...Object.keys(FIELDS)), fc.constant(null), { maxKeys: 4, noNullPrototype: true }).chain((picked) => fc.record(Object.fromEntries(Object.keys(picked).map((name) => [name, FIELDS[name] as fc.Arbitrary<Value>])), { noNullPrototype: true }));
const about = fc.oneof({ weight: 12, arbitrary: fc.tuple(callId, fields).map(([externalCallId, rest]): Value => ({ externalCallId, ...rest })) }, { weight: 1, arbitrary: fc.constant(special("shared")) });

/** The payloads of `tests/fixtures/messages`: every field that the documents name. */
const example = (type: string): fc.Arbitrary<Value> => one(...(JSON.parse(readFileSync(`tests/fixtures/messages/${type}.json`, "utf8")) as { data?: Value }[]).map(({ data = {} }) => data));

const BARE = ["userAvailable", "userUnavailable", "userLoggedIn", "userLoggedOut"];
const OF_CALL = ["incomingCall", "outgoingCall", "callAnswered", "callTransferred", "callEnded", "callCompleted", "finalizeEngagement", "publishToChannel"];
const OTHERS = ["initialized", "navigateToRecord", "callData", "sendError", "resizeWidget", "setWidgetUrl"];
const TYPES = Object.keys(thirdPartyToHostEvents);

const of = one(0, 0, 0, 1, 2);
const call = (method: string, ...args: Value[]): Step => ({ do: "call", of: 0, method, args });
const at = (step: Step, instance: number): Step => ({ ...step, of: instance }) as Step;
const calls = (payload: fc.Arbitrary<Value>): fc.Arbitrary<Step> =>
  fc.oneof(
    { weight: 3, arbitrary: one(...BARE).map((method) => call(method)) },
    { weight: 9, arbitrary: fc.tuple(one(...OF_CALL), payload).map(([method, data]) => call(method, data)) },
    { weight: 3, arbitrary: fc.tuple(one(...OTHERS), payload).map(([method, data]) => call(method, data)) },
    { weight: 2, arbitrary: fc.oneof(...[...OF_CALL, ...OTHERS].map((method) => example(typeOfMethod(method)).map((data) => call(method, data)))) },
    { weight: 1, arbitrary: one(...OF_CALL, ...OTHERS, "logDebugMessage").map((method) => call(method)) },
  );
const wellFormed = calls(about);
const raw = fc.record({ type: one<Value>(...TYPES, "APP_MESSAGE", "ERROR"), messageId: one<Value>("app-1", 7, 0, "", null), data: odd, subject: odd }, { requiredKeys: ["type"], noNullPrototype: true });
const oddCalls = fc.oneof(
  { weight: 4, arbitrary: calls(fc.oneof(odd, fields)) },
  { weight: 1, arbitrary: calls(unpostable) },
  { weight: 2, arbitrary: raw.map((message) => call("sendMessage", message)) },
  { weight: 1, arbitrary: odd.map((message) => call("sendMessage", message)) },
  { weight: 1, arbitrary: fc.tuple(one("userAvailable", "callEnded"), odd, odd).map(([method, ...args]) => call(method, ...args)) },
  { weight: 1, arbitrary: one<Value>({ message: "app" }, { message: "app", type: "T" }, {}, special("undefined")).map((line) => call("logDebugMessage", line)) },
);

// The peer of a widget: the host.
const HOST_TYPES = [...Object.keys(messageHandlerNames).filter((type) => type !== "READY"), "DIAL_NUMBER", "DIAL_NUMBER", "END_CALL", "CREATE_ENGAGEMENT_SUCCEEDED"];
const payloadOfHost = fc.record(
  { engagementId: one<Value>(7, 8), externalCallId: one<Value>("c-1", "c-2"), phoneNumber: one<Value>("+12025550143"), startTimestamp: one<Value>(1, 2), isHidden: fc.boolean(), callerIdMatches: one<Value>([]), error: one<Value>({ message: "no" }), future: further },
  { requiredKeys: [], noNullPrototype: true },
) as fc.Arbitrary<Value>;
const messageId = one<Value>(...Array.from({ length: 9 }, (_, index) => `h_${index + 2}`));
const ofHost = (type: fc.Arbitrary<Value>, data: fc.Arbitrary<Value> = payloadOfHost): fc.Arbitrary<Step> =>
  fc.record({ type, messageId, data }, { noNullPrototype: true }).map((message) => ({ do: "peer", message }));
const click: Step = { do: "peer", message: { type: "DIAL_NUMBER", messageId: "h_11", data: { phoneNumber: "+12025550143", startTimestamp: 3 } } };
const known = fc.oneof({ weight: 9, arbitrary: ofHost(one<Value>(...HOST_TYPES)) }, { weight: 4, arbitrary: fc.oneof(...HOST_TYPES.map((type) => ofHost(fc.constant(type), example(type)))) }, { weight: 1, arbitrary: fc.constant(click) });
const replies = fc.tuple(one(-1, -1, 0, 1), one("DIAL_NUMBER", "CREATE_ENGAGEMENT_SUCCEEDED", "END_CALL"), payloadOfHost).map(([to, type, data]): Step => ({ do: "reply", to, message: { type, data } }));
const oddPeer = fc.oneof(
  { weight: 4, arbitrary: ofHost(one<Value>(...HOST_TYPES), odd) },
  { weight: 3, arbitrary: ofHost(one<Value>("TOMORROWS", "TOMORROWS_FAILED", "toString", "__proto__", "ERROR", "UNLOADING", "READY", "SYNC_ACK", "SYNC_ACK_FAILED", "SET_WIDGET_URL", "UPDATE_ASSOCIATIONS_FAILED", ...TYPES)) },
  { weight: 2, arbitrary: fc.record({ type: one<Value>("DIAL_NUMBER", "END_CALL", "", 7, null, [], special("undefined")), messageId: one<Value>("h_2", "", 0, 8, null, {}, special("undefined")), data: payloadOfHost, extra: odd }, { requiredKeys: [], noNullPrototype: true }).map((message): Step => ({ do: "peer", message: message as Value })) },
  { weight: 1, arbitrary: odd.map((message): Step => ({ do: "peer", message })) },
  { weight: 1, arbitrary: fc.constant<Step>({ do: "peer", message: { type: "SET_WIDGET_URL", messageId: "h_12", iFrameUrl: "https://elsewhere.example" } }) },
);
const SYNC = { type: "SYNC", messageId: "h_1", hostUrl: "https://app.hubspot.com", portalId: 1, userId: 2, ownerId: 3, iframeLocation: "remote", usesCallingWindow: true };
const sync = (message: Value = SYNC): Step => ({ do: "peer", message });
const syncs = fc
  .record({ messageId: one<Value>("h_1", "h_2", "g_1", 5), hostUrl: one<Value>("https://app.hubspot.com", special("undefined")), portalId: one<Value>(1, 9), userId: one<Value>(2, special("undefined")), engagementId: one<Value>(7, null), further: odd }, { noNullPrototype: true })
  .map((some) => sync({ ...SYNC, ...some }));
const strangers = fc
  .tuple(fc.oneof(known, syncs), fc.record({ from: one("stranger" as const), origin: one("other" as const, "null" as const) }, { requiredKeys: [], noNullPrototype: true }), one("https://app.hubspot.com", "https://elsewhere.example", "nonsense", ""))
  .map(([step, sender, hostUrl]) => ({ ...step, ...sender, message: { ...((step as { message: object }).message), ...("portalId" in (step as { message: object }).message ? { hostUrl } : {}) } }) as Step);

// Handlers.
const NAMES = [...Object.values(messageHandlerNames), "onFailed", "FAILED", "defaultEventHandler"];
const handler = (is: fc.Arbitrary<Handler["is"]>, step: fc.Arbitrary<Step>): fc.Arbitrary<Handler> => fc.record({ is, then: fc.array(step, { maxLength: 3 }) }, { noNullPrototype: true });
const handlersOf = (any: fc.Arbitrary<Handler>): fc.Arbitrary<Handlers> => fc.dictionary(one(...NAMES), any, { maxKeys: 8, noNullPrototype: true });
const calm = handler(one("plain", "plain", "async"), wellFormed);
const absent = one<Handler>(...[null, special("undefined"), false, 0, ""].map((value): Handler => ({ is: "value", value })));
const wild = fc.oneof(
  { weight: 4, arbitrary: handler(one("plain", "async", "throws", "rejects"), fc.oneof(wellFormed, oddCalls)) },
  { weight: 1, arbitrary: absent },
);
const all = (is: Handler["is"]): Handlers => Object.fromEntries(NAMES.map((name) => [name, { is }]));
const greeting: Handler = { is: "plain", then: [call("initialized", { isLoggedIn: true, isAvailable: true })] };

const construct = (handlers: Handlers, as = 0, options: Value = { debugMode: false }): Step => ({ do: "construct", as, options, handlers });
const options = fc.record({ debugMode: one<Value>(true, false, "true", 1, null, special("undefined")), iFrameOptions: one<Value>(null, special("undefined"), false), further: odd }, { requiredKeys: [], noNullPrototype: true }) as fc.Arbitrary<Value>;
const read = of.map((instance): Step => ({ do: "read", of: instance }));
const wait = one(1, 100, 499, 600, 11_000, 40_000).map((ms): Step => ({ do: "wait", ms }));
const page = one("hidden" as const, "shown" as const, "pagehide" as const, "pageshow" as const).map((event): Step => ({ do: "page", event }));
const time = fc.oneof(wait, page, one(-3_600_000, 20_000).map((ms): Step => ({ do: "jump", ms })));
const replace = fc.tuple(of, handlersOf(fc.oneof(calm, absent)), fc.boolean()).map(([instance, set, whole]): Step => ({ do: "handlers", of: instance, set, whole }));
const overrides = fc.tuple(one("instance" as const, "manager" as const), one("sendMessage", "onMessageHandler"), fc.boolean()).map(([on, method, calls]): Step => ({ do: "override", of: 0, on, method, calls }));
const manager = fc.oneof(
  one<Step>(call("destroy")),
  one<Step>(
    ...[["isReady", true], ["debugMode", true], ["debugMode", false]].map(([field, value]): Step => ({ do: "set", of: 0, field: field as string, value: value as boolean })),
    ...[["remove"], ["updateIFrameSize", { width: 1, height: "2px" }], ["logDebugMessage", "a", 1], ["onReady", { portalId: 4 }], ["onReady"]].map(([method, ...args]): Step => ({ do: "manager", of: 0, method: method as string, args: args as Value[] })),
  ),
  raw.map((message): Step => ({ do: "manager", of: 0, method: "sendMessage", args: [message, special("callback")] })),
  fc.tuple(fc.oneof(known, syncs), one<Value>("https://app.hubspot.com", "https://elsewhere.example", special("undefined"))).map(([step, origin]): Step => ({ do: "manager", of: 0, method: "onMessage", args: [{ data: (step as { message: Value }).message, origin }] })),
);
const again = fc.tuple(handlersOf(calm), one(0, 1, 2)).map(([handlers, as]) => construct({ onReady: greeting, ...handlers }, as));

/** The beginning of a page, its steps, and how many. */
const kind = (begin: fc.Arbitrary<readonly Step[]>, step: fc.Arbitrary<Step>, side: Program["side"][] = ["widget", "widget", "published"]): fc.Arbitrary<Program> =>
  fc.tuple(one(...side), begin, fc.array(step, { minLength: 1, maxLength: 56 })).map(([side, first, rest]) => ({ side, steps: [...first, ...rest] }));
const ready = fc.tuple(handlersOf(calm), one(false, false, false, true), one<Value>(SYNC, SYNC, SYNC, { ...SYNC, engagementId: 7, further: { deep: [special("date")] } })).map(([handlers, inherited, first]) => [{ ...construct({ ...handlers, onReady: greeting }), inherited }, sync(first)]);

// Field apps: the order and the shape of what eight public apps do.
const after = (method: string, ...args: Value[]): Step => call(method, ...args);
const number = special("dial");
const IDIOMS: readonly (readonly Step[])[] = [
  // A wrapper that replaces its handlers long after construction.
  [construct({}), sync(), { do: "handlers", of: 0, set: { onDialNumber: { is: "plain", then: [after("outgoingCall", { externalCallId: "c-1", dialingContext: number }), after("callAnswered")] }, onVisibilityChanged: { is: "plain", then: [after("callEnded")] } }, whole: true }, after("initialized", {}), after("userLoggedIn")],
  // One that logs in by a timer, each once.
  [construct({ onReady: { is: "plain", then: [after("initialized", {})] }, onDialNumber: { is: "plain", then: [after("userLoggedIn"), after("userAvailable"), after("outgoingCall", { toNumber: "+12025550143", externalCallId: "c-1" })] } }), sync(), { do: "wait", ms: 100 }, after("userLoggedIn"), after("userAvailable")],
  // Two listeners for the same end.
  [construct({ onReady: greeting, onEndCall: { is: "plain", then: [after("callEnded", { externalCallId: "c-1" }), after("callEnded", { externalCallId: "c-1" }), after("callCompleted", { externalCallId: "c-1", hideWidget: true, subject: "s" })] } }), sync(), after("incomingCall", { externalCallId: "c-1", fromNumber: "+12025550100" }), after("callAnswered", { externalCallId: "c-1" })],
  // Every handler a stand-in, and those that the package never had.
  [construct({ ...all("plain"), onExternalCallIdNotPresent: { is: "plain" }, onInitiateCallRequested: { is: "plain" } }), sync(), after("initialized", { isLoggedIn: false })],
  // Log-out before READY; the second instance is the framework's.
  [construct({ onReady: greeting }), after("userLoggedOut"), sync(), after("outgoingCall", { externalCallId: "c-1", createEngagement: "true" })],
  // Both names of the engagement.
  [construct({ onReady: greeting, onEngagementCreated: { is: "plain" }, onCreateEngagementSucceeded: { is: "plain", then: [after("callData", { engagementId: 7 })] } }), sync(), after("outgoingCall", { externalCallId: "c-1", createEngagement: true })],
  // A demo that never completes, and reports by sendError.
  [construct({ onReady: { is: "async", then: [after("initialized", { isLoggedIn: true }), after("initialized", { isLoggedIn: true })] }, onDialNumber: { is: "throws" }, onEndCall: { is: "plain", then: [after("callEnded")] } }, 0, { debugMode: true }), sync(), after("incomingCall"), after("sendError", { type: "error", message: "m" })],
  // One click that arrives twice.
  [construct({ onReady: greeting, onDialNumber: { is: "plain" } }), sync(), click, click],
  // Constructs a second time in a handler.
  [construct({ onReady: greeting, onDialNumber: { is: "plain", then: [construct({ onReady: greeting, onDialNumber: { is: "plain" } }, 1)] } }), sync()],
];

// The host's role.
const src = { src: "https://phone.example/phone", width: "400px", height: "600px", hostElementSelector: "#phone" };
const hosting = fc.tuple(handler(one("plain", "plain", "throws"), fc.constant<Step>({ do: "read", of: 0 })), one<Value>(src, { ...src, width: 400 }, { ...src, src: "" }, { ...src, hostElementSelector: "#none" }), fc.integer({ max: 9, min: 0 }));
const host = hosting.map(([onMessageHandler, wrong, chance]): Step[] => [
  { do: "construct", as: 0, class: "IFrameManager", options: { debugMode: false, iFrameOptions: chance === 0 ? wrong : src }, handlers: chance === 1 ? {} : { onMessageHandler } },
  { do: "frame", event: "load" },
]);
const ack: Step = { do: "reply", to: -1, message: { type: "SYNC_ACK", iFrameUrl: "https://phone.example", debugMode: true, version: "0.9.7" } };
const bareAck: Step = { do: "reply", to: -1, message: { type: "SYNC_ACK" } };
const toHost = fc.oneof(
  { weight: 3, arbitrary: one(ack, ack, bareAck) },
  { weight: 6, arbitrary: ofHost(one<Value>(...TYPES, "ERROR"), fields as fc.Arbitrary<Value>) },
  { weight: 1, arbitrary: oddPeer },
  { weight: 1, arbitrary: strangers },
);
const asHost = fc.oneof(
  { weight: 6, arbitrary: fc.record({ type: one<Value>("DIAL_NUMBER", "END_CALL", "VISIBILITY_CHANGED", "TOMORROWS"), data: payloadOfHost }, { noNullPrototype: true }).map((message): Step => ({ do: "manager", of: 0, method: "sendMessage", args: [message, special("callback")] })) },
  { weight: 1, arbitrary: one<Step>({ do: "frame", event: "load" }, { do: "frame", event: "error" }, { do: "manager", of: 0, method: "updateIFrameSize", args: [{ width: 320, height: "50%" }] }, { do: "manager", of: 0, method: "remove", args: [] }) },
  { weight: 1, arbitrary: read },
  { weight: 1, arbitrary: wait },
);

/** A program of any kind. */
export const programs: fc.Arbitrary<Program> = fc.oneof(
  { weight: 8, arbitrary: kind(ready, fc.oneof({ weight: 3, arbitrary: wellFormed }, { weight: 3, arbitrary: known }, { weight: 1, arbitrary: fc.oneof(read, replace) })) },
  { weight: 4, arbitrary: kind(one(...IDIOMS), fc.oneof(wellFormed, known, known)) },
  { weight: 3, arbitrary: kind(ready, fc.oneof(oddCalls, wellFormed, known)) },
  { weight: 3, arbitrary: kind(ready, fc.oneof(oddPeer, replies, known, wellFormed)) },
  { weight: 3, arbitrary: kind(handlersOf(wild).map((handlers) => [construct({ onReady: greeting, ...handlers }), sync()]), fc.oneof(known, known, oddPeer, wellFormed)) },
  { weight: 2, arbitrary: kind(fc.tuple(options, handlersOf(calm)).map(([given, handlers]) => [construct({ onReady: greeting, ...handlers }, 0, given), sync()]), fc.oneof(known, read)) },
  { weight: 3, arbitrary: kind(handlersOf(calm).map((handlers) => [construct(handlers)]), fc.oneof({ weight: 12, arbitrary: fc.oneof(wellFormed, wait, fc.constant(sync()), fc.constant(call("initialized", {}))) }, { weight: 1, arbitrary: fc.constant<Step>({ do: "set", of: 0, field: "isReady", value: true }) })) },
  { weight: 2, arbitrary: kind(ready, fc.oneof({ weight: 1, arbitrary: again }, { weight: 6, arbitrary: fc.tuple(fc.oneof(wellFormed, known), of).map(([step, instance]) => (step.do === "call" ? at(step, instance) : step)) }, { weight: 1, arbitrary: fc.oneof(fc.constant(sync()), wait) })) },
  { weight: 2, arbitrary: kind(ready, fc.oneof(syncs, wait, known, wellFormed)) },
  { weight: 2, arbitrary: kind(ready, fc.oneof(strangers, known, wellFormed)) },
  { weight: 2, arbitrary: kind(ready, fc.oneof(manager, overrides, known, wellFormed, read)) },
  { weight: 2, arbitrary: kind(ready, fc.oneof(time, known, wellFormed)) },
  { weight: 1, arbitrary: kind(one<readonly Step[]>([{ do: "construct", as: 0, options: null }], [{ do: "construct", as: 0, options: {} }], [{ do: "construct", as: 0, options: { eventHandlers: null } }], [construct({ onReady: { is: "value", value: "ready" } })], [construct({ onDialNumber: { is: "value", value: { a: 1 } }, onReady: greeting })], [{ do: "construct", as: 0, options: { eventHandlers: "text" } }]), fc.oneof(fc.constant(sync()), known)) },
  { weight: 3, arbitrary: kind(host.map((steps) => [...steps, ack]), fc.oneof(toHost, asHost), ["host", "callingHost"]) },
  { weight: 1, arbitrary: kind(host, fc.oneof(toHost, asHost), ["host"]) },
);
