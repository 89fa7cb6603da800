import { MESSAGE_TYPES } from "../generated/masks.js";
import { nearest } from "../shared/nearest.js";

/**
 * Refuses to wait for a type that no message of a widget has.
 *
 * @param received messages received nevertheless, as an app's own.
 * @throws Error with the type that was probably meant, if one is near.
 */
export function checkType(type: unknown, received: readonly { message: { type: string } }[]): void {
  const names = MESSAGE_TYPES.split(" ");
  if (typeof type !== "string") {
    throw new Error(`expected a type of message, such as "CALL_ENDED", and got ${String(type)}`);
  }
  if (names.includes(type) || received.some(({ message }) => message.type === type)) {
    return;
  }
  const meant = nearest(type, names);
  throw new Error(`expected the widget to send ${type}, and there is no message of this type${meant === undefined ? "" : `; the nearest is ${meant}`}`);
}
