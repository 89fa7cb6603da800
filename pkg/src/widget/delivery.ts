import type { WidgetCore, WidgetOrders } from "../../build/widget.js";
import type { EngineDriver } from "../wasm/driver.js";
import type { Member, Message } from "./member.js";

/** The driver of a widget session's engine. */
export type WidgetDriver = EngineDriver<WidgetCore, WidgetOrders>;

/** The handlers of an instance that take a message. */
export type Plan = readonly [instance: number, all: readonly string[], firstOf: readonly string[]];

/** A message on its way to the handlers of the instances. */
export class Delivery {
  /** The handlers that took it: `instance:handler`. */
  readonly served: string[] = [];

  /** @param plans the handlers to call, by instance, the newest first. */
  constructor(
    readonly message: Message,
    readonly plans: readonly Plan[],
  ) {}

  /** The plan of an instance for a message, if it is this one. */
  planOf(instance: number, type: string, data: unknown): Plan | undefined {
    const { message, plans } = this;
    return message.type === type && message.data === data ? plans.find(([id]) => id === instance) : undefined;
  }

  /** The first instance that has a handler for it; else the first that takes any message. */
  taker(member: (instance: number) => Member | undefined): number | undefined {
    const { plans } = this;
    const having = (names: (plan: Plan) => readonly string[]): Plan | undefined =>
      plans.find((plan) => member(plan[0])?.hasHandler(names(plan)));
    return (having(([, , firstOf]) => firstOf) ?? having(() => [DEFAULT_HANDLER]) ?? plans[0])?.[0];
  }
}

/**
 * Chooses the handlers that a plan calls.
 *
 * @returns their names, and the one that counts as having taken the message, if any.
 */
export function chosenHandlers(plan: Plan | undefined, handlers: unknown): readonly [names: string[], taker: string] {
  const has = (name: string): boolean => typeof (handlers as Readonly<Record<string, unknown>>)[name] === "function";
  const names = plan?.[1].filter(has) ?? [];
  // An empty name means no handler.
  const first = plan?.[2].find((name) => name === "" || has(name)) ?? (has(DEFAULT_HANDLER) ? DEFAULT_HANDLER : undefined);
  if (first) {
    names.push(first);
  }
  return [names, first ?? names[0] ?? ""];
}

const DEFAULT_HANDLER = "defaultEventHandler";
