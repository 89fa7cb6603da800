import { start } from "./start.ts";

import { validateSettings } from "calling-widget-sdk/settings";

start(() => validateSettings({ name: "Phone", url: "https://phone.example.com" }));
