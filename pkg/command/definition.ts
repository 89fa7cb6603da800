import type * as util from "node:util";

import type { Advice } from "./failure.js";
import type { World } from "./world.js";

/** Options as `util.parseArgs` takes them. */
export type Options = Readonly<Record<string, { readonly type: "string" | "boolean"; readonly short?: string; readonly multiple?: boolean }>>;

/** Options of every command. */
export const COMMON_OPTIONS = {
  help: { type: "boolean", short: "h" },
  json: { type: "boolean" },
  print: { type: "string" },
  version: { type: "boolean", short: "v" },
} as const satisfies Options;

/** The values of options, by the options' names. */
export type Values<O extends Options> = ReturnType<typeof util.parseArgs<{ options: O & typeof COMMON_OPTIONS }>>["values"];

/** What was given to a command. */
export type Call<O extends Options> = {
  readonly values: Values<O>;
  readonly positionals: readonly string[];
  /** Says what is being done, for the line of progress: `waiting for the service` by default, none for an empty text. */
  say(this: void, text: string): void;
};

/** What a command prints. */
export type Answer = {
  /** For people. */
  readonly text: string;
  /** For `--json`; without it the text is printed. */
  readonly json?: unknown;
  /** The exit code where it is not that of success: what was looked at has faults. */
  readonly exit?: number;
};

/**
 * One command of the package: `npx calling-widget-sdk NAME`. To add one, write its object
 * in a file of `commands/` and add it to the list in `commands.ts`.
 */
export type Definition<O extends Options> = {
  readonly name: string;
  /** How it is called, behind the package's name: `settings get|create`. */
  readonly usage: string;
  /** What it does, in a line of at most 60 characters without a full stop. */
  readonly summary: string;
  /** What `NAME --help` prints. Import a module that is large or slow in `run`. */
  readonly help: string;
  /** Its options, beside those of every command. An option of this name has this type in every command. */
  readonly options: O;
  /** What to do next after its errors; the first that fits is printed. */
  readonly advice?: readonly Advice[];
  /** Carries it out. What is wrong with the arguments is a `UsageError`. */
  run(call: Call<O>, world: World): Promise<Answer>;
};

/** A command, whatever its options. */
export type Command = Definition<Options>;

/** Checks a command's object against its own options. */
export function command<const O extends Options>(definition: Definition<O>): Command {
  // The dispatcher reads the arguments by `options`, so `run` gets their values.
  return definition;
}
