import type { CallEvent, PhoneCode } from "../generated/phone.js";
import type { EndStatus } from "../generated/messages.js";
import type { CallSnapshot } from "../shared/types.js";
import type CallingExtensions from "../widget/calling-extensions.js";
import { type Call, shownCall, timeOf } from "./call.js";
import { callerNumber, shownName } from "./number.js";
import { outcomeOf } from "./outcome.js";
import { storeTimes } from "./times.js";
import type { Phone, PhoneOptions, TransferTarget } from "./types.js";

/** Data that an event brings. */
export type Extra = {
  call?: Call;
  cause?: unknown;
  ageMs?: number | undefined;
  detail?: string;
  target?: TransferTarget | undefined;
  control?: ((id: string) => unknown) | undefined;
};

/** The data of an event that a rule's steps need. */
export type Brought = Pick<Extra, "target" | "control"> & { status: EndStatus };

/** Carries out the steps that the tables name: the SDK's calls and the phone's commands. */
export class Steps {
  constructor(
    private readonly cti: CallingExtensions,
    private readonly phone: Phone,
    private readonly options: PhoneOptions,
    private readonly then: {
      ask(event: CallEvent, callId: string, extra?: Extra): void;
      report(code: PhoneCode, callId: string, detail: string): void;
    },
  ) {}

  /** Carries out a step of a rule; a number is the phone's time limit in ms. */
  take(step: string | number, call: Call, { status, target, control }: Brought): void {
    const { id } = call;
    const { cti, phone } = this;
    const { hideWidget } = this.options;
    if (typeof step === "number") {
      clearTimeout(call.timer);
      call.timer = step === 0 ? undefined : setTimeout(() => {
        this.then.ask("silent", id);
      }, step);
      return;
    }
    const [name, fixed] = step.split(":") as [string, EndStatus?];
    const about = { externalCallId: id };
    switch (name) {
      case "outgoingCall":
      case "incomingCall":
        storeTimes(id, call);
        this.start(call, name);
        break;
      case "callAnswered":
        // A previous page may have answered it, without its report reaching the host.
        call.answeredAt ??= timeOf(call);
        storeTimes(id, call);
        cti.callAnswered(about);
        break;
      case "callEnded": {
        call.endedAt = Math.max(call.answeredAt ?? 0, call.lostAt ?? timeOf(call));
        call.status = fixed ?? status;
        const engagementId = (call.engagementId = saidOf(cti, id)?.engagementId);
        cti.callEnded({ ...about, ...(typeof engagementId === "number" ? { engagementId } : {}), callEndStatus: call.status });
        break;
      }
      case "callTransferred":
        cti.callTransferred(about);
        break;
      case "complete":
        void this.complete(call);
        break;
      case "callCompleted":
        cti.callCompleted({ ...about, ...(hideWidget === undefined ? {} : { hideWidget }), ...outcomeOf(call) });
        break;
      case "dial":
        void this.order(id, () => phone.dial(id, call.target));
        break;
      case "answer":
        void this.order(id, () => phone.answer(id));
        break;
      case "reject":
      case "rejectBusy":
        void this.order(id, () => phone.reject(id, name === "reject" ? "declined" : "busy"));
        break;
      case "hangUp":
        void this.order(id, () => phone.hangUp(id));
        break;
      case "transfer":
        call.transfer = this.order(id, () => phone.transfer(id, target ?? ""));
        break;
      case "control":
        void this.order(id, () => control?.(id), "refused");
        break;
      case "mute":
        if (call.isMuted) {
          void this.order(id, () => phone.mute(id, true), "refused");
        }
        break;
      case "soundLost":
        call.soundLostAt = timeOf(call);
        break;
      case "untilSound":
        call.lostAt ??= call.soundLostAt;
        break;
      case "held":
      case "unheld":
        call.isHeld = name === "held";
        break;
    }
  }

