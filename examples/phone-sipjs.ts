// A softphone with SIP.js: the page has a list and the buttons `answer` and `hang-up`.
import CallingExtensions from "calling-widget-sdk";
import { bindPhone } from "calling-widget-sdk/phone";
import { sipjsPhone } from "calling-widget-sdk/phone/sipjs";
import { Web } from "sip.js";

const { server, user, password } = Object.fromEntries(new URLSearchParams(location.search)) as Record<string, string>;

const cti = new CallingExtensions({ resume: true, eventHandlers: {} });
const manager = new Web.SessionManager(server ?? "", {
  aor: `sip:${user ?? ""}@localhost`,
  media: { constraints: { audio: true, video: false }, remote: { audio: document.body.appendChild(new Audio()) } },
  userAgentOptions: { authorizationUsername: user ?? "", authorizationPassword: password ?? "", logLevel: "error" },
});
const phone = bindPhone(cti, sipjsPhone(manager), { fromNumber: "+12025550199" });

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

void manager.connect().then(() => manager.register());
