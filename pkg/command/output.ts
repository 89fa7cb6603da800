import type { Answer, Options, Values } from "./definition.js";
import { Unable } from "./failure.js";
import { oneLine } from "./terminal.js";

/** An answer as `--json` and `--print` want it. */
export function printed({ text, json }: Answer, { json: isJson, print: field }: Values<Options>): string {
  if (json !== undefined && typeof field === "string") {
    return fieldOf(json, field);
  }
  return json !== undefined && isJson === true ? JSON.stringify(json, undefined, 2) : text;
}

/** The field of an answer, as a program reads it: texts as they are, anything else as JSON. */
function fieldOf(json: unknown, field: string): string {
  let value = json;
  for (const name of field.split(".")) {
    if (typeof value !== "object" || value === null || !Object.keys(value).includes(name)) {
      const names = typeof value === "object" && value !== null ? Object.keys(value).join(", ") : "none";
      throw new Unable("NO_FIELD", `it is done, but the answer has no field ${name}: its fields are ${names}`);
    }
    value = (value as Readonly<Record<string, unknown>>)[name];
  }
  return typeof value === "string" ? value : JSON.stringify(value);
}

/** One line for each field that has a value, the values below each other. */
export function fieldLines(fields: Readonly<Record<string, unknown>>): string {
  const rows = Object.entries(fields).flatMap(([name, value]) => (value === undefined ? [] : [[oneLine(name), value] as const]));
  const width = Math.max(...rows.map(([name]) => name.length));
  return rows.map(([name, value]) => `${name.padEnd(width)}  ${asText(value)}`).join("\n");
}

/** One line for each row below the columns' names; `none` where there is no row. */
export function table(columns: readonly string[], rows: readonly (readonly unknown[])[], none: string): string {
  if (rows.length === 0) {
    return none;
  }
  const texts = [columns, ...rows.map((row) => row.map(asText))];
  const widths = columns.map((_, place) => Math.max(...texts.map((row) => (row[place] ?? "").length)));
  return texts.map((row) => row.map((text, place) => text.padEnd(widths[place] ?? 0)).join("  ").trimEnd()).join("\n");
}

function asText(value: unknown): string {
  const text = typeof value === "string" ? value : value === undefined || value === null ? "" : JSON.stringify(value);
  return oneLine(text);
}
