/** What the command needs of its surroundings. */
export type World = {
  env: Readonly<Record<string, string | undefined>>;
  /** Node's version: `20.19.0`. */
  nodeVersion: string;
  readFile(path: string): Promise<string>;
  /** The whole standard input; nothing when a person sits at it. */
  readInput(): Promise<string | undefined>;
  /** The package's version. */
  version(): Promise<string>;
  /** The package's list of the functions in its wasm. */
  symbols(): Promise<string>;
  print(text: string): void;
  printError(text: string): void;
};

/** A variable; an empty one is none. */
export function variable(name: string, { env }: World): string | undefined {
  const text = env[name];
  return text === "" ? undefined : text;
}
