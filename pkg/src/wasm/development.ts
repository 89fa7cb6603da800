/** The core of the condition `development`: its functions have names, and a panic has its message. */
import { glue, wasmText, type WidgetCore, type WidgetOrders } from "../../build/development/widget.js";
import { type Engine, started } from "./glue.js";
import { canStart, compiled } from "./load.js";

export { build } from "../../build/development/widget.js";

/** Starts a fresh instance of the widget's core. */
export function start(orders: WidgetOrders): Engine<WidgetCore> {
  const { WidgetCore, panicMessage } = started(glue(), () => compiled(wasmText));
  return { core: new WidgetCore(orders), panicMessage };
}

/** True if the core can run here. */
export { canStart };
