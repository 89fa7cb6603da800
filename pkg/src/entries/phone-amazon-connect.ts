/**
 * A phone of Amazon Connect (`amazon-connect-streams` 2.28 or later) for `bindPhone` of
 * `calling-widget-sdk/phone`.
 *
 * @packageDocumentation
 */
import { adapterOf } from "../phone/adapter.js";
import { VendorCalls } from "../phone/calls.js";
import { awaitThirdParty, causeOf, done, IGNORED, isOver, isThere, there } from "../phone/contact.js";
import { readStored, writeStored } from "../phone/stored.js";
import type { Phone } from "../phone/types.js";
import type { AmazonConnect, ConnectAgent, ConnectConnection, ConnectContact, ConnectStreams } from "../phone/vendors.js";

export type { AmazonConnect } from "../phone/vendors.js";

/**
 * The agent's voice contacts, after `connect.core.initCCP`: pass the global `connect`. An
 * incoming call's id is its contact id. Signing in and the panel stay the app's, as does
 * clearing a contact after its end. The user is available while routable.
 */
export function amazonConnectPhone(streams: AmazonConnect): Phone {
  return adapterOf(streams as ConnectStreams, undefined, adapt);
}

function adapt(connect: ConnectStreams): Phone {
  const calls = new VendorCalls<ConnectContact>();
  const seen = new Set<string>();
  let agent: ConnectAgent | undefined;
  let isMicrophoneDenied = false;
  /** The calls that wait for their contacts, also if they were hung up meanwhile. */
  let dials: readonly Dial[] = [];

  const take = (contact: ConnectContact): void => {
    const id = contact.getContactId();
    const type = contact.getType();
    if (seen.has(id) || !(type === "voice" || type === CALLBACK)) {
      return;
    }
    seen.add(id);
    isMicrophoneDenied = false;
    // A contact outlives the page that gave it this id.
    const before = readStored(KEY)[id]?.[0];
    const isOffered = contact.isInbound() || type === CALLBACK;
    const first = contact.getInitialConnection();
    const number = first?.getEndpoint().stripPhoneNumber() ?? "";
    // The agent may dial in the panel meanwhile.
    const at = isOffered || typeof before === "string" ? -1 : dials.map((each) => isSame(each, id, number)).lastIndexOf(true);
    const dial = dials[at];
    // Contacts come in the order of their dials.
    dials = dials.slice(at + 1);
    // A contact that is over stays until it is cleared, and no event of its end follows.
    if (dial === undefined && isOver(contact)) {
      writeStored(KEY, id);
      return;
    }
    if (typeof before !== "string" && !isOffered && dial === undefined && first?.getType() !== "outbound") {
      return;
    }
    if (dial?.isHungUp === true) {
      contact.getAgentConnection()?.destroy(IGNORED);
      return;
    }
    const callId = typeof before === "string" ? before : (dial?.callId ?? id);
    writeStored(KEY, id, [callId]);
    calls.add(callId, contact);
    follow(contact, isOffered, before !== undefined && contact.isConnected());
    if (before === undefined && isOffered) {
      calls.emit({ type: "incoming", callId, from: number });
    } else if (before === undefined && dial === undefined) {
      calls.emit({ type: "outgoing", callId, to: number, isEverywhere: true });
    }
  };

  const follow = (contact: ConnectContact, isOffered: boolean, wasAnswered: boolean): void => {
    let isAnswered = wasAnswered;
    let isAccepted = !isOffered;
    contact.onAccepted(() => {
      isAccepted = true;
    });
    contact.onRefresh(() => {
      if (!isAnswered && contact.isConnected() && isThere(contact.getInitialConnection())) {
        isAnswered = true;
        calls.happened(contact, "answered");
      }
    });
    const end = (last: ConnectContact): void => {
      const cause = isMicrophoneDenied ? "microphone" : causeOf(last, agent?.getState().name ?? "");
      // A contact also ends in an error after a conversation, and when the agent did not accept it.
      const isFault = !isAnswered && (cause === "microphone" || (cause === "failed" && isAccepted));
      calls.over(contact, isFault ? "failed" : "ended", isAnswered ? undefined : cause);
      writeStored(KEY, contact.getContactId());
    };
    contact.onEnded(end);
    contact.onDestroy((last) => {
      end(last);
      // A queue may offer it again.
      seen.delete(contact.getContactId());
    });
    if (isOver(contact)) {
      end(contact);
    }
  };

  const ready = new Promise<void>((resolve) => {
    connect.agent((found) => {
      agent = found;
      const look = (): void => {
        // During a call the agent's state is a system state.
        const { type } = found.getState();
        calls.registered(type === "routable" || (type === "system" && calls.isRegistered));
      };
      look();
      found.onRefresh(look);
      found.onSoftphoneError(({ errorType }) => {
        isMicrophoneDenied ||= errorType === "microphone_not_shared";
      });
      connect.contact(take);
      found.getContacts().forEach(take);
      resolve();
    });
  });
  const customerOf = (callId: string): ConnectConnection => there(calls.of(callId).getInitialConnection());

  return {
    listen: calls.listen,
    has: (callId) => ready.then(() => calls.has(callId)),
    dial: async (callId, number) => {
      const own: Dial = { callId, number, isHungUp: false };
      dials = [...dials, own];
      try {
        await done(({ success, failure }) => {
          there(agent).connect(connect.Endpoint.byPhoneNumber(number), {
            failure,
            success: (data) => {
              const { contactId } = Object(data) as { contactId?: unknown };
              own.contactId = typeof contactId === "string" ? contactId : undefined;
              success();
            },
          });
        });
      } catch (error) {
        dials = dials.filter((each) => each !== own);
        throw error;
      }
    },
    answer: (callId) => done((how) => calls.of(callId).accept(how)),
    reject: (callId) => done((how) => calls.of(callId).reject(how)),
    hangUp: (callId) => {
      const dial = dials.find((each) => each.callId === callId);
      if (dial === undefined) {
        return done((how) => there(calls.of(callId).getAgentConnection()).destroy(how));
      }
      dial.isHungUp = true;
      calls.emit({ type: "ended", callId, cause: "canceled" });
      return undefined;
    },
    mute: (_, isOn) => there(agent)[isOn ? "mute" : "unmute"](),
    hold: (callId, isOn) => done((how) => customerOf(callId)[isOn ? "hold" : "resume"](how)),
    sendDigits: (callId, digits) => done((how) => customerOf(callId).sendDigits(digits, how)),
    transfer: async (callId, target) => {
      const contact = calls.of(callId);
      if (typeof target !== "string") {
        throw new Error("Amazon Connect has one call at a time: transfer it to a number");
      }
      await done((how) => contact.addConnection(connect.Endpoint.byPhoneNumber(target), how));
      awaitThirdParty(contact, (isTransferred) => calls.happened(contact, isTransferred ? "transferred" : "transferFailed"));
    },
  };
}

/** A call without a contact yet. */
type Dial = {
  readonly callId: string;
  readonly number: string;
  /** Connect's id of its contact, once that is known. */
  contactId?: string | undefined;
  /** True if it was hung up meanwhile. */
  isHungUp: boolean;
};

/** True if a contact is the dialled one: by its id, else by its number. */
function isSame(dial: Dial, contactId: string, number: string): boolean {
  if (dial.contactId !== undefined) {
    return dial.contactId === contactId;
  }
  const [dialled, called] = [dial.number, number].map((each) => each.replace(/\D/g, "")) as [string, string];
  // A national number is called with its country's code, one abroad without its prefix.
  return dialled === called ? called !== "" : !dial.number.startsWith("+") && NATIONAL.test(dialled) && called.endsWith(dialled.replace(/^(?:9?0*011|0+)/, ""));
}

const NATIONAL = /^\d{7,}$/;
const CALLBACK = "queue_callback";
const KEY = "calling-widget-sdk:phone/amazon-connect";
