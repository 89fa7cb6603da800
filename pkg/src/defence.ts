// The defences by name, for the build the attacks' tests make for themselves.
// Whatever asks here stands behind `WEAKENED`, which is false in every script
// that ships, so that nothing of this file is in them.

/** In the order of `src/session/defence.rs`, which says what each one is. */
const DEFENCES = [
  "trusted",
  "ancestor",
  "frame",
  "allowedOrigin",
  "pinnedOrigin",
  "pinnedWindow",
  "widgetOrigin",
  "limits",
  "envelope",
  "raisedHere",
  "ownHandlers",
  "attestedOrigin",
  "fixedHost",
  "plainFields",
  "namedTarget",
  "noEcho",
  "readyOnce",
  "ownAcknowledgement",
  "afterHandshake",
  "afterInitialized",
  "allowedMove",
  "webAddress",
  "sizes",
  "boundedQueue",
  "ownEngagement",
  "numbered",
  "ownLoad",
  "inTurn",
  "firstTime",
] as const;

/** A defence's name. */
export type Defence = (typeof DEFENCES)[number];

/** Whether a defence holds in this page. */
export function holds(defence: Defence): boolean {
  return !lowered().includes(defence);
}

/** Lowers the page's defences in a module, too. */
export function weaken(glue: unknown): void {
  const bits = lowered().reduce((all, defence) => all | (1 << DEFENCES.indexOf(defence)), 0);
  (glue as { lower(bits: number): void }).lower(bits);
}

function lowered(): readonly Defence[] {
  return (globalThis as { loweredDefences?: readonly Defence[] }).loweredDefences ?? [];
}
