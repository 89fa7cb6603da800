import { nearest } from "../src/shared/nearest.js";
import { COMMANDS, GONE } from "./commands.js";
import type { Command } from "./definition.js";
import { EXIT, UsageError, report, type Advice } from "./failure.js";
import { help } from "./help.js";
import { named, optionsOf, parse } from "./options.js";
import { progress, type Progress } from "./progress.js";
import { lineByLine } from "./terminal.js";
import type { World } from "./world.js";

/** Runs the command that the arguments name, and returns its exit code: see {@link EXIT}. */
export async function run(args: readonly string[], surroundings: World): Promise<number> {
  const world = lineByLine(surroundings);
  if (Number.parseInt(world.nodeVersion) < 18) {
    world.printError(`error USAGE: this is Node ${world.nodeVersion}; the command needs 18.3 or later`);
    return EXIT.usage;
  }
  const found = named(args, COMMANDS);
  const { say, end } = progress(args.includes("--json"), world);
  try {
    const { text, exit } = await act(found, { args, say }, world);
    end();
    world.print(text);
    return exit;
  } catch (error) {
    end();
    return report(error, { args, advice: advice(found) }, world);
  }
}

async function act(found: Command | string | undefined, { args, say }: { args: readonly string[]; say: Progress["say"] }, world: World): Promise<Outcome> {
  const isKnown = typeof found === "object";
  if (typeof found === "string" && isGone(found)) {
    // Its options went too.
    throw new UsageError(noCommand(found));
  }
  const { values, positionals } = parse(args, isKnown ? found.options : optionsOf(COMMANDS));
  if (values["version"] === true) {
    return { text: await world.version(), exit: EXIT.done };
  }
  if (found === "help") {
    const [, name] = positionals;
    const about = COMMANDS.find((command) => command.name === name);
    if (name !== undefined && about === undefined) {
      throw new UsageError(noCommand(name));
    }
    return { text: about?.help ?? help(COMMANDS), exit: EXIT.done };
  }
  if (values["help"] === true) {
    return { text: isKnown ? found.help : help(COMMANDS), exit: EXIT.done };
  }
  if (!isKnown) {
    throw new UsageError(found === undefined ? `say what to do, by one of the commands ${NAMES.join(", ")}` : noCommand(found));
  }
  const { text, json, exit = EXIT.done } = await found.run({ values, positionals: positionals.slice(1), say }, world);
  return { text: json !== undefined && values["json"] === true ? JSON.stringify(json, undefined, 2) : text, exit };
}

/** The error for an unknown command. Its name is repeated only if it looks like one: people paste keys. */
function noCommand(typed: string): string {
  if (isGone(typed)) {
    return `there is no command ${typed} any more: ${GONE[typed] ?? ""}`;
  }
  const meant = nearest(typed, [...NAMES, "help"]);
  if (meant !== undefined) {
    return `there is no command ${typed}: did you mean ${meant}?`;
  }
  return `there is no ${/^[a-z][a-z-]{0,19}$/i.test(typed) ? `command ${typed}` : "such command"}: use one of ${NAMES.join(", ")}`;
}

function isGone(typed: string): boolean {
  return Object.keys(GONE).includes(typed);
}

const NAMES = COMMANDS.map(({ name }) => name);

/** The output at the end, and the exit code. */
type Outcome = { text: string; exit: number };

function advice(found: Command | string | undefined): readonly Advice[] {
  const isKnown = typeof found === "object";
  const see: Advice = { code: "USAGE", text: `See: npx calling-widget-sdk ${isKnown ? `${found.name} ` : ""}--help` };
  return [...(isKnown ? (found.advice ?? []) : []), see];
}
