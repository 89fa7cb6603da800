// A calling app without any SDK, which meets every requirement; with `?fault=NAME,NAME` one
// that has these faults.
type Message = { type?: unknown; messageId?: unknown; data?: unknown; portalId?: unknown; userId?: unknown; iframeLocation?: unknown };

const faults = (new URLSearchParams(location.search).get("fault") ?? "").split(",");
const host = window.parent;
/** Frames of one tab share it: it outlives a page. */
const hasDialled = sessionStorage.getItem("has-dialled") !== null;

const instance = `widget-${Math.random().toString(36).slice(2)}`;
let origin = "";
let session = "";
let acknowledgedAt = -Infinity;
let count = 0;
let calls = 0;
let hidden = false;
let isDead = false;
let place: unknown;
let latest = "";
let engagementId: number | undefined;
let call: { externalCallId: string; toNumber: string; answer: ReturnType<typeof setTimeout> } | undefined;

window.addEventListener("message", ({ data, origin: from, source }: MessageEvent<unknown>) => {
  const isFromHost = source === host;
  const isAllowed = isFromHost || has("obeys-strangers") || (has("obeys-the-hosts-origin") && from === origin);
  if (!isAllowed || isDead) return;
  const deed = (data as { callingCheck?: string } | null)?.callingCheck;
  if (deed !== undefined && new URLSearchParams(location.search).get("hooks") === "on") {
    deeds[deed]?.();
    return;
  }
  if (typeof data !== "object" || data === null) {
    isDead = has("dies-of-null");
    return;
  }
  const message = data as Message;
  if (typeof message.type !== "string" || message.messageId === undefined) return;
  if (message.type === "SYNC") sync(message, from);
  else if (origin !== "" && (from === origin || has("obeys-strangers"))) take(message.type, message);
});

function sync(message: Message, from: string): void {
  place = message.iframeLocation;
  const id = `${String(message.portalId)} ${String(message.userId)}`;
  const isNew = id !== session;
  if (has("takes-no-second-session") && session !== "" && isNew) return;
  if (has("hears-the-first-page-only") && hasDialled) return;
  if (has("never-acknowledges") || (!isNew && performance.now() - acknowledgedAt < 500)) return;
  if (has("hears-one-sync-only") && session !== "" && !isNew) return;
  if (origin === "" || !has("obeys-strangers")) origin = from;
  session = id;
  acknowledgedAt = performance.now();
  const ack = {
    ...(has("drops-the-syncs-fields") ? {} : message),
    type: "SYNC_ACK",
    messageId: has("acknowledges-by-its-own-id") ? "mine_1" : message.messageId,
    version: "0.9.7",
    iFrameUrl: location.origin,
    debugMode: has("says-its-mode-in-words") ? "false" : false,
  };
  host.postMessage(ack, origin);
  if (has("acknowledges-twice")) host.postMessage(ack, origin);
  if (has("is-available-first")) post("USER_AVAILABLE");
  if (has("goes-on-before-it-is-initialized") && hasDialled) post("CALL_ANSWERED", { externalCallId: "call-1" });
  if (!has("never-initializes")) post("INITIALIZED", { isLoggedIn: !has("is-logged-out"), isAvailable: true });
}

function take(type: string, { data, messageId }: Message): void {
  switch (type) {
    case "DIAL_NUMBER":
      if (!has("does-not-dial") && !(has("sleeps-once-hidden") && hidden)) dial(data as { phoneNumber: string });
      return;
    case "END_CALL":
      if (!has("does-not-hang-up")) end();
      return;
    case "CREATE_ENGAGEMENT_SUCCEEDED":
      if (has("ends-when-the-engagement-is-late") && call === undefined) post("CALL_ENDED", { externalCallId: `call-${calls}`, callEndStatus: "COMPLETED" });
      engagementId = (data as { engagementId: number }).engagementId;
      return;
    case "CREATE_ENGAGEMENT_FAILED":
      isDead = has("stops-without-an-engagement");
      return;
    case "VISIBILITY_CHANGED":
      hidden ||= (data as { isHidden?: boolean }).isHidden === true;
      return;
    case "ENGAGEMENT_CREATED":
    case "CALLER_ID_MATCH_SUCCEEDED":
    case "NAVIGATE_TO_RECORD_FAILED":
    case "PUBLISH_TO_CHANNEL_SUCCEEDED":
    case "UPDATE_ENGAGEMENT_SUCCEEDED":
    case "UPDATE_ENGAGEMENT_FAILED":
      return;
    case "ERROR":
      if (has("answers-errors")) post("ERROR", { message: "What?" });
      return;
    default:
      if (has("echoes")) host.postMessage({ type, messageId, data }, origin);
  }
}

