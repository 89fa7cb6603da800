import type { Answer, Options, Values } from "./definition.js";
import { Unable } from "./failure.js";
import { oneLine } from "./terminal.js";

/** An answer in the format of `--json` and `--print`. */
export function printed({ text, json }: Answer, { json: isJson, print: field }: Values<Options>): string {
  if (json !== undefined && typeof field === "string") {
    return fieldOf(json, field);
  }
  return json !== undefined && isJson === true ? JSON.stringify(json, undefined, 2) : text;
}

/** A field of an answer, for programs: texts unchanged, anything else as JSON. */
function fieldOf(json: unknown, name: string): string {
  const fields: Readonly<Record<string, unknown>> = typeof json === "object" && json !== null ? { ...json } : {};
  if (!Object.keys(fields).includes(name)) {
    throw new Unable("NO_FIELD", `it is done, but the answer has no field ${name}: its fields are ${Object.keys(fields).join(", ") || "none"}`);
  }
  const value = fields[name];
  return typeof value === "string" ? value : JSON.stringify(value);
}

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
