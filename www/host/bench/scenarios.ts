import { NUMBERS } from "../../shared/numbers";
import { fieldOf, flagOf } from "./payload";
import type { FrameLocation, PageState } from "../state/page";

/** The page's actions in a scenario; each returns the reason if it failed. */
export interface Deeds {
  dial: () => string;
  reload: () => string;
  beginTask: () => string;
}

/** One line of the checklist: an action or an observation of the page. */
export interface Step {
  readonly text: string;
  /** The action of a person in another app than the demo's. */
  readonly person?: string;
  readonly deed?: keyof Deeds;
  /** A message to observe. */
  readonly message?: { readonly type: string; readonly direction: "toWidget" | "toHost"; readonly where?: (data: unknown) => boolean };
  /** An observation of the page's state: describes it in words, or undefined until it holds. */
  readonly state?: (state: PageState) => string | undefined;
  /** An action in the demo's softphone that a person may have to do, if it does not play its part by itself. */
  readonly demo?: string;
  /** A message after which this step can no longer come. */
  readonly not?: string;
  /** Not every app does it: a later step continues without it. */
  readonly isOptional?: true;
}

/** An episode of a calling app's day. */
export interface Scenario {
  readonly id: string;
  readonly title: string;
  readonly text: string;
  /** The phone's required place; any when absent. */
  readonly place?: FrameLocation;
  /** The record on the page, by type and id. */
  readonly record: readonly [objectTypeId: string, objectId: number];
  /** The demo softphone's query. */
  readonly phone: Readonly<Record<string, string>>;
  readonly steps: readonly Step[];
}

const seen = (type: string, more: Omit<Step, "message" | "text"> & { text?: string; where?: (data: unknown) => boolean } = {}): Step => {
  const { text = type, where, ...rest } = more;
  return { text, message: { type, direction: "toHost", ...(where === undefined ? {} : { where }) }, ...rest };
};
const posted = (type: string, more: Omit<Step, "message" | "text"> = {}): Step => ({ text: type, message: { type, direction: "toWidget" }, ...more });
const endedAs = (...statuses: string[]) => (data: unknown): boolean => statuses.includes(fieldOf(data, "callEndStatus") ?? "");

const OPEN: Step = {
  text: "The session is open, and the user is logged in",
  person: "Log in to the app.",
  state: ({ hostState, isLoggedIn }) => (hostState === "initialized" && isLoggedIn ? "initialized" : undefined),
};
const DIAL: readonly Step[] = [
  { text: "Click the record's number", deed: "dial" },
  posted("DIAL_NUMBER"),
  seen("OUTGOING_CALL_STARTED", { person: "Have the app place the call." }),
  posted("CREATE_ENGAGEMENT_SUCCEEDED", { isOptional: true }),
];
const ANSWERED = seen("CALL_ANSWERED", { person: "Answer at the other end.", not: "CALL_ENDED" });
const HANG_UP = seen("CALL_ENDED", { person: "Hang up in the app." });
const COMPLETED: readonly Step[] = [
  seen("CALL_COMPLETED", { person: "Save the call in the app." }),
  posted("UPDATE_ENGAGEMENT_SUCCEEDED", { isOptional: true }),
  { text: "The call is completed", state: ({ calls }) => (calls.at(-1)?.state === "completed" ? "completed" : undefined) },
];
const RING: readonly Step[] = [
  seen("INCOMING_CALL", { person: "Call the app from another phone." }),
  posted("CALLER_ID_MATCH_SUCCEEDED"),
  posted("CREATE_ENGAGEMENT_SUCCEEDED", { isOptional: true }),
];

const MARIA = ["0-1", 1001] as const;

