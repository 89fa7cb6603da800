import * as util from "node:util";

import type { Command, Options } from "./definition.js";
import { UsageError } from "./failure.js";

/** Options of every command. */
export const COMMON_OPTIONS = {
  help: { type: "boolean", short: "h" },
  json: { type: "boolean" },
  key: { type: "string" },
  version: { type: "boolean" },
} as const satisfies Options;

/** What stands on the command line. */
export type Parsed = {
  readonly values: Readonly<Record<string, string | boolean | (string | boolean)[] | undefined>>;
  readonly positionals: readonly string[];
};

/** The command that the arguments name, or what stands in its place. */
export function named(args: readonly string[], commands: readonly Command[]): Command | string | undefined {
  // An option before the name may take a value, so all of them are needed to find it.
  const { positionals } = util.parseArgs({ args: [...args], options: { ...COMMON_OPTIONS, ...optionsOf(commands) }, allowPositionals: true, strict: false });
  return commands.find(({ name }) => name === positionals[0]) ?? positionals[0];
}

/** Reads the arguments. An error names what is wrong without its value: people paste keys. */
export function parse(args: readonly string[], own: Options): Parsed {
  let parsed;
  try {
    parsed = util.parseArgs({ args: [...args], options: { ...COMMON_OPTIONS, ...own }, allowPositionals: true });
  } catch (error) {
    const name = /'(-[\w-]*)/.exec(error instanceof Error ? error.message : "")?.[1];
    throw new UsageError(name === undefined ? "the arguments cannot be read" : `${name} is no option, or lacks its value`);
  }
  if (parsed.values["key"] !== undefined) {
    throw new UsageError(
      "--key is not taken: others see a command's arguments in the list of processes, and the shell keeps them. " +
        "Set CALLING_DEVELOPER_KEY, or pipe the key in with --key-stdin; and replace the key that was shown",
    );
  }
  return parsed;
}

/** The options of all these commands. */
export function optionsOf(commands: readonly Command[]): Options {
  return Object.assign({}, ...commands.map(({ options }) => options)) as Options;
}
