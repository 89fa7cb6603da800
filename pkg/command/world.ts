/** The command's environment. */
export type World = {
  env: Readonly<Record<string, string | undefined>>;
  /** Node's version: `20.19.0`. */
  nodeVersion: string;
  readFile(path: string): Promise<string>;
  /** The whole standard input; undefined if it is a terminal. */
  readInput(): Promise<string | undefined>;
  /** The package's version. */
  version(): Promise<string>;
  /** The folder of the package's pages. */
  pages: URL;
  /** Places to look for other packages, in this order: files, or folders with a slash at the end. */
  places: readonly (URL | string)[];
  /**
   * Resolves when the user ends the command: by Ctrl-C, by the signal to end, or with the
   * terminal. A second one ends the process at once.
   */
  untilStopped(): Promise<void>;
  /** Prints a line on standard output. */
  print(text: string): void;
  /** Prints a line on standard error. */
  printError(text: string): void;
  /** True if standard error is a terminal. */
  isErrorTerminal: boolean;
  /** Writes to standard error without ending the line. */
  writeError(text: string): void;
  /** Shows an address in the browser; false if there is none. */
  browse(url: string): Promise<boolean>;
};

/** An environment variable; undefined if empty. */
export function variable(name: string, { env }: World): string | undefined {
  const text = env[name];
  return text === "" ? undefined : text;
}
