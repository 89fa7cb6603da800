/**
 * A phone of Twilio (`@twilio/voice-sdk` 2.18 or later) for `bindPhone` of
 * `calling-widget-sdk/phone`.
 *
 * @packageDocumentation
 */
import { adapterOf } from "../phone/adapter.js";
import { VendorCalls } from "../phone/calls.js";
import type { Phone, PhoneCause } from "../phone/types.js";
import type { TwilioCall, TwilioCalls, TwilioDevice, TwilioFault } from "../phone/vendors.js";

export type { TwilioDevice } from "../phone/vendors.js";

/** Functions that Twilio leaves to your TwiML app and your server. */
export type TwilioPhoneOptions = {
  /** Parameters that your TwiML app gets for a number; `{ To: number }` when absent. */
  params?: ((number: string) => Record<string, string>) | undefined;
  /** Holds or resumes the call of a CallSid. Without it, calls cannot be held. */
  hold?: ((callSid: string, isOn: boolean) => unknown) | undefined;
  /** Transfers the call of a CallSid to a number, or to the party of another CallSid. Without it, calls cannot be transferred. */
  transfer?: ((callSid: string, target: string | { callSid: string }) => unknown) | undefined;
};

/**
 * The calls of a `Device`. Its token and registering stay the app's. An incoming call's id is
 * its CallSid.
 */
export function twilioPhone(twilioDevice: TwilioDevice, options: TwilioPhoneOptions = {}): Phone {
  return adapterOf(twilioDevice as unknown as TwilioCalls, options, adapt);
}

