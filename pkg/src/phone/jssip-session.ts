import type { VendorCalls } from "./calls.js";
import type { JssipSession } from "./vendors.js";

/**
 * Keeps a call whose request is refused (RFC 3261, 14.1), or gets no answer: JsSIP would hang it
 * up. Only the answer that there is no such call ends it. Reports a hold once the
 * other end has answered it, whoever asked for it, and keeps it when the other end offers anew.
 */
export function keepCall(session: JssipSession, calls: VendorCalls<JssipSession>): void {
  const sendRequest = session.sendRequest.bind(session);
  const terminate = session.terminate.bind(session);
  /** An offer of ours awaits its answer. */
  let isOffering = false;
  /** The hold that the other end accepted. */
  let isHeld = false;
  const offer = ({ originator }: { originator: string }): void => {
    isOffering ||= originator === LOCAL;
  };
  const settle = (isOn: boolean): void => {
    isOffering = false;
    if (isHeld !== isOn) {
      isHeld = isOn;
      calls.held(session, isOn);
    }
  };

  session.sendRequest = (method, options) => {
    const answers = options?.eventHandlers;
    if (answers?.onErrorResponse === undefined) {
      return sendRequest(method, options);
    }
    const { onSuccessResponse, onErrorResponse } = answers;
    const failed = (): void => {
      onErrorResponse();
    };
    return sendRequest(method, {
      ...options,
      eventHandlers: {
        ...answers,
        onSuccessResponse: (response) => {
          calls.alive(session);
          onSuccessResponse?.(response);
        },
        onTransportError: failed,
        onRequestTimeout: failed,
        onDialogError: (response) => {
          if (response?.status_code === 481) {
            void calls.gone(session, session.connection, () => {
              session.onDialogError();
            });
          } else {
            onErrorResponse(response);
          }
        },
      },
    });
  };

  session.on("hold", offer);
  session.on("unhold", offer);
  session.on("sdp", (about) => {
    const { originator, type } = about;
    if (type === "offer") {
      offer({ originator });
    } else if (originator !== LOCAL) {
      settle(session.isOnHold().local);
    } else if (isHeld) {
      // JsSIP's answer would end the hold for the other end alone.
      about.sdp = about.sdp.replace(/^a=recvonly/gm, "a=inactive").replace(/^a=sendrecv/gm, "a=sendonly");
    }
  });
  // JsSIP takes an offer that crosses its own, and ends the call once that is answered.
  for (const event of ["reinvite", "update"] as const) {
    session.on(event, ({ reject }) => {
      if (isOffering) {
        reject({ status_code: 491 });
      }
    });
  }
  session.terminate = (options: { reason_phrase?: string } = {}) => {
    if (!session.isEstablished() || !KEPT.has(options.reason_phrase)) {
      terminate(options);
      return;
    }
    if (options.reason_phrase === LOST) {
      return;
    }
    if (session.isOnHold().local !== isHeld) {
      // As JsSIP's own `hold` and `unhold`, without another offer.
      session._localHold = isHeld;
      session[isHeld ? "_onhold" : "_onunhold"](LOCAL);
      calls.held(session, isHeld);
    }
    isOffering = false;
  };
}

/** The originator of an event that this side caused. */
export const LOCAL = "local";

/** The reason that JsSIP gives for hanging up once no path is left: a restart may find another. */
const LOST = "RTP Timeout";

/** The reasons that it gives with it and after an offer that failed. */
const KEPT: ReadonlySet<string | undefined> = new Set([LOST, "Hold Failed", "Unhold Failed", "Media Renegotiation Failed"]);
