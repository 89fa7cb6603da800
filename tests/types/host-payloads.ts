// Parameters and results of the host's commands, and wrong uses that have to be errors.
import type { CallingHost, HostDiagnostic, HostEvents, Outcome } from "calling-widget-sdk/host";
import type { DiagnosticCode } from "calling-widget-sdk";
import { IFrameManager } from "calling-widget-sdk";

declare const host: CallingHost;

export const outcome: Outcome = host.dialNumber({ phoneNumber: "+12025550143" });
export const reason: DiagnosticCode | undefined = outcome.sent ? undefined : outcome.code;
export const told = (diagnostic: HostDiagnostic): DiagnosticCode => diagnostic.code;
export const failed = ([failure]: HostEvents["failed"]): DiagnosticCode => failure.code;

host.createEngagementSucceeded({ engagementId: 7 });
host.on("outgoingCall", ({ externalCallId }) => externalCallId);

// @ts-expect-error a call without a number
host.dialNumber({});

// @ts-expect-error a message without a type
host.sendMessage({ data: 1 });

// @ts-expect-error an event there is not
host.on("outgoing", () => undefined);

// @ts-expect-error what CallingExtensions passes is its own
export const manager = new IFrameManager({ onMessageHandler: () => undefined }, { lifecycle: "warn" });
