import { start } from "./start.ts";

import CallingExtensions from "published-0.9.7";

type Options = ConstructorParameters<typeof CallingExtensions>[0];

start(() => new CallingExtensions({ debugMode: false, eventHandlers: {} } as Options));
