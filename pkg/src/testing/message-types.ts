import { MESSAGE_TABLES } from "../generated/door.js";

/**
 * Refuses to wait for a type that no message of a widget has.
 *
 * @param received types that came nevertheless, as an app's own.
 * @throws Error with the type that was probably meant.
 */
export function checkType(type: unknown, received: readonly { message: { type: string } }[]): void {
  const names = Object.keys(MESSAGE_TABLES);
  if (typeof type !== "string") {
    throw new Error(`expected a type of message, such as "CALL_ENDED", and got ${String(type)}`);
  }
  if (names.includes(type) || received.some(({ message }) => message.type === type)) {
    return;
  }
  const [best] = names
    .map((name) => ({ name, far: distance(type.toUpperCase(), name) }))
    .sort((one, other) => one.far - other.far);
  throw new Error(`expected the widget to send ${type}, and there is no message of this type; the nearest is ${best?.name ?? ""}`);
}

/** How many letters are added, left out or replaced. */
function distance(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, at) => at);
  for (let at = 0; at < Math.min(from.length, LONGEST); at += 1) {
    const next = [at + 1];
    for (let place = 1; place <= to.length; place += 1) {
      const replaced = (row[place - 1] ?? 0) + (from[at] === to[place - 1] ? 0 : 1);
      next.push(Math.min((row[place] ?? 0) + 1, (next[place - 1] ?? 0) + 1, replaced));
    }
    row = next;
  }
  return row[to.length] ?? 0;
}

const LONGEST = 60;
