import { isolated } from "../shared/isolated.js";
import type { Options } from "../shared/types.js";
import type CallingExtensions from "../widget/calling-extensions.js";

/** The handlers that a binding has. */
export type OwnHandlers = Readonly<Record<"onReady" | "onDialNumber" | "onEndCall", (data: unknown) => void>>;

/** Adds handlers to an instance while `isBound`: the app's stay, and run first. Returns a function that removes them. */
export function addHandlers(cti: CallingExtensions, own: OwnHandlers, isBound: () => boolean): () => void {
  const before = cti.options;
  const added = Object.fromEntries(
    Object.entries(own).map(([name, act]) => [
      name,
      {
        value: (...args: unknown[]) => {
          const handler: unknown = Reflect.get(before.eventHandlers, name);
          isolated(() => typeof handler === "function" && (handler as (...args: unknown[]) => unknown)(...args));
          act(args[0]);
        },
      },
    ]),
  );
  const handlers = (): Options["eventHandlers"] =>
    isBound() ? (Object.create(before.eventHandlers, added) as Options["eventHandlers"]) : before.eventHandlers;
  cti.options = Object.create(before, { eventHandlers: { get: handlers } }) as Options;
  return () => {
    if (Object.getPrototypeOf(cti.options) === before) {
      cti.options = before;
    }
  };
}
