/**
 * Puts the functions' names where a text has their numbers: `wasm-function[12]`, as
 * browsers write it in a stack and as the diagnostic `RECOVERED` does.
 *
 * @param text a stack, a diagnostic's `detail`, or anything with either in it.
 * @param list the package's `widget.symbols`: its build, then `number:name` a line.
 * @returns the text with names; what the list lacks stays.
 * @throws Error for a text that says it comes from another build.
 */
export function symbolicate(text: string, list: string): string {
  const [head = "", ...lines] = list.split("\n");
  const build = head.replace("build:", "");
  const other = [...text.matchAll(/\bbuild:([0-9a-f]+)/g)].find(([, named]) => named !== build)?.[1];
  if (other !== undefined) {
    throw new Error(`the text is of the build ${other}, and this package has ${build}: use the version the page had`);
  }
  const names = new Map(
    lines.map((line) => {
      const [number = "", ...name] = line.split(":");
      // The end tells functions of one name apart, and says nothing to people.
      return [number, name.join(":").replace(/::h[0-9a-f]{16}$/, "")];
    }),
  );
  return text.replace(/wasm-function\[(\d+)\]/g, (whole, number: string) => {
    const name = names.get(number);
    return name === undefined ? whole : `${whole} ${name}`;
  });
}
