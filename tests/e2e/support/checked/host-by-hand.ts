// A host's page without any SDK, which meets every requirement of a host; with
// `?fault=NAME,NAME` one that has these faults. `?widget=URL` is the calling app.
type Message = { type: string; messageId: unknown; data?: Data };
type Data = { externalCallId?: string; engagementId?: unknown; createEngagement?: boolean; engagementProperties?: object; objectCoordinates?: object; isLoggedIn?: boolean };

const query = new URLSearchParams(location.search);
const faults = (query.get("fault") ?? "").split(",");
const widget = query.get("widget") ?? "";
const frame = document.createElement("iframe");
frame.src = widget;
frame.title = "The calling app";
frame.width = "500";
frame.height = "700";

let loads = 0;
let session = "";
let isOpen = false;
let isDead = false;
let count = 0;
let engagements = 0;
let timer: ReturnType<typeof setInterval> | undefined;
const instance = `host-${Math.random().toString(36).slice(2)}`;
const engagementOf = new Map<string, unknown>();

frame.addEventListener("load", () => {
  loads += 1;
  if (has("opens-no-session") || (has("opens-one-session-only") && loads > 1)) return;
  if (!has("has-one-session-id") || session === "") session = `${instance}_session_${loads}`;
  isOpen = false;
  sync();
  if (has("speaks-before-the-acknowledgement")) post("VISIBILITY_CHANGED", { isMinimized: false, isHidden: false });
  clearInterval(timer);
  if (has("sends-one-sync")) return;
  timer = setInterval(sync, 100);
});

window.addEventListener("message", ({ source, origin, data }: MessageEvent<unknown>) => {
  if (source !== frame.contentWindow || origin !== new URL(widget).origin || isDead) return;
  const deed = (data as { callingCheck?: string } | null)?.callingCheck;
  if (deed !== undefined && query.get("hooks") === "on") {
    document.getElementById(deed === "dial" ? "dial" : "hang-up")?.click();
    return;
  }
  if (typeof data !== "object" || data === null) {
    isDead = has("dies-of-null");
    return;
  }
  const message = data as Message;
  if (typeof message.type !== "string" || message.messageId === undefined) return;
  if (message.type === "SYNC_ACK") open(message);
  else if (isOpen) take(message, message.data ?? {});
});
document.body.append(frame);

function sync(): void {
  const hostUrl = has("names-another-page") ? "https://crm.example" : location.origin;
  const portalId = has("writes-numbers-as-text") ? "62515" : 62515;
  send({ type: "SYNC", messageId: session, hostUrl, portalId, userId: 7001, ownerId: "8101", iframeLocation: has("does-not-name-its-window") ? "window" : "remote", usesCallingWindow: false });
}

function open({ messageId }: Message): void {
  if (messageId !== session || isOpen) return;
  isOpen = true;
  const repeated = timer;
  // For longer than the check listens; a page that loads later would hear the id of this one.
  setTimeout(() => clearInterval(repeated), has("does-not-stop") ? 4000 : 0);
  if (has("dials-at-once")) post("DIAL_NUMBER", DIALLED);
}

function take({ type, messageId }: Message, data: Data): void {
  const call = data.externalCallId ?? "";
  // Answers have their requests' ids.
  const answer = (kind: string, payload: object): void => {
    if (has("names-no-call")) post(kind, payload);
    else send({ type: kind, messageId, data: { ...payload, externalCallId: call } });
  };
  switch (type) {
    case "INITIALIZED":
    case "LOGGED_IN":
    case "USER_AVAILABLE":
    case "CALL_ANSWERED":
      return;
    case "INCOMING_CALL":
      if (!has("looks-no-caller-up")) answer("CALLER_ID_MATCH_SUCCEEDED", { callerIdMatches: has("finds-one-caller") ? { callerIdType: "CONTACT" } : [] });
      if (data.createEngagement === true && !has("creates-for-outgoing-calls-only")) create(call, answer);
      return;
    case "OUTGOING_CALL_STARTED":
      if (has("invents-a-type")) post("CALL_NOTED", {});
      if ((data.createEngagement === true || has("creates-unasked")) && !has("creates-none")) create(call, answer);
      return;
    case "CALL_ENDED":
    case "CALL_TRANSFERRED":
      return;
    case "PUBLISH_TO_CHANNEL":
      if (!has("publishes-silently")) answer("PUBLISH_TO_CHANNEL_SUCCEEDED", { engagementId: data.engagementId });
      return;
    case "FINALIZE_ENGAGEMENT":
      if (!has("finalizes-silently")) answer("FINALIZE_ENGAGEMENT_SUCCEEDED", { engagementId: data.engagementId });
      return;
    case "NAVIGATE_TO_RECORD":
      if (!has("navigates-silently")) answer("NAVIGATE_TO_RECORD_FAILED", { objectCoordinates: data.objectCoordinates, error: { message: "There is no such record." } });
      return;
    case "CALL_COMPLETED": {
      if ((data.engagementProperties === undefined && !has("updates-unasked")) || has("updates-none")) return;
      const engagementId = has("updates-the-latest") ? engagements : engagementOf.get(call);
      if (has("refuses-updates")) answer("UPDATE_ENGAGEMENT_FAILED", { error: { message: "No." } });
      else answer("UPDATE_ENGAGEMENT_SUCCEEDED", { engagementId });
      if (has("updates-twice")) answer("UPDATE_ENGAGEMENT_SUCCEEDED", { engagementId });
      return;
    }
    case "ERROR":
      if (has("answers-errors")) post("FAILED", { error: { message: "What?" } });
      return;
    default:
      if (has("echoes")) send({ type, messageId, data });
  }
}

function create(call: string, answer: (type: string, payload: object) => void): void {
  if (!has("has-one-engagement")) engagements += 1;
  else engagements = 1;
  const engagementId = has("writes-ids-as-text") ? String(engagements) : engagements;
  engagementOf.set(call, engagementId);
  if (has("fails-to-create")) {
    answer("CREATE_ENGAGEMENT_FAILED", { error: { message: "No." } });
    return;
  }
  answer("CREATE_ENGAGEMENT_SUCCEEDED", { engagementId });
  if (has("creates-twice")) answer("CREATE_ENGAGEMENT_SUCCEEDED", { engagementId: engagementId });
  if (!has("knows-the-new-name-only")) answer("ENGAGEMENT_CREATED", { engagementId });
}

function post(type: string, data?: object): void {
  count += 1;
  send({ type, messageId: has("repeats-ids") ? `${instance}_1` : has("sends-no-ids") ? undefined : `${instance}_${count}`, data });
}

function send(message: object): void {
  frame.contentWindow?.postMessage(message, new URL(widget).origin);
}

const DIALLED = {
  phoneNumber: "+12025550143",
  ownerId: "8101",
  subjectId: 1001,
  objectId: 1001,
  objectType: "CONTACT",
  portalId: 62515,
  countryCode: "US",
  calleeInfo: { calleeId: 1001, calleeObjectTypeId: "0-1" },
  startTimestamp: Date.now(),
  toPhoneNumberSrc: "phone",
};

// Actions of a user on the page.
for (const [name, type, data] of [["dial", "DIAL_NUMBER", has("dials-no-number") ? { ...DIALLED, phoneNumber: "" } : DIALLED], ["hang-up", "END_CALL", undefined]] as const) {
  const button = document.createElement("button");
  button.id = name;
  button.textContent = name;
  button.addEventListener("click", () => post(type, data));
  document.body.append(button);
}

/** True if the page has a fault. */
function has(fault: string): boolean {
  return faults.includes(fault);
}

export {};
