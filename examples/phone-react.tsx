// A softphone with React and SIP.js, in the page's element `root`.
import { bindPhone, type PhoneBinding } from "calling-widget-sdk/phone";
import { sipjsPhone } from "calling-widget-sdk/phone/sipjs";
import { useCallingExtensions } from "calling-widget-sdk/react";
import { StrictMode, useEffect, useState, useSyncExternalStore } from "react";
import { createRoot } from "react-dom/client";
import { Web } from "sip.js";

const { server = "", user = "", password = "" } = Object.fromEntries(new URLSearchParams(location.search)) as Record<string, string>;

const manager = new Web.SessionManager(server, {
  aor: `sip:${user}@localhost`,
  media: { constraints: { audio: true, video: false }, remote: { audio: document.body.appendChild(new Audio()) } },
  userAgentOptions: { authorizationUsername: user, authorizationPassword: password, logLevel: "error" },
});
const sip = sipjsPhone(manager);
const never = () => () => undefined;

function Softphone() {
  const { cti } = useCallingExtensions({ resume: true, eventHandlers: {} });
  const [phone, setPhone] = useState<PhoneBinding>();
  useEffect(() => {
    const bound = cti && bindPhone(cti, sip, { fromNumber: "+12025550199" });
    setPhone(bound);
    return () => bound?.unbind();
  }, [cti]);
  const calls = useSyncExternalStore(phone?.subscribe ?? never, () => phone?.calls);
  return (
    <>
      <ul>{calls?.map(({ id, number, state, status = "" }) => <li key={id}>{`${number} ${state} ${status}`.trim()}</li>)}</ul>
      <button onClick={() => phone?.answer()}>Answer</button>
      <button onClick={() => phone?.hangUp()}>Hang up</button>
    </>
  );
}

createRoot(document.getElementById("root") as HTMLElement).render(<StrictMode><Softphone /></StrictMode>);
void manager.connect().then(() => manager.register());
