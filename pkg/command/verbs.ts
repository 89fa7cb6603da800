import { ADDRESS_OPTIONS } from "./access.js";
import { COMMON_OPTIONS, type Answer, type Call, type Definition, type Options } from "./definition.js";
import { UsageError } from "./failure.js";
import { nearest } from "./nearest.js";
import type { World } from "./world.js";

/** What a command does by one of its verbs: `get` in `settings get`. */
export type Verb<O extends Options> = {
  /** What it takes behind the verb, as its help names it: `["ID"]`. Nothing by default. */
  readonly takes?: readonly string[];
  /** Its own options, beside those of every command and the service's address. All of the command's by default. */
  readonly options?: readonly (keyof O & string)[];
  /** Carries it out, with what it takes as positionals. */
  run(call: Call<O>, world: World): Promise<Answer>;
};

/** The `run` of a command with verbs; a verb may have several words. */
export function byVerb<O extends Options>(name: string, verbs: Readonly<Record<string, Verb<O>>>): Definition<O>["run"] {
  return async ({ values, positionals, say }, world) => {
    const said = Object.keys(verbs).find((words) => words.split(" ").every((word, place) => word === positionals[place]));
    const verb = said === undefined ? undefined : verbs[said];
    if (said === undefined || verb === undefined) {
      throw oneOf(name, Object.keys(verbs), positionals.join(" "));
    }
    const taken = positionals.slice(said.split(" ").length);
    const { takes = [], options } = verb;
    if (taken.length !== takes.length) {
      throw takes.length === 0 ? oneOf(name, Object.keys(verbs)) : new UsageError(`${name} ${said} takes ${takes.join(" and ")}: ${name} ${said} ${takes.join(" ")}`);
    }
    const allowed = options === undefined ? undefined : [...options, ...Object.keys(ADDRESS_OPTIONS), ...Object.keys(COMMON_OPTIONS)];
    const others = Object.keys(values).filter((given) => allowed !== undefined && !allowed.includes(given));
    if (others.length > 0) {
      throw new UsageError(`${name} ${said} does not take ${others.map((other) => `--${other}`).join(", ")}: leave it out`);
    }
    return verb.run({ values, positionals: taken, say }, world);
  };
}

function oneOf(name: string, verbs: readonly string[], typed = ""): UsageError {
  const begun = typed === "" ? [] : verbs.filter((verb) => verb.startsWith(`${typed} `));
  const meant = typed === "" || begun.length > 0 ? undefined : nearest(typed, verbs);
  if (meant !== undefined) {
    return new UsageError(`there is no ${name} ${typed}: did you mean ${name} ${meant}?`);
  }
  return new UsageError(`say one of: ${(begun.length > 0 ? begun : verbs).map((verb) => `${name} ${verb}`).join(", ")}`);
}
