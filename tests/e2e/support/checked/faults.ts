/** The faults of the app of `by-hand.ts`, and the requirements that name them. */
export const FAULTS: readonly (readonly [fault: string, names: readonly string[]])[] = [
  ["acknowledges-by-its-own-id", ["handshake.same-id"]],
  ["acknowledges-twice", ["handshake.once"]],
  ["drops-the-syncs-fields", ["handshake.fields"]],
  ["hears-one-sync-only", ["handshake.repeated-sync"]],
  ["takes-no-second-session", ["handshake.new-session"]],
  ["is-available-first", ["handshake.initialized-first"]],
  ["sends-no-ids", ["messages.envelope"]],
  ["repeats-ids", ["messages.unique-ids"]],
  ["sends-what-is-unknown", ["messages.known-types"]],
  ["echoes", ["messages.unknown-not-echoed"]],
  ["answers-errors", ["messages.error-not-answered"]],
  ["dies-of-null", ["messages.malformed-survived"]],
  ["does-not-dial", ["dial.started"]],
  ["dials-another-number", ["dial.number"]],
  ["names-no-call", ["dial.call-id"]],
  ["asks-for-no-engagement", ["dial.create-engagement"]],
  ["drops-the-context", ["dial.context"]],
  ["dials-twice", ["dial.once"]],
  ["has-one-call-id", ["dial.distinct-ids"]],
  ["answers-another-call", ["answer.same-call"]],
  ["does-not-hang-up", ["end.ended"]],
  ["ends-another-call", ["end.same-call"]],
  ["says-no-status", ["end.status"]],
  ["completes-another-call", ["end.completed"]],
  ["completes-first", ["end.order"]],
  ["ends-before-it-starts", ["end.order"]],
  ["ends-twice", ["end.ended-once"]],
  ["completes-twice", ["end.completed-once"]],
  ["ends-what-never-was", ["end.without-call"]],
  ["names-no-engagement", ["engagement.used"]],
  ["stops-without-an-engagement", ["engagement.failure-survived"]],
  ["keeps-the-engagement", ["engagement.own"]],
  ["ends-when-the-engagement-is-late", ["engagement.late"]],
  ["sleeps-once-hidden", ["visibility.survived"]],
  ["obeys-strangers", ["strangers.sync"]],
  ["obeys-the-hosts-origin", ["strangers.same-origin"]],
  ["rings-without-a-name", ["incoming.call-id"]],
  ["transfers-another-call", ["transfer.same-call"]],
  ["stops-without-a-record", ["navigation.survived"]],
  ["publishes-another-call", ["publish.same-call"]],
  ["does-not-dial-in-a-window", ["window.opened"]],
  ["says-an-odd-status", ["payload.CALL_ENDED"]],
  ["says-its-mode-in-words", ["payload.SYNC_ACK"]],
];

/**
 * Faults that are tested alone: each flow would wait for a session that never opens, or an
 * app's pages share the fault.
 */
export const LONE_FAULTS: typeof FAULTS = [
  ["never-acknowledges", ["handshake.acknowledged"]],
  ["never-initializes", ["handshake.initialized"]],
  ["hears-the-first-page-only", ["handshake.reload"]],
  ["goes-on-before-it-is-initialized", ["handshake.host-reload"]],
];

/** Sets of simultaneous faults of an app: none hides another. The first half has some of each kind. */
export const FAULT_SETS: readonly (readonly string[])[] = [
  ["drops-the-syncs-fields", "sends-no-ids", "drops-the-context", "says-no-status", "completes-another-call"],
  ["hears-one-sync-only", "sends-what-is-unknown", "dials-twice", "says-an-odd-status"],
  ["dies-of-null", "has-one-call-id", "keeps-the-engagement", "obeys-the-hosts-origin"],
  ["answers-errors", "does-not-hang-up", "obeys-strangers"],
  ["completes-first", "ends-when-the-engagement-is-late", "names-no-engagement"],
  ["rings-without-a-name", "transfers-another-call", "stops-without-a-record", "publishes-another-call", "does-not-dial-in-a-window"],
  ["acknowledges-by-its-own-id", "is-available-first", "dials-another-number", "ends-twice"],
  ["acknowledges-twice", "repeats-ids", "asks-for-no-engagement", "answers-another-call", "completes-twice"],
  ["takes-no-second-session", "echoes", "names-no-call", "sleeps-once-hidden"],
  ["ends-another-call", "stops-without-an-engagement", "says-its-mode-in-words", "ends-what-never-was"],
  ["does-not-dial"],
  ["ends-before-it-starts"],
];