function adapt(device: TwilioCalls, options: () => TwilioPhoneOptions): Phone {
  const calls = new VendorCalls<TwilioCall>();
  /** Ids of the calls that Twilio has not created yet. */
  const dialing = new Set<string>();
  /** The device's own fault, until it works again. */
  let fault: PhoneCause | undefined;

  const follow = (call: TwilioCall): void => {
    let cause: PhoneCause | undefined;
    // An error comes directly before the end that it explains, or directly after.
    const end = (): void => {
      queueMicrotask(() => {
        calls.over(call, cause === undefined || cause === "canceled" || cause === "here" ? "ended" : "failed", cause === "failed" ? (fault ?? cause) : cause);
      });
    };
    call.on("ringing", () => {
      fault = undefined;
      calls.happened(call, "ringing");
    });
    call.on("accept", () => {
      fault = undefined;
      calls.hears(call, call.getLocalStream()?.getAudioTracks() ?? []);
      calls.happened(call, "answered");
    });
    for (const event of ["reconnecting", "reconnected"] as const) {
      call.on(event, () => calls.happened(call, event));
    }
    call.on("error", (error) => {
      cause = causeOf(error);
      setTimeout(() => {
        cause = undefined;
      });
      if (call.status() === CLOSED) {
        end();
      }
    });
    call.on("cancel", () => {
      cause = "canceled";
      end();
    });
    call.on("disconnect", end);
    // `reject` is this window's; the caller gives up by `cancel`.
    call.on("reject", () => {
      cause ??= "here";
      end();
    });
    call.on("transportClose", () => {
      queueMicrotask(() => {
        // Without a reconnect token Twilio closes the call and emits no other event.
        if (call.status() === CLOSED) {
          calls.over(call, "failed", "failed");
        }
      });
    });
  };

  for (const event of ["registered", "unregistered", "destroyed"]) {
    device.on(event, () => {
      fault = event === "registered" ? undefined : fault;
      calls.registered(event === "registered");
    });
  }
  // With a refused token Twilio waits for a connection that never opens, and ends no call.
  const fail = (callId: string): void => {
    if (fault !== undefined && dialing.delete(callId)) {
      calls.emit({ type: "failed", callId, cause: fault });
    }
  };
  device.on("error", (error, call) => {
    const cause = causeOf(error);
    if (call !== undefined || typeof cause === "number") {
      return;
    }
    fault = cause === "failed" ? (fault ?? "offline") : cause;
    setTimeout(() => {
      dialing.forEach(fail);
      for (const each of fault === undefined ? [] : calls.all().filter((each) => each.status() === "connecting")) {
        calls.over(each, "failed", fault);
        each.disconnect();
      }
    }, FAULT_MS);
  });
  calls.registered(device.state === "registered");
  device.on("incoming", (call) => {
    const { CallSid: callId = "", From = "", To: to } = call.parameters;
    const from = WITHHELD.has(From) ? "" : From;
    calls.add(callId, call);
    follow(call);
    // Twilio emits nothing for a call that the app ignores, or that rings as the user dials.
    const ignore = call.ignore.bind(call);
    call.ignore = () => {
      ignore();
      if (call.status() === CLOSED) {
        calls.over(call, "ended", "here");
      }
    };
    calls.emit({ type: "incoming", callId, from, to });
  });

  const connect = device.connect.bind(device);
  let isDialling = false;
  // Twilio reports no call that the app places.
  device.connect = async (how) => {
    const isBeside = !isDialling;
    const call = await connect(how);
    if (!isBeside) {
      return call;
    }
    const callId = call.outboundConnectionId;
    calls.add(callId, call);
    follow(call);
    calls.emit({ type: "outgoing", callId, to: how?.params?.["To"] ?? "" });
    return call;
  };

  const sidOf = (callId: string): string => calls.of(callId).parameters["CallSid"] ?? "";

  return {
    listen: calls.listen,
    has: calls.has,
    dial: async (callId, number) => {
      dialing.add(callId);
      if (fault !== undefined) {
        setTimeout(fail, FAULT_MS, callId);
      }
      try {
        const { params = (To) => ({ To }) } = options();
        const how = { params: params(number) };
        isDialling = true;
        const made = device.connect(how);
        isDialling = false;
        const call = await made;
        follow(call);
        if (!dialing.has(callId)) {
          call.disconnect();
          return;
        }
        calls.add(callId, call);
      } catch (error) {
        // A device with a fault refuses the next dial as well, without its reason.
        if (fault === undefined || !dialing.has(callId)) {
          throw error;
        }
        calls.emit({ type: "failed", callId, cause: fault });
      } finally {
        dialing.delete(callId);
      }
    },
    answer: (callId) => calls.of(callId).accept(),
    reject: (callId) => calls.of(callId).reject(),
    hangUp: (callId) => {
      if (dialing.delete(callId)) {
        calls.emit({ type: "ended", callId, cause: "canceled" });
      } else {
        const call = calls.of(callId);
        call[call.status() === "pending" ? "reject" : "disconnect"]();
      }
    },
    mute: (callId, isOn) => calls.of(callId).mute(isOn),
    hold: (callId, isOn) => needed(options().hold, "hold")(sidOf(callId), isOn),
    sendDigits: (callId, digits) => calls.of(callId).sendDigits(digits),
    transfer: async (callId, target) => {
      await needed(options().transfer, "transfer")(sidOf(callId), typeof target === "string" ? target : { callSid: sidOf(target.callId) });
      // The server may have ended the user's own leg before it answers.
      calls.emit({ type: "transferred", callId });
    },
  };
}

/** Twilio's code of a SIP status is 31000 plus the status; of a missing microphone, 31401 or 31402. */
function causeOf({ code = 0, originalError }: TwilioFault): PhoneCause {
  const precise = originalError?.code ?? code;
  const status = precise - 31_000;
  if (code === 31_401 || code === 31_402) {
    return "microphone";
  }
  return UNAUTHORIZED.test(String(precise)) ? "unauthorized" : status >= 400 && status <= 699 ? status : "failed";
}

/** The codes of a token that is missing, refused or too old, and of its account. */
const UNAUTHORIZED = /^(?:20\d{3}|31102|3120[1-57])$/;

/** The time, in ms, in which a device with a fault may connect again before a dial fails. */
const FAULT_MS = 1_500;

/** The numbers of callers who have none: ANONYMOUS, BLOCKED, RESTRICTED, UNAVAILABLE and UNKNOWN on a keypad. */
const WITHHELD: ReadonlySet<string> = new Set(["+266696687", "+2562533", "+7378742833", "+86282452253", "+8656696"]);

function needed<Command>(command: Command | undefined, name: string): Command {
  if (command === undefined) {
    throw new Error(`Twilio needs your server for that: give twilioPhone the option ${name}`);
  }
  return command;
}

const CLOSED = "closed";
