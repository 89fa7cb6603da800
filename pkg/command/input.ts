import { UsageError } from "./failure.js";
import type { World } from "./world.js";

/** The object in the file of JSON that `--file` names; `example` is one that would do. */
export async function objectOfFile(path: string, example: string, world: World): Promise<Record<string, unknown>> {
  let text;
  try {
    text = await world.readFile(path);
  } catch {
    throw new UsageError(`--file ${path} cannot be read: name a file of JSON`);
  }
  let value: unknown;
  try {
    // Editors on Windows begin a file with a byte order mark.
    value = JSON.parse(text.replace(/^\uFEFF/, ""));
  } catch {
    throw new UsageError(`--file ${path} holds no JSON`);
  }
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    throw new UsageError(`--file ${path} holds no object: write one like ${example}`);
  }
  return { ...(value as Record<string, unknown>) };
}
