import { connect, WindowMessenger } from "penpal";

import { HOST_ORIGIN, serve } from "./widget.ts";

const messenger = new WindowMessenger({ remoteWindow: parent, allowedOrigins: [HOST_ORIGIN] });
connect({ messenger, methods: { ping: () => undefined } });

serve({});
