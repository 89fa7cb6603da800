import { attempt } from "../shared/attempt.js";
import { isolated } from "../shared/isolated.js";
import type { Options } from "../shared/types.js";
import type { Message, Note } from "./member.js";
import { frozenCopy, unpostable } from "../shared/plain.js";
import { shownType } from "../shared/shown.js";

/** The app's hooks; looked up when they are due. */
export type Hooks = Pick<Options, "beforeSend" | "afterReceive">;

/**
 * Runs `beforeSend` on a copy of a message: returns another message, the copy, or undefined
 * to drop it. A hook that fails changes nothing.
 */
export function prepared(hooks: Hooks, message: Message, note: Note): Message | undefined {
  if (!hooks.beforeSend) {
    return message;
  }
  if (unpostable(message) !== undefined) {
    // A message that cannot be posted is refused later.
    return message;
  }
  const { type } = message;
  const detail = shownType(type);
  const copy = attempt(() => frozenCopy(message));
  if (copy === undefined) {
    // It nests too deep.
    note("NOT_CLONEABLE", `${detail} cannot be copied for beforeSend`);
    return message;
  }
  let made: unknown;
  const ok = isolated(() => {
    const result: unknown = hooks.beforeSend?.(copy);
    // Read here: the app's result may have getters that throw.
    made = result === undefined ? copy : result && typeof result === "object" ? { ...result } : result;
  });
  if (!ok) {
    note("HANDLER_THREW", "");
    return message;
  }
  if (made === null) {
    note("DROPPED_BY_HOOK", detail);
    return undefined;
  }
  if (typeof made !== "object" || typeof (made as Partial<Message>).type !== "string") {
    note("HOOK_RESULT_IGNORED", detail);
    return message;
  }
  return made as Message;
}

/** Passes `afterReceive` a copy of a message that was accepted. */
export function showReceived(hooks: Hooks, message: Message, note: Note): void {
  if (!hooks.afterReceive) {
    return;
  }
  const ok = isolated(() => {
    const copy = frozenCopy(message);
    hooks.afterReceive?.(copy, copy.data);
  });
  if (!ok) {
    note("HANDLER_THREW", "");
  }
}
