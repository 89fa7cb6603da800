// A softphone with JsSIP: the page has a list and the buttons `answer` and `hang-up`.
import CallingExtensions from "calling-widget-sdk";
import { bindPhone } from "calling-widget-sdk/phone";
import { jssipPhone } from "calling-widget-sdk/phone/jssip";
import * as JsSIP from "jssip";
import type { RTCSessionEvent } from "jssip/lib/UA";

const { server, user, password } = Object.fromEntries(new URLSearchParams(location.search)) as Record<string, string>;

const cti = new CallingExtensions({ resume: true, eventHandlers: {} });
const ua = new JsSIP.UA({ sockets: [new JsSIP.WebSocketInterface(server ?? "")], uri: `sip:${user ?? ""}@localhost`, password: password ?? "" });
const phone = bindPhone(cti, jssipPhone(ua), { fromNumber: "+12025550199" });

ua.on("newRTCSession", ({ session }: RTCSessionEvent) => {
  const play = (): void => {
    (session.connection as RTCPeerConnection | null)?.addEventListener("track", ({ track }) => {
      void Object.assign(new Audio(), { srcObject: new MediaStream([track]) }).play();
    });
  };
  play();
  session.on("peerconnection", play);
});
phone.subscribe(() => {
  document.querySelector("ul")?.replaceChildren(
    ...phone.calls.map(({ number, state, status = "" }) => {
      const item = document.createElement("li");
      item.textContent = `${number} ${state} ${status}`.trim();
      return item;
    }),
  );
});
document.querySelector("#answer")?.addEventListener("click", () => {
  phone.answer();
});
document.querySelector("#hang-up")?.addEventListener("click", () => {
  phone.hangUp();
});

ua.start();
