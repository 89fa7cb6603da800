// A host's page on the published SDK's IFrameManager, which answers calls as its demo does.
import { IFrameManager } from "published-0.9.7";

type Message = { type: string; data?: { externalCallId?: string; createEngagement?: boolean; engagementId?: number; engagementProperties?: object } };

/** Its type knows no payload. */
type Relay = { sendMessage(message: { type: string; data: object }): void };

const phone = document.createElement("div");
phone.id = "phone";
document.body.append(phone);
let engagementId = 0;
let last = Promise.resolve();

const relay: Relay = new IFrameManager({
  iFrameOptions: { src: new URLSearchParams(location.search).get("widget") ?? "", width: "500px", height: "700px", hostElementSelector: "#phone" },
  debugMode: false,
  onMessageHandler: ({ type, data = {} }: Message) => {
    const { externalCallId } = data;
    if (type === "INCOMING_CALL") send("CALLER_ID_MATCH_SUCCEEDED", { externalCallId, callerIdMatches: [] });
    if ((type === "INCOMING_CALL" || type === "OUTGOING_CALL_STARTED") && data.createEngagement === true) {
      engagementId += 1;
      send("CREATE_ENGAGEMENT_SUCCEEDED", { externalCallId, engagementId });
      send("ENGAGEMENT_CREATED", { externalCallId, engagementId });
    }
    if (type === "CALL_COMPLETED" && data.engagementProperties !== undefined) send("UPDATE_ENGAGEMENT_SUCCEEDED", { externalCallId, engagementId: data.engagementId });
  },
});

/** Its ids are the time in milliseconds: two messages at once would share one. */
function send(type: string, data: object): void {
  last = last.then(async () => {
    relay.sendMessage({ type, data });
    await new Promise((resolve) => setTimeout(resolve, 5));
  });
}
