import { UsageError } from "./failure.js";
import type { World } from "./world.js";

/**
 * Reads a stream up to a limit; a longer one, a device included, is not read to its end.
 *
 * @param name its name for the user.
 * @throws UsageError if it is longer.
 */
export async function wholeText(stream: AsyncIterable<string | Buffer>, name: string): Promise<string> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of stream) {
    chunks.push(Buffer.from(chunk));
    length += chunk.length;
    if (length > LONGEST) {
      throw new UsageError(`${name} has more than ${LONGEST / MEBIBYTE} MiB`);
    }
  }
  return Buffer.concat(chunks).toString("utf8");
}

const MEBIBYTE = 1024 * 1024;
const LONGEST = 64 * MEBIBYTE;

/** The object in the JSON file that `--file` names; `example` shows a valid one. */
export async function objectOfFile(path: string, example: string, world: World): Promise<Record<string, unknown>> {
  let text;
  try {
    text = await world.readFile(path);
  } catch (error) {
    throw error instanceof UsageError ? error : new UsageError(`--file ${path} cannot be read: name a file of JSON`);
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
