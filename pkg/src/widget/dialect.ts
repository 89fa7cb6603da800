import type { WidgetInputs, WidgetOutput } from "../generated/door.js";
import type { Door } from "../wasm/door.js";
import type { EngineDriver } from "../wasm/driver.js";

/** What the engine of a widget's session speaks. */
export type WidgetDialect = { inputs: WidgetInputs; output: WidgetOutput };

/** The door to the engine of a widget's session. */
export type WidgetDoor = Door<WidgetDialect>;

/** What drives the engine of a widget's session. */
export type WidgetDriver = EngineDriver<WidgetDialect>;
