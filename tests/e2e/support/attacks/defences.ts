/** A check that a message has to pass, or a rule for posts. */
type Question = {
  readonly question: string;
  /** The faults of `tests/faults` that remove it: all of them, if it is checked in several places. */
  readonly faults: readonly string[];
};

/** Every defence, by name. */
export const DEFENCES = {
  trusted: {
    question: "Did the browser make the event?",
    faults: ["script-made-events-count", "script-made-events-count-for-the-host"],
  },
  ancestor: { question: "Did a page around the widget send it?", faults: ["any-window-counts"] },
  frame: { question: "Did the host's frame send it?", faults: ["any-window-counts-for-the-host"] },
  allowedOrigin: { question: "May this origin be the host?", faults: ["any-origin-counts"] },
  pinnedOrigin: { question: "Is it the origin that opened the session?", faults: ["pinned-origin-not-checked"] },
  pinnedWindow: { question: "Is it the window that opened the session?", faults: ["pinned-window-not-checked"] },
  widgetOrigin: { question: "Is it the origin of the widget's address?", faults: ["widget-origin-not-checked"] },
  depth: { question: "Has it no more levels than the limit?", faults: ["depth-not-measured"] },
  keys: { question: "Has it no more keys, items and bytes than the limit?", faults: ["keys-not-measured"] },
  text: { question: "Has it no more text than the limit?", faults: ["text-not-measured"] },
  walked: { question: "Is it walked to its end before anything else reads it?", faults: ["messages-not-walked"] },
  envelope: { question: "Is it an object with a type and an id?", faults: ["any-shape-counts"] },
  raisedHere: { question: "Is it a message that only the SDK raises?", faults: ["host-raises-ready"] },
  ownHandlers: { question: "Is the handler named by the table, not by the message?", faults: ["handler-named-by-the-message"] },
  attestedOrigin: { question: "Does the origin come from the browser, not from the message?", faults: ["origin-named-by-the-message"] },
  fixedHost: { question: "Does the host stay where it is, whatever a message says?", faults: ["host-moved-by-a-message"] },
  plainFields: {
    question: "Is a field's name used as a name only?",
    faults: ["prototype-name-in-ready", "prototype-name-is-set"],
  },
  namedTarget: { question: "Does the post name its origin?", faults: ["posts-to-any-origin"] },
  noEcho: { question: "Is an unknown message left unanswered?", faults: ["unknown-message-sent-back"] },
  readyOnce: { question: "Was READY raised for this session?", faults: ["sync-opens-a-session-each-time"] },
  ownAcknowledgement: { question: "Does it acknowledge a SYNC of this load?", faults: ["ack-of-an-earlier-load"] },
  afterHandshake: {
    question: "Is there a session?",
    faults: ["before-sync-delivered", "before-the-acknowledgement-heard"],
  },
  afterInitialized: { question: "Did the widget send INITIALIZED?", faults: ["calls-before-initialized"] },
  allowedMove: { question: "May the widget move there?", faults: ["widget-moves-anywhere"] },
  webAddress: { question: "Is the address http or https?", faults: ["widget-moves-to-what-is-no-page"] },
  sizes: { question: "Is it a size, and one that fits a page?", faults: ["any-size-taken"] },
  ownEngagement: { question: "Is it this call's engagement?", faults: ["engagement-of-another-call-taken"] },
} as const satisfies Readonly<Record<string, Question>>;

/** A defence by its name. */
export type Defence = keyof typeof DEFENCES;

/** The faults that remove all of these defences. */
export function faultsOf(defences: readonly Defence[]): string[] {
  return defences.flatMap((defence) => DEFENCES[defence].faults);
}
