/** The core of `./host`: inlined, started at first use. */
import { glue, type HostCore, type HostOrders, wasmText } from "../../build/host.js";
import { type Engine, started } from "../wasm/glue.js";
import { compiled } from "../wasm/load.js";

export { build } from "../../build/host.js";

/** Starts a fresh instance of the host's core. */
export function start(orders: HostOrders): Engine<HostCore> {
  const { HostCore } = fresh();
  return { core: new HostCore(orders) };
}

/** True if two texts mean one phone number, as the core compares them. */
export function isSameNumber(one: string, other: string): boolean {
  return (shared ??= fresh()).isSameNumber(one, other);
}

function fresh(): ReturnType<typeof glue> {
  return started(glue(), () => compiled(wasmText));
}

/** The instance for questions that need no engine. */
let shared: ReturnType<typeof glue> | undefined;
