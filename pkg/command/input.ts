import { UsageError } from "./failure.js";
import type { World } from "./world.js";

/**
 * Reads a stream up to a limit in MiB; a longer one, a device included, is not read to its end.
 *
 * @param name its name for the user.
 * @throws UsageError if it is longer.
 */
export async function wholeText(stream: AsyncIterable<string | Buffer>, name: string, most = 64): Promise<string> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of stream) {
    chunks.push(Buffer.from(chunk));
    length += chunk.length;
    if (length > most * 1024 * 1024) {
      throw new UsageError(`${name} has more than ${most} MiB`);
    }
  }
  return Buffer.concat(chunks).toString("utf8");
}

/** The text of a file, without the byte order mark that editors on Windows begin it with. */
export async function textOfFile(path: string, unread: string, world: World): Promise<string> {
  try {
    return (await world.readFile(path)).replace(/^\uFEFF/, "");
  } catch (error) {
    throw error instanceof UsageError ? error : new UsageError(unread);
  }
}

/** The object in the JSON file that `--file` names; `example` shows a valid one. */
export async function objectOfFile(path: string, example: string, world: World): Promise<Record<string, unknown>> {
  const text = await textOfFile(path, `--file ${path} cannot be read: name a file of JSON`, world);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new UsageError(`--file ${path} holds no JSON`);
  }
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    throw new UsageError(`--file ${path} holds no object: write one like ${example}`);
  }
  return { ...(value as Record<string, unknown>) };
}
