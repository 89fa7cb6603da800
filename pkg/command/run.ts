import * as util from "node:util";

import { RestError, SettingsClient, type Access, type CallingSettings, type RequestProblem, type StoredSettings } from "calling-widget-sdk/rest";

import { HELP, SETTINGS_HELP, SYMBOLICATE_HELP } from "./help.js";
import { symbolicate } from "./symbolicate.js";

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

/** Runs the command, and gives its exit code: see {@link EXIT}. */
export async function run(args: readonly string[], world: World): Promise<number> {
  if (Number.parseInt(world.nodeVersion) < 18) {
    world.printError(`error USAGE: this is Node ${world.nodeVersion}; the command needs 18.3 or later`);
    return EXIT.usage;
  }
  const isJson = args.includes("--json");
  try {
    const { values, positionals } = parse(args);
    await act(values, positionals, world);
    return EXIT.done;
  } catch (error) {
    return tell(error, { args, isJson }, world);
  }
}

async function act(values: Values, [resource, action, ...others]: readonly string[], world: World): Promise<void> {
  if (values.version === true) {
    world.print(await world.version());
    return;
  }
  if (resource === "symbolicate") {
    world.print(values.help === true ? SYMBOLICATE_HELP : await named([action, ...others].join(" ").trim(), world));
    return;
  }
  if (resource === undefined || (resource !== "settings" && values.help === true)) {
    if (values.help !== true) {
      throw new UsageError("say what to do: settings get, create, update or delete");
    }
    world.print(HELP);
    return;
  }
  if (resource !== "settings") {
    throw new UsageError("there is no such command: use settings, or symbolicate");
  }
  if (values.help === true) {
    world.print(SETTINGS_HELP);
    return;
  }
  if (!isAction(action) || others.length > 0) {
    throw new UsageError("say one of: settings get, settings create, settings update, settings delete");
  }
  const given = await settings(values, world);
  if ((action === "get" || action === "delete") && Object.keys(given).length > 0) {
    throw new UsageError(`settings ${action} takes no settings: leave ${Object.keys(given).map(option).join(", ")} out`);
  }
  if (action === "update" && Object.keys(given).length === 0) {
    throw new UsageError("settings update needs what to change, such as --is-ready true");
  }
  const client = await connect(values, world);
  const answer = await ACTIONS[action](client, given as CallingSettings);
  world.print(values.json === true ? JSON.stringify(answer ?? null, undefined, 2) : lines(answer));
}

/** A text that is given, or piped in, with the functions' names. */
async function named(given: string, world: World): Promise<string> {
  const text = given === "" ? await world.readInput() : given;
  if (text === undefined || text.trim() === "") {
    throw new UsageError("symbolicate wants a stack or a diagnostic's detail: quote it behind the command, or pipe it in");
  }
  try {
    return symbolicate(text.trimEnd(), await world.symbols());
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}

const ACTIONS = {
  get: (client: SettingsClient) => client.read(),
  create: (client: SettingsClient, given: CallingSettings) => client.create(given),
  update: (client: SettingsClient, given: Partial<CallingSettings>) => client.update(given),
  delete: async (client: SettingsClient): Promise<undefined> => {
    await client.delete();
  },
};

function isAction(text: string | undefined): text is keyof typeof ACTIONS {
  return text !== undefined && Object.keys(ACTIONS).includes(text);
}

/** The settings on the command line, over those of a file. What is wrong with them is the client's to say. */
async function settings(values: Values, world: World): Promise<Record<string, unknown>> {
  const given = values.file === undefined ? {} : await fromFile(values.file, world);
  for (const [field, read] of Object.entries(FIELDS)) {
    const text = values[kebabCase(field) as keyof Values];
    if (typeof text === "string") {
      given[field] = read(text);
    }
  }
  return given;
}

async function fromFile(path: string, world: World): Promise<Record<string, unknown>> {
  let text;
  try {
    text = await world.readFile(path);
  } catch {
    throw new UsageError(`--file ${path} cannot be read: name a file of JSON`);
  }
  let value: unknown;
  try {
    // Editors on Windows begin a file with a byte order mark.
    value = JSON.parse(text.replace(/^\uFEFF/, ""));
  } catch {
    throw new UsageError(`--file ${path} holds no JSON`);
  }
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    throw new UsageError(`--file ${path} holds no object: write one like {"name":"Phone","url":"https://phone.example/"}`);
  }
  const fields = value as Record<string, unknown>;
  const unknown = Object.keys(fields).filter((field) => !Object.keys(FIELDS).includes(field));
  if (unknown.length > 0) {
    throw new UsageError(`--file ${path} has what is no setting: ${unknown.join(", ")}`);
  }
  return { ...fields };
}

