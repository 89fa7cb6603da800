import CallingExtensions from "published-0.9.7";

// Its types ask for every handler, and for the mode that is the default.
type EventHandlers = ConstructorParameters<typeof CallingExtensions>[0]["eventHandlers"];

import { run } from "./phone.ts";

run((handlers) => new CallingExtensions({ debugMode: false, eventHandlers: handlers as unknown as EventHandlers }));
