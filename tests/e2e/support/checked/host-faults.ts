/** The faults of the host of `host-by-hand.ts`, and the requirements that name them. */
export const HOST_FAULTS: readonly (readonly [fault: string, names: readonly string[]])[] = [
  ["names-another-page", ["handshake.host-url"]],
  ["sends-one-sync", ["handshake.repeated"]],
  ["speaks-before-the-acknowledgement", ["handshake.nothing-before"]],
  ["does-not-stop", ["handshake.stops"]],
  ["dials-at-once", ["handshake.waits"]],
  ["sends-no-ids", ["messages.envelope"]],
  ["repeats-ids", ["messages.unique-ids"]],
  ["invents-a-type", ["messages.known-types"]],
  ["echoes", ["messages.unknown-not-echoed"]],
  ["answers-errors", ["messages.error-not-answered"]],
  ["dies-of-null", ["messages.malformed-survived"]],
  ["creates-none", ["engagement.answered"]],
  ["fails-to-create", ["engagement.created"]],
  ["names-no-call", ["engagement.names-call"]],
  ["knows-the-new-name-only", ["engagement.older-name"]],
  ["creates-twice", ["engagement.once"]],
  ["creates-unasked", ["engagement.only-when-asked"]],
  ["updates-none", ["update.answered"]],
  ["refuses-updates", ["update.applied"]],
  ["updates-twice", ["update.once"]],
  ["updates-unasked", ["update.only-when-sent"]],
  ["does-not-name-its-window", ["window.named"]],
  ["looks-no-caller-up", ["incoming.matched"]],
  ["creates-for-outgoing-calls-only", ["incoming.engagement"]],
  ["finds-one-caller", ["payload.CALLER_ID_MATCH_SUCCEEDED"]],
  ["has-one-engagement", ["calls.apart"]],
  ["updates-the-latest", ["calls.updates"]],
  ["publishes-silently", ["publish.answered"]],
  ["finalizes-silently", ["publish.finalized"]],
  ["navigates-silently", ["navigation.failed"]],
  ["dials-no-number", ["dial.number"]],
  ["opens-one-session-only", ["reload.sync"]],
  ["has-one-session-id", ["reload.new-id"]],
  ["writes-ids-as-text", ["payload.CREATE_ENGAGEMENT_SUCCEEDED"]],
  ["writes-numbers-as-text", ["payload.SYNC"]],
];

/** Sets of simultaneous faults of a host: none hides another. The first five have some of each kind. */
export const HOST_FAULT_SETS: readonly (readonly string[])[] = [
  ["names-another-page", "speaks-before-the-acknowledgement", "dials-at-once", "creates-twice", "updates-twice", "writes-ids-as-text"],
  ["sends-one-sync", "invents-a-type", "echoes", "does-not-name-its-window", "knows-the-new-name-only", "has-one-session-id"],
  ["names-no-call", "finalizes-silently", "refuses-updates", "looks-no-caller-up", "writes-numbers-as-text"],
  ["dies-of-null", "creates-for-outgoing-calls-only", "has-one-engagement"],
  ["updates-the-latest", "opens-one-session-only", "publishes-silently", "navigates-silently"],
  ["creates-none"],
  ["does-not-stop", "answers-errors", "creates-unasked", "updates-unasked", "finds-one-caller"],
  ["fails-to-create", "updates-none"],
];

/** Faults of messages that the host sends only for its user. */
export const PERSONAL_FAULTS: readonly string[] = ["dials-no-number", "repeats-ids", "sends-no-ids"];