function dial(data: { phoneNumber: string }): void {
  if (has("does-not-dial-in-a-window") && place === "window") return;
  calls += 1;
  sessionStorage.setItem("has-dialled", "yes");
  const externalCallId = has("has-one-call-id") ? "call" : `call-${calls}`;
  latest = externalCallId;
  const { phoneNumber } = data;
  if (!has("keeps-the-engagement")) engagementId = undefined;
  const started = {
    externalCallId: has("names-no-call") ? undefined : externalCallId,
    toNumber: has("dials-another-number") ? "+15550100" : phoneNumber,
    fromNumber: "+12025550100",
    callStartTime: Date.now(),
    createEngagement: !has("asks-for-no-engagement"),
    dialingContext: has("drops-the-context") ? undefined : data,
  };
  if (has("ends-before-it-starts")) post("CALL_ENDED", { externalCallId, callEndStatus: "FAILED" });
  post("OUTGOING_CALL_STARTED", started);
  if (has("dials-twice")) post("OUTGOING_CALL_STARTED", { ...started, externalCallId: `${externalCallId}-again` });
  if (has("sends-what-is-unknown")) post("CALL_PROGRESS", {});
  const answer = setTimeout(() => post("CALL_ANSWERED", { externalCallId: has("answers-another-call") ? "call-0" : externalCallId }), 250);
  call = { externalCallId, toNumber: phoneNumber, answer };
}

function end(): void {
  if (call === undefined) {
    if (has("ends-what-never-was")) post("CALL_ENDED", { externalCallId: "call-0", callEndStatus: "COMPLETED" });
    return;
  }
  const { externalCallId, answer } = call;
  call = undefined;
  clearTimeout(answer);
  const ended = {
    externalCallId: has("ends-another-call") ? "call-0" : externalCallId,
    engagementId: has("names-no-engagement") ? undefined : engagementId,
    callEndStatus: has("says-no-status") ? undefined : has("says-an-odd-status") ? "HUNG_UP" : "COMPLETED",
  };
  const completed = { externalCallId: has("completes-another-call") ? "call-0" : externalCallId, engagementId, hideWidget: false };
  if (has("completes-first")) post("CALL_COMPLETED", completed);
  post("CALL_ENDED", ended);
  if (has("ends-twice")) post("CALL_ENDED", ended);
  if (!has("completes-first")) post("CALL_COMPLETED", completed);
  if (has("completes-twice")) post("CALL_COMPLETED", completed);
}

/** Actions of a user: with `?hooks=on` the host's page may trigger them. */
const deeds: Record<string, () => void> = {
  incoming: () => {
    calls += 1;
    const externalCallId = `in-${calls}`;
    call = { externalCallId, toNumber: "+12025550100", answer: setTimeout(() => undefined) };
    post("INCOMING_CALL", { externalCallId: has("rings-without-a-name") ? undefined : externalCallId, fromNumber: "+12025550143", toNumber: "+12025550100", createEngagement: true });
  },
  answer: () => post("CALL_ANSWERED", { externalCallId: call?.externalCallId }),
  transfer: () => {
    clearTimeout(call?.answer);
    post("CALL_TRANSFERRED", { externalCallId: has("transfers-another-call") ? "call-0" : call?.externalCallId });
    call = undefined;
  },
  navigate: () => {
    isDead = has("stops-without-a-record");
    post("NAVIGATE_TO_RECORD", { objectCoordinates: { portalId: 62515, objectId: 1001, objectTypeId: "0-1" } });
  },
  publish: () => post("PUBLISH_TO_CHANNEL", { externalCallId: has("publishes-another-call") ? "call-0" : latest, engagementId }),
};

function post(type: string, data?: object): void {
  count += 1;
  const messageId = has("repeats-ids") ? `${instance}_1` : has("sends-no-ids") ? undefined : `${instance}_${count}`;
  host.postMessage({ type, messageId, data }, origin);
}

/** True if the page has a fault. */
function has(fault: string): boolean {
  return faults.includes(fault);
}

export {};
