/* oxlint-disable typescript/no-deprecated -- the published package exports them */
/* oxlint-disable typescript/no-redundant-type-constituents, typescript/no-duplicate-type-constituents -- what is compared may come to nothing */
// Compares every exported type with the published one of its name, both ways: readers of the
// published type can read ours, and values of the published type can be passed to ours. The
// differences are listed here, and in docs/migration.md.
import type * as Ours from "calling-widget-sdk";
import type OurClass from "calling-widget-sdk";
import type * as Published from "published-0.9.7";

// Node takes the published module, which is CommonJS, for the default export itself.
type DefaultOf<Module> = Module extends { default: { default: infer Class } }
  ? Class
  : Module extends { default: infer Class }
    ? Class
    : never;
type PublishedConstructor = DefaultOf<typeof Published>;
type PublishedClass = InstanceType<PublishedConstructor>;

/** Ours and the published one. `tests/unit/published-types.test.ts` compares the names. */
type Pairs = {
  CompanyIdMatch: [Ours.CompanyIdMatch, Published.CompanyIdMatch];
  ContactIdMatch: [Ours.ContactIdMatch, Published.ContactIdMatch];
  EndStatus: [Ours.EndStatus, Published.EndStatus];
  EventHandlers: [Ours.EventHandlers, Published.EventHandlers];
  IframeManagerOptions: [Ours.IframeManagerOptions, Published.IframeManagerOptions];
  IframeOptions: [Ours.IframeOptions, Published.IframeOptions];
  ObjectCoordinates: [Ours.ObjectCoordinates, Published.ObjectCoordinates];
  OnCallAnswered: [Ours.OnCallAnswered, Published.OnCallAnswered];
  OnCallCompleted: [Ours.OnCallCompleted, Published.OnCallCompleted];
  OnCallEnded: [Ours.OnCallEnded, Published.OnCallEnded];
  OnCallTransferred: [Ours.OnCallTransferred, Published.OnCallTransferred];
  OnError: [Ours.OnError, Published.OnError];
  OnFinalizeEngagement: [Ours.OnFinalizeEngagement, Published.OnFinalizeEngagement];
  OnIncomingCall: [Ours.OnIncomingCall, Published.OnIncomingCall];
  OnInitialized: [Ours.OnInitialized, Published.OnInitialized];
  OnMessage: [Ours.OnMessage, Published.OnMessage];
  OnNavigateToRecord: [Ours.OnNavigateToRecord, Published.OnNavigateToRecord];
  OnOutgoingCall: [Ours.OnOutgoingCall, Published.OnOutgoingCall];
  OnPublishToChannel: [Ours.OnPublishToChannel, Published.OnPublishToChannel];
  OnResize: [Ours.OnResize, Published.OnResize];
  OnSetWidgetUrl: [Ours.OnSetWidgetUrl, Published.OnSetWidgetUrl];
  Options: [Ours.Options, Published.Options];
  RawEngagementProperties: [Ours.RawEngagementProperties, Published.RawEngagementProperties];
  SizeInfo: [Ours.SizeInfo, Published.SizeInfo];
};

/** Values that the package exports. */
type Values = {
  CallingExtensions: [OurClass, PublishedClass];
  Constants: [typeof Ours.Constants, typeof Published.Constants];
  IFrameManager: [Ours.IFrameManager, Published.IFrameManager];
  constructor: [typeof OurClass, PublishedConstructor];
  manager: [typeof Ours.IFrameManager, typeof Published.IFrameManager];
};

type All = Pairs & Values;

/** The types that are objects with fields. */
type Payload = Exclude<keyof Pairs, "EndStatus" | "EventHandlers">;

/** The names of the types of which one is not assignable to the other. */
type Unreadable = { [Name in keyof All]: [All[Name][0]] extends [All[Name][1]] ? never : Name }[keyof All];
type Refused = { [Name in keyof All]: [All[Name][1]] extends [All[Name][0]] ? never : Name }[keyof All];

