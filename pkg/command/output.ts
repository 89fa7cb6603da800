/** One line for each field, the values below each other. */
export function fieldLines(fields: Readonly<Record<string, unknown>>): string {
  const width = Math.max(...Object.keys(fields).map((name) => name.length));
  return Object.entries(fields)
    .map(([name, value]) => `${name.padEnd(width)}  ${String(value)}`)
    .join("\n");
}