/** The scenarios, in the order of the panel. */
export const SCENARIOS: readonly Scenario[] = [
  {
    id: "outbound-answered",
    title: "Outbound, answered",
    text: "Click to dial, a talk, the call on the timeline.",
    record: MARIA,
    phone: { script: "hangUp,save" },
    steps: [OPEN, ...DIAL, ANSWERED, HANG_UP, ...COMPLETED],
  },
  {
    id: "outbound-busy",
    title: "Outbound, busy",
    text: "The line at the other end is busy.",
    record: MARIA,
    phone: { script: "save", farEnd: "busy" },
    steps: [OPEN, ...DIAL, seen("CALL_ENDED", { text: "CALL_ENDED with BUSY", where: endedAs("BUSY"), not: "CALL_ANSWERED", person: "Have the other end be busy." }), ...COMPLETED],
  },
  {
    id: "inbound-answered",
    title: "Inbound, answered",
    text: "Maria calls, her record opens.",
    place: "remote",
    record: ["0-1", 1002],
    phone: { script: "ring,answer,hangUp,save" },
    steps: [
      OPEN,
      ...RING,
      { ...ANSWERED, person: "Answer in the app." },
      seen("NAVIGATE_TO_RECORD", { isOptional: true }),
      HANG_UP,
      ...COMPLETED,
    ],
  },
  {
    id: "inbound-missed",
    title: "Inbound, missed",
    text: "Nobody answers.",
    place: "remote",
    record: MARIA,
    phone: { script: "ring,save", ringFor: "1800" },
    steps: [
      OPEN,
      ...RING,
      seen("CALL_ENDED", { text: "CALL_ENDED with MISSED or NO_ANSWER", where: endedAs("MISSED", "NO_ANSWER"), not: "CALL_ANSWERED", person: "Let it ring." }),
      ...COMPLETED,
    ],
  },
  {
    id: "inbound-rejected",
    title: "Inbound, rejected",
    text: "The user declines.",
    place: "remote",
    record: MARIA,
    phone: { script: "ring,decline,save" },
    steps: [
      OPEN,
      ...RING,
      seen("CALL_ENDED", { text: "CALL_ENDED with REJECTED", where: endedAs("REJECTED"), not: "CALL_ANSWERED", person: "Decline in the app." }),
      ...COMPLETED,
    ],
  },
  {
    id: "transferred",
    title: "Transferred",
    text: "The call goes on to a colleague.",
    record: MARIA,
    phone: { script: "transfer" },
    steps: [
      OPEN,
      ...DIAL,
      ANSWERED,
      seen("CALL_TRANSFERRED", { person: "Transfer the call in the app.", not: "CALL_ENDED" }),
      { text: "The call has left the app", state: ({ calls }) => (calls.at(-1)?.state === "transferred" ? "transferred" : undefined) },
    ],
  },
  {
    id: "task-queue",
    title: "From the task queue",
    text: "In a Call task the phone is hidden, whatever the app asks.",
    record: MARIA,
    phone: { script: "hangUp,save:open" },
    steps: [
      OPEN,
      { text: "Begin the first Call task", deed: "beginTask" },
      ...DIAL,
      ANSWERED,
      HANG_UP,
      seen("CALL_COMPLETED", { text: "CALL_COMPLETED with hideWidget: false", where: (data) => flagOf(data, "hideWidget") === false, person: "Have the app send hideWidget: false." }),
      { text: "The phone is hidden although it asked to stay", state: ({ isHidden }) => (isHidden ? "hidden" : undefined) },
    ],
  },
  {
    id: "custom-object",
    title: "Custom object",
    text: "A call from a record of the account's own type.",
    record: ["2-12345", 4001],
    phone: { script: "hangUp,save" },
    steps: [
      OPEN,
      { text: "Click the record's number", deed: "dial" },
      posted("DIAL_NUMBER"),
      seen("OUTGOING_CALL_STARTED", { person: "Have the app place the call." }),
      // Calls from such records need the CRM's engagement.
      posted("CREATE_ENGAGEMENT_SUCCEEDED", { not: "CALL_COMPLETED", person: "Have the app send createEngagement: true." }),
      ANSWERED,
      HANG_UP,
      ...COMPLETED,
    ],
  },
  {
    id: "reload",
    title: "Reload in a call",
    text: "The widget is reloaded while two people talk.",
    record: MARIA,
    phone: {},
    steps: [
      OPEN,
      ...DIAL,
      ANSWERED,
      { text: "Reload the widget", deed: "reload" },
      posted("SYNC"),
      seen("SYNC_ACK"),
      seen("INITIALIZED", { person: "Log in again, if the app asks for it." }),
      {
        text: "The host has the call still",
        state: ({ calls }) => {
          const call = calls.at(-1);
          return call === undefined ? undefined : call.isCutOff ? "cut off: the app has not named it since" : "the app has resumed it";
        },
      },
    ],
  },
  {
    id: "popout",
    title: "Popout",
    text: "The phone opens a window of its own, without a host, and calls from there.",
    record: MARIA,
    phone: { share: "on", script: "popout", popout: `dial:${NUMBERS.mariaMobile},hangUp,save` },
    steps: [
      OPEN,
      seen("OUTGOING_CALL_STARTED", {
        person: "Have the app open a window of its own, with the option shareCalls, and place a call there.",
        demo: "If the browser blocks the phone's window, press the phone's button for it.",
      }),
      posted("CREATE_ENGAGEMENT_SUCCEEDED", { isOptional: true }),
      ANSWERED,
      { ...HANG_UP, person: "Hang up in that window." },
      ...COMPLETED,
    ],
  },
];