/** Each setting, and how its text is read; a text that cannot be read goes on as it is. */
const FIELDS: Readonly<Record<keyof CallingSettings, (text: string) => unknown>> = {
  name: (text) => text,
  url: (text) => text,
  width: number,
  height: number,
  isReady: flag,
  supportsCustomObjects: flag,
  supportsInboundCalling: flag,
  usesCallingWindow: flag,
  usesRemote: flag,
};

function number(text: string): unknown {
  return /^-?\d+(\.\d+)?$/.test(text) ? Number(text) : text;
}

function flag(text: string): unknown {
  return text === "true" ? true : text === "false" ? false : text;
}

async function connect(values: Values, world: World): Promise<SettingsClient> {
  const baseUrl = values["base-url"] ?? variable("CALLING_BASE_URL", world);
  if (baseUrl === undefined) {
    throw new UsageError("the service's address is missing: add --base-url, or set CALLING_BASE_URL");
  }
  const appId = values["app-id"] ?? variable("CALLING_APP_ID", world);
  if (appId === undefined) {
    throw new UsageError("the app is missing: add --app-id, or set CALLING_APP_ID");
  }
  const timeoutMs = values["timeout-ms"] === undefined ? undefined : Number(values["timeout-ms"]);
  return new SettingsClient({ baseUrl, appId: number(appId) as number, timeoutMs, ...(await access(values, world)) });
}

/** A variable; an empty one is none. */
function variable(name: string, { env }: World): string | undefined {
  const text = env[name];
  return text === "" ? undefined : text;
}

async function access(values: Values, world: World): Promise<Access> {
  if (values["key-stdin"] === true) {
    return { key: await keyFromInput(world) };
  }
  const key = variable("CALLING_DEVELOPER_KEY", world);
  const accessToken = variable("CALLING_ACCESS_TOKEN", world);
  if (key !== undefined && accessToken !== undefined) {
    throw new UsageError("CALLING_DEVELOPER_KEY and CALLING_ACCESS_TOKEN are both set: unset one of them");
  }
  if (key !== undefined) {
    return { key };
  }
  if (accessToken !== undefined) {
    return { accessToken };
  }
  throw new UsageError("the developer key is missing: set CALLING_DEVELOPER_KEY, or pipe it in with --key-stdin");
}

async function keyFromInput(world: World): Promise<string> {
  const text = (await world.readInput())?.replace(/^\uFEFF/, "").trim();
  if (text === undefined || text === "") {
    throw new UsageError("--key-stdin wants the developer key on standard input: pipe it in");
  }
  return text;
}

type Values = Partial<ReturnType<typeof parse>["values"]>;

/**
 * Reads the arguments. What is wrong is told without its value: people paste keys.
 */
function parse(args: readonly string[]) {
  let parsed;
  try {
    parsed = util.parseArgs({ args: [...args], options: OPTIONS, allowPositionals: true });
  } catch (error) {
    const name = /'(-[\w-]*)/.exec(error instanceof Error ? error.message : "")?.[1];
    throw new UsageError(name === undefined ? "the arguments cannot be read" : `${name} is no option, or lacks its value`);
  }
  if (parsed.values.key !== undefined) {
    throw new UsageError(
      "--key is not taken: others see a command's arguments in the list of processes, and the shell keeps them. " +
        "Set CALLING_DEVELOPER_KEY, or pipe the key in with --key-stdin; and replace the key that was shown",
    );
  }
  return parsed;
}

const OPTIONS = {
  "app-id": { type: "string" },
  "base-url": { type: "string" },
  file: { type: "string" },
  height: { type: "string" },
  help: { type: "boolean", short: "h" },
  "is-ready": { type: "string" },
  json: { type: "boolean" },
  key: { type: "string" },
  "key-stdin": { type: "boolean" },
  name: { type: "string" },
  "supports-custom-objects": { type: "string" },
  "supports-inbound-calling": { type: "string" },
  "timeout-ms": { type: "string" },
  url: { type: "string" },
  "uses-calling-window": { type: "string" },
  "uses-remote": { type: "string" },
  version: { type: "boolean" },
  width: { type: "string" },
} as const;

