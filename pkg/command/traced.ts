import type { Trace } from "calling-widget-sdk/trace";

import { UsageError } from "./failure.js";
import { textOfFile } from "./input.js";
import type { World } from "./world.js";

/** The trace in a file, or piped in. */
export async function traceOf(path: string | undefined, world: World): Promise<Trace> {
  const text = path === undefined ? await world.readInput() : await textOfFile(path, `${path} cannot be read: name the file of a trace`, world);
  if (text === undefined) {
    throw new UsageError("name the file of a trace, as exportTrace() gives it; or pipe it in");
  }
  const { replayTrace } = await import("calling-widget-sdk/trace");
  try {
    return replayTrace(text.replace(/^\uFEFF/, ""));
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}
