import type { Command } from "./definition.js";

/** The output of `--help`: the commands, each with its summary. */
export function help(commands: readonly Command[]): string {
  const lines = commands.map(({ usage, summary }) => `  ${usage.length > 14 ? `${usage}\n${" ".repeat(17)}` : usage.padEnd(15)}${summary}`);
  return `Usage: npx calling-widget-sdk COMMAND [options]

${lines.join("\n")}

  npx calling-widget-sdk COMMAND --help     more of a command, with examples
  npx calling-widget-sdk --version          the version of the package`;
}