/** One line for each setting. */
function lines(answer: StoredSettings | undefined): string {
  if (answer === undefined) {
    return "the settings are removed";
  }
  const width = Math.max(...Object.keys(answer).map((name) => name.length));
  return Object.entries(answer)
    .map(([name, value]) => `${name.padEnd(width)}  ${String(value)}`)
    .join("\n");
}

function tell(error: unknown, { args, isJson }: { args: readonly string[]; isJson: boolean }, world: World): number {
  const { exit, fields } = failure(error);
  if (isJson) {
    world.printError(JSON.stringify({ error: fields }, undefined, 2));
    return exit;
  }
  const problems = fields.problems ?? [];
  world.printError(
    problems.length === 0
      ? `error ${fields.code}: ${fields.message}`
      : [`error ${fields.code}: nothing was sent`, ...problems.map((problem) => `  ${problem.code}: ${asTyped(problem, args)}`)].join("\n"),
  );
  const advice = ADVICE.find(([code, status, action]) => code === fields.code && status === fields.status && (action === undefined || args.includes(action)));
  if (advice !== undefined) {
    world.printError(advice[3]);
  }
  return exit;
}

/** What to do next: by the code, the status and the action. */
const ADVICE: readonly (readonly [code: string, status: number | undefined, action: string | undefined, text: string])[] = [
  ["REFUSED", 401, undefined, "Is it the key of the developer account that owns the app, or a token of that app?"],
  ["REFUSED", 404, "get", "To register settings: npx calling-widget-sdk settings create --name TEXT --url URL"],
  ["REFUSED", 404, "update", "To register settings: npx calling-widget-sdk settings create --name TEXT --url URL"],
  ["REFUSED", 409, "create", "To change them: npx calling-widget-sdk settings update"],
  ["UNREACHABLE", undefined, undefined, "Is the address right, and does the service run there?"],
  ["USAGE", undefined, "symbolicate", "See: npx calling-widget-sdk symbolicate --help"],
  ["USAGE", undefined, undefined, "See: npx calling-widget-sdk settings --help"],
];

/** A problem as the command line spells its field, when it came from there. */
function asTyped({ field, message }: RequestProblem, args: readonly string[]): string {
  const typed = field === undefined ? "" : option(field);
  const isTyped = args.some((arg) => arg === typed || arg.startsWith(`${typed}=`));
  return isTyped && field !== undefined && message.startsWith(`${field} `) ? typed + message.slice(field.length) : message;
}

type Told = Pick<RestError, "message"> & { code: string } & Partial<Pick<RestError, "status" | "category" | "correlationId" | "problems">>;

function failure(error: unknown): { exit: number; fields: Told } {
  if (error instanceof UsageError) {
    return { exit: EXIT.usage, fields: { code: "USAGE", message: error.message } };
  }
  if (error instanceof RestError) {
    const { code, message, status, category, correlationId, problems } = error;
    return { exit: EXITS[code], fields: { code, message, status, category, correlationId, problems } };
  }
  // An option that the client does not take; its text names it.
  if (error instanceof Error && error.name === "CallingError") {
    const message = error.message.replace(/^baseUrl /, "the service's address ").replace(/^timeoutMs /, "--timeout-ms ");
    return { exit: EXIT.usage, fields: { code: "USAGE", message } };
  }
  return { exit: EXIT.refused, fields: { code: "INTERNAL", message: "the command has a fault: please report what you did" } };
}

/** The command line is not as it should be. */
class UsageError extends Error {}

/** The exit codes. */
const EXIT = { done: 0, refused: 1, usage: 2, unreachable: 3 } as const;

const EXITS: Readonly<Record<RestError["code"], number>> = {
  ABORTED: EXIT.unreachable,
  INVALID_REQUEST: EXIT.usage,
  MALFORMED: EXIT.refused,
  REFUSED: EXIT.refused,
  TIMED_OUT: EXIT.unreachable,
  UNREACHABLE: EXIT.unreachable,
};

/** The option of a setting: `--is-ready` of `isReady`. */
function option(field: string): string {
  return `--${kebabCase(field)}`;
}

function kebabCase(field: string): string {
  return field.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}
