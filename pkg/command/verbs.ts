import { nearest } from "../src/shared/nearest.js";
import { ADDRESS_OPTIONS } from "./access.js";
import { COMMON_OPTIONS, type Answer, type Call, type Definition, type Options } from "./definition.js";
import { UsageError } from "./failure.js";
import type { World } from "./world.js";

/** One verb of a command: `get` in `settings get`. */
export type Verb<O extends Options> = {
  /** Its own options, beside those of every command and the service's address. All of the command's by default. */
  readonly options?: readonly (keyof O & string)[];
  /** Runs it. */
  run(call: Call<O>, world: World): Promise<Answer>;
};

/** The `run` of a command with verbs. */
export function byVerb<O extends Options>(name: string, verbs: Readonly<Record<string, Verb<O>>>): Definition<O>["run"] {
  return async ({ values, positionals, say }, world) => {
    const [said = "", ...rest] = positionals;
    const verb = Object.keys(verbs).includes(said) ? verbs[said] : undefined;
    if (verb === undefined || rest.length > 0) {
      throw oneOf(name, Object.keys(verbs), verb === undefined ? said : "");
    }
    const { options } = verb;
    const allowed = options === undefined ? undefined : [...options, ...Object.keys(ADDRESS_OPTIONS), ...Object.keys(COMMON_OPTIONS)];
    const refused = Object.keys(values).filter((given) => allowed !== undefined && !allowed.includes(given));
    if (refused.length > 0) {
      throw new UsageError(`${name} ${said} does not take ${refused.map((other) => `--${other}`).join(", ")}: leave it out`);
    }
    return verb.run({ values, positionals: rest, say }, world);
  };
}

function oneOf(name: string, verbs: readonly string[], typed = ""): UsageError {
  const meant = typed === "" ? undefined : nearest(typed, verbs);
  if (meant !== undefined) {
    return new UsageError(`there is no ${name} ${typed}: did you mean ${name} ${meant}?`);
  }
  return new UsageError(`say one of: ${verbs.map((verb) => `${name} ${verb}`).join(", ")}`);
}
