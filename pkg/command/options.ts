import * as util from "node:util";

import { nearest } from "../src/shared/nearest.js";
import { COMMON_OPTIONS, type Command, type Options } from "./definition.js";
import { UsageError } from "./failure.js";

/** Secrets that people may try to give as options, and the right place of each. */
const SECRETS: Readonly<Record<string, string>> = {
  "access-token": "Set CALLING_ACCESS_TOKEN; and revoke the token that was shown",
  key: "Set CALLING_DEVELOPER_KEY, or pipe the key in with --key-stdin; and replace the key that was shown",
  token: "Set CALLING_ACCESS_TOKEN; and revoke the token that was shown",
};

/** The parsed command line. */
export type Parsed = {
  readonly values: Readonly<Record<string, string | boolean | (string | boolean)[] | undefined>>;
  readonly positionals: readonly string[];
};

/** The command that the arguments name, or the first word if there is none. */
export function named(args: readonly string[], commands: readonly Command[]): Command | string | undefined {
  // An option before the name may take a value, so all of them are needed to find it.
  const { positionals } = util.parseArgs({ args: [...args], options: { ...COMMON_OPTIONS, ...optionsOf(commands) }, allowPositionals: true, strict: false });
  return commands.find(({ name }) => name === positionals[0]) ?? positionals[0];
}

/** Parses the arguments. An error names the fault without its value: people paste keys. */
export function parse(args: readonly string[], own: Options): Parsed {
  const secrets: Options = Object.fromEntries(Object.keys(SECRETS).map((name) => [name, { type: "string" }]));
  const options: Options = { ...secrets, ...COMMON_OPTIONS, ...own };
  let parsed: Parsed;
  try {
    parsed = util.parseArgs({ args: [...args], options, allowPositionals: true });
  } catch (error) {
    throw new UsageError(unread(error, Object.keys({ ...COMMON_OPTIONS, ...own })));
  }
  const [secret] = Object.entries(SECRETS).filter(([name]) => parsed.values[name] !== undefined && !(name in own));
  if (secret !== undefined) {
    const [name, instead] = secret;
    throw new UsageError(`--${name} is not taken: others see a command's arguments in the list of processes, and the shell keeps them. ${instead}`);
  }
  return parsed;
}

/** The reason that Node cannot parse the arguments: its texts vary by version, its codes do not. */
function unread(error: unknown, names: readonly string[]): string {
  const { code, message } = error as NodeJS.ErrnoException;
  const name = /'(?:-\w, )?(-[\w-]*)/.exec(message)?.[1];
  if (name === undefined) {
    return "the arguments cannot be read";
  }
  if (code === "ERR_PARSE_ARGS_UNKNOWN_OPTION") {
    const instead = GONE[name];
    if (instead !== undefined) {
      return `there is no ${name} any more: ${instead}`;
    }
    const meant = name.startsWith("--") ? nearest(name.slice(2), names) : undefined;
    return meant === undefined ? `${name} is no option` : `${name} is no option: did you mean --${meant}?`;
  }
  return message.includes("does not take") ? `${name} takes no value` : `${name} lacks its value; one that begins with - is written ${name}=VALUE`;
}

/** Options that went, and what to use in their place. */
const GONE: Readonly<Record<string, string>> = {
  "--baseline": "leave out what is known by --only",
  "--html": "use --json",
  "--junit": "use the exit code, or --json",
  "--print": "use --json",
  "--sip": "frame a page with examples/phone-sipjs.ts by dev URL",
};

/** The options of all these commands. */
export function optionsOf(commands: readonly Command[]): Options {
  return Object.assign({}, ...commands.map(({ options }) => options)) as Options;
}