/** Methods and statics that refuse parameters of the published ones. */
type Picky<Mine, Theirs> = {
  [Name in keyof Theirs & keyof Mine]: Theirs[Name] extends (...given: infer Given) => unknown
    ? Mine[Name] extends (...given: infer Taken) => unknown
      ? [Given] extends [Taken]
        ? never
        : Name
      : Name
    : never;
}[keyof Theirs & keyof Mine];

/** Methods whose results differ from the published ones. */
type Other<Mine, Theirs> = {
  [Name in keyof Theirs & keyof Mine]: [Mine[Name], Theirs[Name]] extends [(...given: never[]) => infer One, (...given: never[]) => infer Two]
    ? [One, Two] extends [Two, One] ? never : Name
    : never;
}[keyof Theirs & keyof Mine];

/** True if both are the same; else the difference. */
type Same<One, Two> = [One, Two] extends [Two, One] ? true : Exclude<One, Two> | Exclude<Two, One>;

// A handler may be absent in its type: so in the options' and the class's types. The constants
// name a handler that the latest published version has removed.
export const unreadable: Same<Unreadable, "EventHandlers" | "Options" | "CallingExtensions" | "constructor" | "Constants"> = true;

// The class has more members, and the constants have the types of their own values.
export const refused: Same<Refused, "CallingExtensions" | "constructor" | "Constants"> = true;

// Every parameter of a published method is accepted by ours; so for the constructor.
export const picky: Same<
  | Picky<OurClass, PublishedClass>
  | Picky<Ours.IFrameManager, Published.IFrameManager>
  | Picky<typeof Ours.IFrameManager, typeof Published.IFrameManager>,
  never
> = true;
export const other: Same<Other<OurClass, PublishedClass> | Other<Ours.IFrameManager, Published.IFrameManager>, never> = true;
export const options = (given: ConstructorParameters<PublishedConstructor>): ConstructorParameters<typeof OurClass> => given;

// No member of the published classes is missing, and these are all that ours add.
export const missing: Same<Exclude<keyof PublishedClass, keyof OurClass>, never> = true;
export const added: Same<
  Exclude<keyof OurClass, keyof PublishedClass>,
  "calleeOf" | "calls" | "destroy" | "diagnostics" | "exportTrace" | "getSnapshot" | "on" | "role" | "state" | "subscribe" | "tracked"
> = true;
export const manager: Same<keyof Ours.IFrameManager, keyof Published.IFrameManager> = true;
export const statics: Same<keyof typeof Ours.IFrameManager, keyof typeof Published.IFrameManager> = true;
export const constants: Same<keyof typeof Ours.Constants, keyof typeof Published.Constants> = true;

// The additional fields of ours; all may be absent.
export const fields: Same<
  { [Name in Payload]: `${Name}.${string & Exclude<keyof Pairs[Name][0], keyof Pairs[Name][1]>}` }[Payload],
  | "OnInitialized.isAvailable"
  | "OnInitialized.sizeInfo"
  | "OnInitialized.iframeLocation"
  | "OnInitialized.usesCallingWindow"
  | "OnInitialized.portalId"
  | "OnInitialized.hostUrl"
  | "OnIncomingCall.phoneNumber"
  | `${"OnIncomingCall" | "OnOutgoingCall" | "OnCallAnswered" | "OnCallTransferred"}.engagementId`
  | "OnCallEnded.externalCallID"
  | "OnOutgoingCall.dialingContext"
  | "OnOutgoingCall.phoneNumber"
  | "OnError.type"
  | "OnMessage.messageId"
  | `${"Options" | "IframeManagerOptions"}.${"allowedHostOrigins" | "hostWindow" | "redact" | "logger"}`
  | `Options.${"lifecycle" | "validate" | "suppressRepeatedDials" | "mode" | "resume" | "guardUnload" | "shareCalls" | "trace"}`
  | `Options.${"beforeSend" | "afterReceive" | "onDiagnostic"}`
> = true;
export const handlers: Same<
  Exclude<keyof Ours.EventHandlers, keyof Published.EventHandlers>,
  "FAILED" | "onEngagementCreatedFailed" | "onNavigateToRecord" | "onUpdateAssociationsFailed"
> = true;
