import type { JssipSession } from "./vendors.js";

/**
 * Keeps a call whose offer is refused (RFC 3261, 14.1), or that the server is gone for: JsSIP
 * would hang it up. Reports a hold once the other end has answered it, whoever asked for it.
 */
export function keepCall(session: JssipSession, onHold: (isHeld: boolean) => void): void {
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
      onHold(isOn);
    }
  };

  session.on("hold", offer);
  session.on("unhold", offer);
  session.on("sdp", ({ originator, type }) => {
    if (type === "offer") {
      offer({ originator });
    } else if (originator !== LOCAL) {
      settle(session.isOnHold().local);
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
    if (!session.isEstablished() || !REFUSALS.has(options.reason_phrase)) {
      terminate(options);
      return;
    }
    if (session.isOnHold().local !== isHeld) {
      // As JsSIP's own `hold` and `unhold`, without another offer.
      session._localHold = isHeld;
      session[isHeld ? "_onhold" : "_onunhold"](LOCAL);
      onHold(isHeld);
    }
    isOffering = false;
  };
}

/** The originator of an event that this side caused. */
export const LOCAL = "local";

/** Reasons that JsSIP gives for hanging up after an offer that failed. */
const REFUSALS: ReadonlySet<string | undefined> = new Set(["Hold Failed", "Unhold Failed", "Media Renegotiation Failed", "Connection Error", "Request Timeout"]);