  private start(call: Call, method: "outgoingCall" | "incomingCall"): void {
    const { createEngagement = true } = this.options;
    const common = { externalCallId: call.id, callStartTime: call.startedAt, createEngagement };
    if (method === "outgoingCall") {
      const { dialingContext } = call;
      call.receipt = this.cti.tracked.outgoingCall({
        ...common,
        toNumber: call.number,
        fromNumber: call.ownNumber ?? "",
        ...(dialingContext === undefined ? {} : { dialingContext }),
      });
    } else {
      call.receipt = this.cti.tracked.incomingCall({
        ...common,
        fromNumber: callerNumber(call.number) || shownName(call.number),
        toNumber: call.ownNumber ?? "",
      });
    }
  }

  /** Waits for the data of the completion. */
  private async complete(call: Call): Promise<void> {
    const { createEngagement = true, properties } = this.options;
    const [engaged, own] = await Promise.allSettled([this.engagement(call), (async () => properties?.(shownCall(call)))()]);
    call.engagementId = saidOf(this.cti, call.id)?.engagementId;
    // A call of the previous page has no receipt to ask.
    if (createEngagement && call.engagementId === undefined) {
      const why = engaged.status === "rejected" ? String((engaged.reason as { code?: unknown } | undefined)?.code) : "resumed";
      this.then.report("PHONE_NO_ENGAGEMENT", call.id, why);
    }
    if (own.status === "fulfilled") {
      call.properties = own.value;
    } else {
      this.then.report("PHONE_PROPERTIES_FAILED", call.id, nameOf(own.reason));
    }
    this.then.ask("completed", call.id, { call });
  }

  /** Waits for the engagement, which the host of another window may create, or the page before asked for. */
  private async engagement({ id, receipt }: Call): Promise<unknown> {
    const { createEngagement = true, engagementTimeoutMs: timeoutMs } = this.options;
    const { cti } = this;
    if (!createEngagement) {
      return undefined;
    }
    try {
      await receipt?.engagement({ timeoutMs });
    } catch (error) {
      if (cti.role === "alone" || (error as { code?: unknown }).code !== "NOT_SENT") {
        throw error;
      }
    }
    return settled(cti, id, timeoutMs);
  }

  /** Sends the phone a command; a failure is a separate event. */
  private async order(id: string, command: () => unknown, failure: "threw" | "refused" = "threw"): Promise<void> {
    try {
      await command();
    } catch (error) {
      if (DENIED.has(nameOf(error))) {
        this.then.report("PHONE_MICROPHONE_DENIED", id, nameOf(error));
      }
      this.then.ask(failure, id, { detail: `: ${nameOf(error)}` });
    }
  }
}

/** The SDK's snapshot of the last call of an id, whichever window reported it. */
export function saidOf(cti: CallingExtensions, id: string): CallSnapshot | undefined {
  return [...cti.calls].reverse().find(({ externalCallId }) => externalCallId === id);
}

/** Waits until a call's engagement is no longer awaited, whichever window has the call. */
function settled(cti: CallingExtensions, id: string, timeoutMs = 30_000): Promise<void> {
  return new Promise((resolve, reject) => {
    const look = (): void => {
      const said = saidOf(cti, id);
      if (said !== undefined && said.engagement !== "pending") {
        end(resolve);
      }
    };
    const end = (then: () => void): void => {
      clearTimeout(timer);
      stop();
      then();
    };
    const stop = cti.on("callsChanged", look);
    const timer = setTimeout(() => {
      end(() => {
        reject(Object.assign(new Error("no engagement came"), { code: "TIMED_OUT" }));
      });
    }, timeoutMs);
    look();
  });
}

function nameOf(error: unknown): string {
  return error instanceof Error ? error.name : typeof error;
}

/** The errors of `getUserMedia` when no microphone is available. */
const DENIED: ReadonlySet<string> = new Set(["NotAllowedError", "NotFoundError", "NotReadableError"]);
