/** The ways to send digits: as events in RTP (RFC 4733), or by requests of SIP (INFO). */
export type DigitTransport = "rtp" | "info";

/**
 * Sends digits in RTP if the other end takes them there, and in INFO else, or the way that the
 * app names. A comma is a pause of two seconds.
 *
 * @throws Error if they cannot be sent, or the other end refuses one: then the later ones are not sent.
 */
export async function sendDigits(digits: string, connection: RTCPeerConnection | null | undefined, way: DigitTransport | undefined, inform: (digit: string) => Promise<void>): Promise<void> {
  if (!/^[\dA-D*#,]+$/i.test(digits)) {
    throw new TypeError("digits are 0 to 9, A to D, *, # and a comma for a pause");
  }
  const tones = digits.toUpperCase();
  const sender = way === "info" ? undefined : eventSender(connection);
  if (sender !== undefined) {
    // An insertion replaces what is not sent yet.
    sender.insertDTMF(sender.toneBuffer + tones);
    return;
  }
  if (way === "rtp" || connection === null || connection === undefined) {
    throw new Error("the other end takes no digits in RTP");
  }
  const before = queues.get(connection);
  const order = (async () => {
    await before?.catch(() => undefined);
    for (const digit of tones) {
      await (digit === "," ? new Promise((resolve) => setTimeout(resolve, PAUSE_MS)) : inform(digit));
    }
  })();
  queues.set(connection, order);
  await order;
}

/** The body of an INFO with a digit, and its type. */
export function digitInfo(digit: string): { contentType: string; content: string } {
  return { contentType: "application/dtmf-relay", content: `Signal=${digit}\r\nDuration=160\r\n` };
}

/** Sends events in RTP; undefined if the other end has not agreed to any. */
function eventSender(connection: RTCPeerConnection | null | undefined): RTCDTMFSender | undefined {
  const sender = connection?.getSenders().find(({ dtmf }) => dtmf)?.dtmf ?? undefined;
  // Firefox does not tell whether it can.
  const can = (sender as Partial<RTCDTMFSender> | undefined)?.canInsertDTMF ?? connection?.remoteDescription?.sdp.includes(" telephone-event/");
  return can === true ? sender : undefined;
}

/** Digits of a call that are being sent in INFO: later ones wait. */
const queues = new WeakMap<RTCPeerConnection, Promise<void>>();

/** As browsers and JsSIP pause. */
const PAUSE_MS = 2_000;
