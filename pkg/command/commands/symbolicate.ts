import { command } from "../definition.js";
import { UsageError } from "../failure.js";
import { symbolicate as withNames } from "../symbolicate.js";

const HELP = `Usage: npx calling-widget-sdk symbolicate [TEXT]

Prints the functions that a text has by their numbers, wasm-function[12], with
their names, the kind of the trap, and the build; nothing else of the text. It
is a stack from a browser's console, or the detail of the diagnostic RECOVERED.
Without TEXT it reads standard input.

Install the version of the package that the page had. A detail names its
build, and one of another build is refused.

Example
  npx calling-widget-sdk symbolicate "unreachable wasm-function[12] build:1a2b3c4d"`;

/** Names the functions in a given or piped text. */
export const symbolicate = command({
  name: "symbolicate",
  usage: "symbolicate",
  summary: "names the functions in a stack of the widget's wasm",
  help: HELP,
  options: {},
  run: async ({ positionals }, world) => {
    const argument = positionals.join(" ").trim();
    const text = argument === "" ? await world.readInput() : argument;
    if (text === undefined || text.trim() === "") {
      throw new UsageError("symbolicate wants a stack or a diagnostic's detail: quote it behind the command, or pipe it in");
    }
    let said;
    try {
      said = withNames(text, await world.symbols());
    } catch (error) {
      throw new UsageError(error instanceof Error ? error.message : String(error));
    }
    if (said === "") {
      throw new UsageError("the text has no function of the wasm, such as wasm-function[12]");
    }
    return { text: said };
  },
});
