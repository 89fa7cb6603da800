import CallingExtensions from "calling-widget-sdk";

import { construct, heard, HOST_ORIGIN, serve } from "./widget.ts";

const [cti, constructed] = construct(
  () =>
    new CallingExtensions({
      allowedHostOrigins: [HOST_ORIGIN],
      eventHandlers: {
        onReady: () => cti.initialized({ isLoggedIn: true, engagementId: 1 }),
        onVisibilityChanged: () => {
          if (heard()) cti.userLoggedIn();
        },
      },
    }),
);

serve({ constructed, send: () => cti.userLoggedIn() });
