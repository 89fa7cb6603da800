// A host's page without any SDK, which meets every requirement of a host; and with
// `?fault=NAME` one that does one thing wrong. `?widget=URL` is the calling app.
type Message = { type: string; messageId: unknown; data?: Data };
type Data = { externalCallId?: string; engagementId?: unknown; createEngagement?: boolean; engagementProperties?: object; isLoggedIn?: boolean };

const query = new URLSearchParams(location.search);
const fault = query.get("fault") ?? "";
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
  if (fault === "opens-no-session" || (fault === "opens-one-session-only" && loads > 1)) return;
  if (fault !== "has-one-session-id" || session === "") session = `${instance}_session_${loads}`;
  isOpen = false;
  sync();
  if (fault === "speaks-before-the-acknowledgement") post("VISIBILITY_CHANGED", { isMinimized: false, isHidden: false });
  clearInterval(timer);
  if (fault === "sends-one-sync") return;
  timer = setInterval(sync, 100);
});

window.addEventListener("message", ({ source, origin, data }: MessageEvent<unknown>) => {
  if (source !== frame.contentWindow || origin !== new URL(widget).origin || isDead) return;
  if (typeof data !== "object" || data === null) {
    isDead = fault === "dies-of-null";
    return;
  }
  const message = data as Message;
  if (typeof message.type !== "string" || message.messageId === undefined) return;
  if (message.type === "SYNC_ACK") open(message);
  else if (isOpen) take(message, message.data ?? {});
});
document.body.append(frame);

function sync(): void {
  const hostUrl = fault === "names-another-page" ? "https://crm.example" : location.origin;
  const portalId = fault === "writes-numbers-as-text" ? "62515" : 62515;
  send({ type: "SYNC", messageId: session, hostUrl, portalId, userId: 7001, ownerId: "8101", iframeLocation: "remote", usesCallingWindow: false });
}

function open({ messageId }: Message): void {
  if (messageId !== session || isOpen) return;
  isOpen = true;
  if (fault !== "does-not-stop") clearInterval(timer);
  if (fault === "dials-at-once") post("DIAL_NUMBER", DIALLED);
}

function take({ type, messageId }: Message, data: Data): void {
  const call = data.externalCallId ?? "";
  // Answers have the id of what they answer.
  const answer = (kind: string, payload: object): void => {
    if (fault === "names-no-call") post(kind, payload);
    else send({ type: kind, messageId, data: { ...payload, externalCallId: call } });
  };
  switch (type) {
    case "INITIALIZED":
    case "LOGGED_IN":
    case "USER_AVAILABLE":
    case "CALL_ANSWERED":
      return;
    case "INCOMING_CALL":
      if (fault !== "looks-no-caller-up") answer("CALLER_ID_MATCH_SUCCEEDED", { callerIdMatches: fault === "finds-one-caller" ? { callerIdType: "CONTACT" } : [] });
      if (data.createEngagement === true && fault !== "creates-for-outgoing-calls-only") create(call, answer);
      return;
    case "OUTGOING_CALL_STARTED":
      if (fault === "invents-a-type") post("CALL_NOTED", {});
      if ((data.createEngagement === true || fault === "creates-unasked") && fault !== "creates-none") create(call, answer);
      return;
    case "CALL_ENDED":
      return;
    case "CALL_COMPLETED": {
      if ((data.engagementProperties === undefined && fault !== "updates-unasked") || fault === "updates-none") return;
      const engagementId = fault === "updates-the-latest" ? engagements : engagementOf.get(call);
      if (fault === "refuses-updates") answer("UPDATE_ENGAGEMENT_FAILED", { error: { message: "No." } });
      else answer("UPDATE_ENGAGEMENT_SUCCEEDED", { engagementId });
      if (fault === "updates-twice") answer("UPDATE_ENGAGEMENT_SUCCEEDED", { engagementId });
      return;
    }
    case "ERROR":
      if (fault === "answers-errors") post("FAILED", { error: { message: "What?" } });
      return;
    default:
      if (fault === "echoes") send({ type, messageId, data });
  }
}

function create(call: string, answer: (type: string, payload: object) => void): void {
  if (fault !== "has-one-engagement") engagements += 1;
  else engagements = 1;
  const engagementId = fault === "writes-ids-as-text" ? String(engagements) : engagements;
  engagementOf.set(call, engagementId);
  if (fault === "fails-to-create") {
    answer("CREATE_ENGAGEMENT_FAILED", { error: { message: "No." } });
    return;
  }
  answer("CREATE_ENGAGEMENT_SUCCEEDED", { engagementId });
  if (fault === "creates-twice") answer("CREATE_ENGAGEMENT_SUCCEEDED", { engagementId: engagementId });
  if (fault !== "knows-the-new-name-only") answer("ENGAGEMENT_CREATED", { engagementId });
}

function post(type: string, data?: object): void {
  count += 1;
  send({ type, messageId: fault === "repeats-ids" ? `${instance}_1` : fault === "sends-no-ids" ? undefined : `${instance}_${count}`, data });
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

// What a user does on the page.
for (const [name, type, data] of [["dial", "DIAL_NUMBER", fault === "dials-no-number" ? { ...DIALLED, phoneNumber: "" } : DIALLED], ["hang-up", "END_CALL", undefined]] as const) {
  const button = document.createElement("button");
  button.id = name;
  button.textContent = name;
  button.addEventListener("click", () => post(type, data));
  document.body.append(button);
}

export {};
