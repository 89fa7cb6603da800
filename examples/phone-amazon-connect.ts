// A softphone with Amazon Connect: the page has a list, the buttons `answer` and `hang-up`,
// and an element `panel` for Connect's own panel.
import "amazon-connect-streams";

import CallingExtensions from "calling-widget-sdk";
import { bindPhone } from "calling-widget-sdk/phone";
import { amazonConnectPhone } from "calling-widget-sdk/phone/amazon-connect";

const ccpUrl = new URLSearchParams(location.search).get("ccp") ?? "";

const cti = new CallingExtensions({ resume: true, eventHandlers: {} });
connect.core.initCCP(document.querySelector("#panel") ?? document.body, { ccpUrl, softphone: { allowFramedSoftphone: true } });
const phone = bindPhone(cti, amazonConnectPhone(connect), { fromNumber: "+12025550199" });

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
