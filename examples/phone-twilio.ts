// A softphone with Twilio: the page has a list and the buttons `answer` and `hang-up`.
import { Device } from "@twilio/voice-sdk";
import CallingExtensions from "calling-widget-sdk";
import { bindPhone } from "calling-widget-sdk/phone";
import { twilioPhone } from "calling-widget-sdk/phone/twilio";

const { token, server = "" } = Object.fromEntries(new URLSearchParams(location.search)) as Record<string, string>;

/** Your server holds and transfers by Twilio's REST API. */
const ask = (callSid: string, change: object): Promise<Response> =>
  fetch(`${server}/calls/${callSid}`, { method: "POST", body: JSON.stringify(change) });

const cti = new CallingExtensions({ resume: true, eventHandlers: {} });
const device = new Device(token ?? "", { logLevel: "silent" });
const phone = bindPhone(
  cti,
  twilioPhone(device, {
    hold: (callSid, isOn) => ask(callSid, { hold: isOn }),
    transfer: (callSid, target) => ask(callSid, { transfer: target }),
  }),
  { fromNumber: "+12025550199" },
);

phone.subscribe(() => {
  document.querySelector("ul")?.replaceChildren(
    ...phone.calls.map(({ number, state, status = "" }) => {
      const item = document.createElement("li");
      item.textContent = `${number} ${state} ${status}`.trim();
      return item;
    }),
  );
});
document.querySelector("#answer")?.addEventListener("click", () => phone.answer());
document.querySelector("#hang-up")?.addEventListener("click", () => phone.hangUp());

void device.register();
