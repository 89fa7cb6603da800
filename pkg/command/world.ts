/** What the command needs of its surroundings. */
export type World = {
  env: Readonly<Record<string, string | undefined>>;
  /** Node's version: `20.19.0`. */
  nodeVersion: string;
  readFile(path: string): Promise<string>;
  writeFile(path: string, text: string): Promise<void>;
  /** The whole standard input; nothing when a person sits at it. */
  readInput(): Promise<string | undefined>;
  /** The package's version. */
  version(): Promise<string>;
  /** The package's list of the functions in its wasm. */
  symbols(): Promise<string>;
  /** The folder of the package's pages. */
  pages: URL;
  /** Where other packages are looked for, in this order: files, or folders with a slash at the end. */
  places: readonly (URL | string)[];
  /**
   * Ends when the user ends the command: by Ctrl-C, by the signal to end, or with the
   * terminal. A second one ends the process at once.
   */
  untilStopped(): Promise<void>;
  /** Prints a line on standard output. */
  print(text: string): void;
  /** Prints a line on standard error. */
  printError(text: string): void;
  /** Whether a person sees standard output. */
  isOutputTerminal: boolean;
  /** Whether a person sees standard error. */
  isErrorTerminal: boolean;
  /** Writes to standard error without ending the line. */
  writeError(text: string): void;
  /** Shows an address in the browser; false where there is none. */
  browse(url: string): Promise<boolean>;
};

/** A variable; an empty one is none. */
export function variable(name: string, { env }: World): string | undefined {
  const text = env[name];
  return text === "" ? undefined : text;
}
