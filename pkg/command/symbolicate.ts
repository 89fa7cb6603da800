/**
 * Extracts a trap from a text, and names the functions behind their numbers:
 * `wasm-function[12]`, as in browsers' stacks and the diagnostic `RECOVERED`.
 *
 * @param text a stack, a diagnostic's `detail`, or anything with either in it.
 * @param list the package's `widget.symbols`: its build, then `number:name` a line.
 * @returns the functions, the trap and the build, line by line. All else is left out: a
 *   console has addresses and texts of the page, and the output goes into a report.
 * @throws Error if the text names another build.
 */
export function symbolicate(text: string, list: string): string {
  const [head = "", ...rows] = list.split("\n");
  const build = head.replace("build:", "");
  const other = [...text.matchAll(/\bbuild:([0-9a-f]{8})\b/g)].find(([, named]) => named !== build)?.[1];
  if (other !== undefined) {
    throw new Error(`the text is of the build ${other}, and this package has ${build}: use the version the page had`);
  }
  const names = new Map(
    rows.map((line) => {
      const [number = "", ...name] = line.split(":");
      // The hash at the end distinguishes functions of one name, and means nothing to people.
      return [number, name.join(":").replace(/::h[0-9a-f]{16}$/, "")];
    }),
  );
  const lines = text.split("\n").map((line) =>
    [...line.matchAll(SAID)].map(([whole, number]) => {
      const name = number === undefined ? undefined : names.get(number);
      return name === undefined ? whole : `${whole} ${name}`;
    }),
  );
  return lines.filter((said) => said.length > 0).map((said) => said.join(" ")).join("\n");
}

/** The words of engines and of this package about a trap. */
const SAID = /wasm-function\[(\d{1,5})\]|\bbuild:[0-9a-f]{8}\b|\bunreachable\b|\bout of bounds\b|\bby zero\b|\boverflow\b/gi;
