import CallingExtensions from "published-0.9.7";

// Its types ask for every handler, and for the mode that is the default.
type EventHandlers = ConstructorParameters<typeof CallingExtensions>[0]["eventHandlers"];

import { construct, heard, serve } from "./widget.ts";

const [cti, constructed] = construct(
  () =>
    new CallingExtensions({
      debugMode: false,
      eventHandlers: {
        onReady: () => cti.initialized({ isLoggedIn: true, engagementId: 1 }),
        onVisibilityChanged: () => {
          if (heard()) cti.userLoggedIn();
        },
      } as unknown as EventHandlers,
    }),
);

serve({ constructed, send: () => cti.userLoggedIn() });
