import { byId } from "../shared/dom";
import { mountApp } from "./app";
import { startAutopilot } from "./autopilot";
import { offerCheckHook } from "./check-hook";
import { readOptions } from "./options";
import { Phone } from "./phone";

const options = readOptions(location.search);
const phone = new Phone(options);
mountApp(byId("phone"), phone);
offerCheckHook(phone, location.search);
startAutopilot(phone, options.script, options.run, options.pauseMs);
