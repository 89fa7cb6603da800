import type { WidgetInputs, WidgetOutput } from "../generated/door.js";
import type { Door } from "../wasm/door.js";
import type { EngineDriver } from "../wasm/driver.js";

/** The dialect of a widget session's engine. */
export type WidgetDialect = { inputs: WidgetInputs; output: WidgetOutput };

/** The door to the engine of a widget's session. */
export type WidgetDoor = Door<WidgetDialect>;

/** The driver of a widget session's engine. */
export type WidgetDriver = EngineDriver<WidgetDialect>;
