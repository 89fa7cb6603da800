import { byId } from "../shared/dom";
import { mountApp } from "./app";
import { readOptions } from "./options";
import { Phone } from "./phone";

mountApp(byId("phone"), new Phone(readOptions(location.search)));
