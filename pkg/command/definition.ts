import type * as util from "node:util";

import type { Advice } from "./failure.js";
import type { World } from "./world.js";

/** Options in the format of `util.parseArgs`. */
export type Options = Readonly<Record<string, { readonly type: "string" | "boolean"; readonly short?: string; readonly multiple?: boolean }>>;

/** Options of every command. */
export const COMMON_OPTIONS = {
  help: { type: "boolean", short: "h" },
  json: { type: "boolean" },
  version: { type: "boolean", short: "v" },
} as const satisfies Options;

/** The values of options, by the options' names. */
export type Values<O extends Options> = ReturnType<typeof util.parseArgs<{ options: O & typeof COMMON_OPTIONS }>>["values"];

/** A command's input. */
export type Call<O extends Options> = {
  readonly values: Values<O>;
  readonly positionals: readonly string[];
  /** Shows the current step on the line of progress: `waiting for the service` by default, none for an empty text. */
  say(this: void, text: string): void;
};

/** A command's output. */
export type Answer = {
  /** For people. */
  readonly text: string;
  /** For `--json`; without it the text is printed. */
  readonly json?: unknown;
  /** The exit code if not that of success: the checked thing has faults. */
  readonly exit?: number;
};

/**
 * One command of the package: `npx calling-widget-sdk NAME`. To add one, write its object
 * in a file of `commands/` and add it to the list in `commands.ts`.
 */
export type Definition<O extends Options> = {
  readonly name: string;
  /** The usage, behind the package's name: `settings get|create`. */
  readonly usage: string;
  /** A summary in a line of at most 60 characters without a full stop. */
  readonly summary: string;
  /** The output of `NAME --help`. Import a module that is large or slow in `run`. */
  readonly help: string;
  /** Its options, beside those of every command. An option of this name has this type in every command. */
  readonly options: O;
  /** Advice after its errors; the first that matches is printed. */
  readonly advice?: readonly Advice[];
  /** Runs it. Wrong arguments throw a `UsageError`. */
  run(call: Call<O>, world: World): Promise<Answer>;
};

/** A command, whatever its options. */
export type Command = Definition<Options>;

/** Checks a command's object against its own options. */
export function command<const O extends Options>(definition: Definition<O>): Command {
  // The dispatcher reads the arguments by `options`, so `run` gets their values.
  return definition;
}
