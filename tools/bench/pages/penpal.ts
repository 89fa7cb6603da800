import { connect, WindowMessenger } from "penpal";

import { fail } from "../protocol.ts";
import { completed, ended, started } from "./call.ts";
import { HOST_ORIGIN, serve } from "./widget.ts";

/** The methods of the page around. */
type Host = Record<"outgoingCall" | "callAnswered" | "callEnded" | "callCompleted", (data: object) => Promise<void>>;

const messenger = new WindowMessenger({ remoteWindow: parent, allowedOrigins: [HOST_ORIGIN] });
const { promise: connected } = connect<Host>({
  messenger,
  methods: {
    dialNumber: ({ phoneNumber }: { phoneNumber: string }) =>
      tell((host) => [host.outgoingCall(started(phoneNumber))]),
    engagementCreated: ({ externalCallId, engagementId }: { externalCallId: string; engagementId: number }) =>
      tell((host) => [
        host.callAnswered({ externalCallId }),
        host.callEnded(ended(externalCallId, engagementId)),
        host.callCompleted(completed(externalCallId, engagementId)),
      ]),
  },
});

/** Sends without waiting for the answer of the page around. */
function tell(say: (host: Awaited<typeof connected>) => Promise<void>[]): void {
  connected.then((host) => Promise.all(say(host))).catch(fail);
}

serve();
