import { COMMANDS } from "./commands.js";
import type { Answer, Command } from "./definition.js";
import { EXIT, UsageError, report, type Advice } from "./failure.js";
import { help } from "./help.js";
import { named, optionsOf, parse } from "./options.js";
import type { World } from "./world.js";

/** Runs the command that the arguments name, and gives its exit code: see {@link EXIT}. */
export async function run(args: readonly string[], world: World): Promise<number> {
  if (Number.parseInt(world.nodeVersion) < 18) {
    world.printError(`error USAGE: this is Node ${world.nodeVersion}; the command needs 18.3 or later`);
    return EXIT.usage;
  }
  const found = named(args, COMMANDS);
  try {
    const answer = await act(found, args, world);
    const isJson = args.includes("--json") && "json" in answer;
    world.print(isJson ? JSON.stringify(answer.json, undefined, 2) : answer.text);
    return EXIT.done;
  } catch (error) {
    return report(error, { args, advice: advice(found) }, world);
  }
}

async function act(found: Command | string | undefined, args: readonly string[], world: World): Promise<Answer> {
  const isKnown = typeof found === "object";
  const { values, positionals } = parse(args, isKnown ? found.options : optionsOf(COMMANDS));
  if (values["version"] === true) {
    return { text: await world.version() };
  }
  if (values["help"] === true) {
    return { text: isKnown ? found.help : help(COMMANDS) };
  }
  if (!isKnown) {
    const names = COMMANDS.map(({ name }) => name).join(", ");
    throw new UsageError(found === undefined ? `say what to do, by one of the commands ${names}` : `there is no such command: use one of ${names}`);
  }
  return found.run({ values, positionals: positionals.slice(1) }, world);
}

function advice(found: Command | string | undefined): readonly Advice[] {
  const isKnown = typeof found === "object";
  const see: Advice = { code: "USAGE", text: `See: npx calling-widget-sdk ${isKnown ? `${found.name} ` : ""}--help` };
  return [...(isKnown ? (found.advice ?? []) : []), see];
}
