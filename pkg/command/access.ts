// How a command reaches the service: its address, the app, and a key or a token.
import type { Access } from "calling-widget-sdk/rest";

import type { Options, Values } from "./definition.js";
import { UsageError, type Advice } from "./failure.js";
import { number } from "./fields.js";
import { variable, type World } from "./world.js";

/** Options of every command that asks the service. */
export const SERVICE_OPTIONS = {
  "app-id": { type: "string" },
  "base-url": { type: "string" },
  "key-stdin": { type: "boolean" },
  "timeout-ms": { type: "string" },
} as const satisfies Options;

/** The part of a command's help about {@link SERVICE_OPTIONS}. */
export const SERVICE_HELP = `The service
  --base-url URL    its address; or the variable CALLING_BASE_URL
  --app-id N        the app; or the variable CALLING_APP_ID
  --key-stdin       reads the developer key from standard input
                    instead of the variable CALLING_DEVELOPER_KEY; an access
                    token of the app in CALLING_ACCESS_TOKEN replaces the key
  --timeout-ms N    how long one attempt may take; 60000 by default

There is no option for the key itself: other users of the machine see the
arguments in the list of processes, and the shell keeps them in its history.`;

/** What to do next where the service does not accept the key, or cannot be reached. */
export const SERVICE_ADVICE: readonly Advice[] = [
  { code: "REFUSED", status: 401, text: "Is it the key of the developer account that owns the app, or a token of that app?" },
  { code: "UNREACHABLE", text: "Is the address right, and does the service run there?" },
];

type ServiceValues = Partial<Pick<Values<typeof SERVICE_OPTIONS>, keyof typeof SERVICE_OPTIONS>>;

/** The options of a client that say where the service is. */
export function address(values: ServiceValues, world: World): { baseUrl: string; timeoutMs: number | undefined } {
  const baseUrl = values["base-url"] ?? variable("CALLING_BASE_URL", world);
  if (baseUrl === undefined) {
    throw new UsageError("the service's address is missing: add --base-url, or set CALLING_BASE_URL");
  }
  return { baseUrl, timeoutMs: values["timeout-ms"] === undefined ? undefined : Number(values["timeout-ms"]) };
}

/** The app. */
export function appId(values: ServiceValues, world: World): number {
  const text = values["app-id"] ?? variable("CALLING_APP_ID", world);
  if (text === undefined) {
    throw new UsageError("the app is missing: add --app-id, or set CALLING_APP_ID");
  }
  // The client refuses what is no number, with its reason.
  return number(text) as number;
}

/** The developer key, or an access token in its place. */
export async function keyOrToken(values: ServiceValues, world: World): Promise<Access> {
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
