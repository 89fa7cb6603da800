import { byId } from "../shared/dom";
import { mountApp } from "./app";
import { offerCheckHook } from "./check-hook";
import { readOptions } from "./options";
import { Phone } from "./phone";

const phone = new Phone(readOptions(location.search));
mountApp(byId("phone"), phone);
offerCheckHook(phone, location.search);
