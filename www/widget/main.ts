import { byId } from "../shared/dom";
import { mountApp } from "./app";
import { startAutopilot } from "./autopilot";
import { offerCheckHook } from "./check-hook";
import { chosenLine, customerLine } from "./live";
import { LivePhone } from "./live-phone";
import { lineOf, readOptions, type PhoneOptions } from "./options";
import { Phone } from "./phone";
import type { Softphone } from "./softphone";

const options = readOptions(location.search);
const phone = await phoneOf(options);
mountApp(byId("phone"), phone, options);
offerCheckHook(phone, location.search);
startAutopilot(phone, options.script, options.run, options.pauseMs);

/** The softphone on the line that the address names, or that the user chose. */
async function phoneOf(options: PhoneOptions): Promise<Softphone> {
  const line = options.line ?? (options.sip === "" ? lineOf(chosenLine()) : "sip");
  if (line === "customer") return new LivePhone(options, customerLine(options.room));
  if (line !== "sip" || options.sip === "") return new Phone(options);
  // Only users with a server need a SIP stack.
  const { SipLine } = await import("../line/sip");
  return new LivePhone({ ...options, autoLogin: false }, new SipLine(options.sip));
}
