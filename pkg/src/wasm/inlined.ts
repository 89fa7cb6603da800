/**
 * The core of the main entry: inlined, started at first use.
 *
 * A strategy is the module `#core`, which `tsconfig.json` points here and the
 * build elsewhere for `./slim` and the condition `development`.
 */
import { glue, wasmText, type WidgetCore, type WidgetOrders } from "../../build/widget.js";
import { type Engine, started } from "./glue.js";
import { canStart, compiled } from "./load.js";

/** Starts a fresh instance of the widget's core. */
export function start(orders: WidgetOrders): Engine<WidgetCore> {
  const { WidgetCore } = started(glue(), () => compiled(wasmText));
  return { core: new WidgetCore(orders) };
}

export { build } from "../../build/widget.js";

/** True if the core can run here. */
export { canStart };
