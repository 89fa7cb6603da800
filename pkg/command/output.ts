import { oneLine } from "./terminal.js";

/** One line for each field that has a value, the values below each other. */
export function fieldLines(fields: Readonly<Record<string, unknown>>): string {
  const rows = Object.entries(fields).flatMap(([name, value]) => (value === undefined ? [] : [[oneLine(name), value] as const]));
  const width = Math.max(...rows.map(([name]) => name.length));
  return rows.map(([name, value]) => `${name.padEnd(width)}  ${asText(value)}`).join("\n");
}

function asText(value: unknown): string {
  const text = typeof value === "string" ? value : value === undefined || value === null ? "" : JSON.stringify(value);
  return oneLine(text);
}
