/** A message's content: its data, or else the fields beside its type, as in SYNC and its answer. */
export function payloadOf({ data, message }: { readonly data: unknown; readonly message: unknown }): unknown {
  if (data !== undefined || typeof message !== "object" || message === null) return data;
  const fields = Object.entries(message).filter(([name]) => name !== "type" && name !== "messageId");
  return fields.length === 0 ? undefined : Object.fromEntries(fields);
}

/** A value in one line, shortened. A widget may send values that JSON cannot hold, such as a cycle. */
export function compact(value: unknown): string {
  if (value === undefined) return "";
  return (typeof value === "string" ? value : pretty(value, 0)).slice(0, 400);
}

/** A value as JSON, for reading. */
export function pretty(value: unknown, indent = 2): string {
  try {
    // For a function or undefined the result is undefined, whatever its type says.
    const text = JSON.stringify(value, null, indent) as string | undefined;
    return text ?? `(${typeof value})`;
  } catch {
    return "(cannot be written as JSON)";
  }
}

/** The time of day, to the millisecond. */
export function clock(at: number): string {
  const date = new Date(at);
  const part = (value: number, width = 2): string => String(value).padStart(width, "0");
  return `${part(date.getHours())}:${part(date.getMinutes())}:${part(date.getSeconds())}.${part(date.getMilliseconds(), 3)}`;
}

/** A field of a message's data, if it is a text or a number. */
export function fieldOf(data: unknown, name: string): string | undefined {
  if (typeof data !== "object" || data === null) return undefined;
  const value: unknown = (data as Record<string, unknown>)[name];
  return typeof value === "string" || typeof value === "number" ? String(value) : undefined;
}
