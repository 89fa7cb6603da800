import { byId } from "../shared/dom";
import { mountApp } from "./app";
import { startAutopilot } from "./autopilot";
import { readOptions } from "./options";
import { Phone } from "./phone";

const options = readOptions(location.search);
const phone = new Phone(options);
mountApp(byId("phone"), phone);
startAutopilot(phone, options.script, options.run, options.pauseMs);
