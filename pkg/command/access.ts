// A command's access to the service: its address, the app, and a key or a token.
import type { Access } from "calling-widget-sdk/rest";

import type { Options, Values } from "./definition.js";
import { UsageError, type Advice } from "./failure.js";
import { number } from "./fields.js";
import { variable, type World } from "./world.js";

/** Options of a command about one app, by its key or a token of it. */
export const SERVICE_OPTIONS = {
  "app-id": { type: "string" },
  "base-url": { type: "string" },
  "key-stdin": { type: "boolean" },
  "timeout-ms": { type: "string" },
  "token-stdin": { type: "boolean" },
} as const satisfies Options;

/** The part of a command's help about {@link SERVICE_OPTIONS}. */
export const SERVICE_HELP = `The service
  --base-url URL    its address; or the variable CALLING_BASE_URL
  --app-id N        the app; or the variable CALLING_APP_ID
  --key-stdin       reads the developer key from standard input
                    instead of the variable CALLING_DEVELOPER_KEY
  --token-stdin     reads an access token of the app from there instead of the
                    variable CALLING_ACCESS_TOKEN; a token replaces the key
  --timeout-ms N    how long one attempt may take; 60000 by default

There is no option for key and token themselves: other users of the machine see
the arguments in the list of processes, and the shell keeps them in its history.`;

/** Advice where the service cannot be reached, or accepts no key or token. */
export const SERVICE_ADVICE: readonly Advice[] = [
  { code: "REFUSED", status: 401, text: "Is it the key of the developer account that owns the app, or a token of that app?" },
  { code: "UNREACHABLE", text: "Is the address right, and does the service run there?" },
];

type ServiceValues = Partial<Pick<Values<typeof SERVICE_OPTIONS>, keyof typeof SERVICE_OPTIONS>>;

/** A client's options for the service's address. */
export function address(values: ServiceValues, world: World): { baseUrl: string; timeoutMs: number | undefined } {
  const baseUrl = values["base-url"] ?? variable("CALLING_BASE_URL", world);
  if (baseUrl === undefined) {
    throw new UsageError("the service's address is missing: add --base-url, or set CALLING_BASE_URL");
  }
  return { baseUrl, timeoutMs: timeoutMs(values) };
}

/** The milliseconds of `--timeout-ms`. */
export function timeoutMs({ "timeout-ms": text }: Pick<ServiceValues, "timeout-ms">): number | undefined {
  if (text !== undefined && !/^[1-9]\d{0,8}$/.test(text)) {
    throw new UsageError(`--timeout-ms ${text} is no number of milliseconds: give a whole one above 0`);
  }
  return text === undefined ? undefined : Number(text);
}

/** The app. */
export function appId(values: ServiceValues, world: World): number {
  const text = values["app-id"] ?? variable("CALLING_APP_ID", world);
  if (text === undefined) {
    throw new UsageError("the app is missing: add --app-id, or set CALLING_APP_ID");
  }
  // The client refuses a text that is no number, with its reason.
  return number(text) as number;
}

/** An access token, which replaces the developer key unless that is piped in. */
export async function keyOrToken(values: ServiceValues, world: World): Promise<Access> {
  const [isKey, isToken] = [values["key-stdin"] === true, values["token-stdin"] === true];
  if (isKey && isToken) {
    throw new UsageError("--key-stdin and --token-stdin both read standard input: give one of them");
  }
  if (isToken || (!isKey && variable("CALLING_ACCESS_TOKEN", world) !== undefined)) {
    return { accessToken: await secret("access token", "--token-stdin", isToken, "CALLING_ACCESS_TOKEN", world) };
  }
  return { key: await secret("developer key", "--key-stdin", isKey, "CALLING_DEVELOPER_KEY", world) };
}

/** A secret, which is piped in or in a variable. */
async function secret(what: string, option: string, isPiped: boolean, name: string, world: World): Promise<string> {
  const text = isPiped ? (await world.readInput())?.replace(/^\uFEFF/, "").trim() : variable(name, world);
  if (text === undefined || text === "") {
    throw new UsageError(isPiped ? `${option} wants the ${what} on standard input: pipe it in` : `the ${what} is missing: set ${name}, or pipe it in with ${option}`);
  }
  return text;
}
