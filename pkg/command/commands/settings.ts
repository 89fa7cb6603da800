import type { CallingSettings, SettingsClient } from "calling-widget-sdk/rest";

import { SERVICE_ADVICE, SERVICE_HELP, SERVICE_OPTIONS, address, appId, keyOrToken } from "../access.js";
import { command, type Answer, type Options, type Values } from "../definition.js";
import { OUTPUT_HELP, UsageError } from "../failure.js";
import { nearest } from "../../src/shared/nearest.js";
import { flag, kebabCase, number, option } from "../fields.js";
import { objectOfFile } from "../input.js";
import { fieldLines } from "../output.js";
import type { World } from "../world.js";

const HELP = `Usage: npx calling-widget-sdk settings get|create|update|delete [options]

  get       prints the app's settings
  create    registers them; --name and --url are needed
  update    changes the given settings only
  delete    removes them

${SERVICE_HELP}

The settings
  --name TEXT                            the app's name, as users see it
  --url URL                              its address; https, on loopback also http
  --width PX, --height PX                the frame's size
  --is-ready true|false                  whether it is in production
  --supports-custom-objects true|false   calls from custom objects
  --supports-inbound-calling true|false  incoming calls; none without it
  --uses-calling-window true|false       calls run in the separate window
  --uses-remote true|false               a frame in the navigation bar
  --file FILE                            reads them from a file of JSON;
                                         the options above override it

${OUTPUT_HELP}

Examples
  In a POSIX shell, with the local emulator:
    export CALLING_BASE_URL=http://localhost:8140 CALLING_APP_ID=123
    export CALLING_DEVELOPER_KEY=emulator-developer-key-123
    npx calling-widget-sdk settings create --name Phone --url https://phone.example/ --is-ready false
    npx calling-widget-sdk settings get --json

  In PowerShell:
    $env:CALLING_BASE_URL = "http://localhost:8140"
    Get-Content key.txt | npx calling-widget-sdk settings get --app-id 123 --key-stdin

  From test to production:
    npx calling-widget-sdk settings update --is-ready true

  From a file such as {"name":"Phone","url":"https://phone.example/"}:
    npx calling-widget-sdk settings create --file settings.json`;

const OPTIONS = {
  ...SERVICE_OPTIONS,
  file: { type: "string" },
  height: { type: "string" },
  "is-ready": { type: "string" },
  name: { type: "string" },
  "supports-custom-objects": { type: "string" },
  "supports-inbound-calling": { type: "string" },
  url: { type: "string" },
  "uses-calling-window": { type: "string" },
  "uses-remote": { type: "string" },
  width: { type: "string" },
} as const satisfies Options;

type Given = Values<typeof OPTIONS>;

const TO_REGISTER = "To register settings: npx calling-widget-sdk settings create --name TEXT --url URL";

/** Reads and writes the calling settings of an app. */
export const settings = command({
  name: "settings",
  usage: "settings get|create|update|delete",
  summary: "reads and writes the calling settings of an app",
  help: HELP,
  options: OPTIONS,
  advice: [
    { code: "REFUSED", status: 404, word: "get", text: TO_REGISTER },
    { code: "REFUSED", status: 404, word: "update", text: TO_REGISTER },
    { code: "REFUSED", status: 409, word: "create", text: "To change them: npx calling-widget-sdk settings update" },
    ...SERVICE_ADVICE,
  ],
  run: async ({ values, positionals }, world): Promise<Answer> => {
    const [name = "", ...rest] = positionals;
    const call = VERBS.get(name);
    if (call === undefined || rest.length > 0) {
      throw oneOf(call === undefined ? name : "");
    }
    const settings = await settingsOf(values, world);
    if ((name === "get" || name === "delete") && Object.keys(settings).length > 0) {
      throw new UsageError(`settings ${name} takes no settings: leave ${Object.keys(settings).map(option).join(", ")} out`);
    }
    if (name === "update" && Object.keys(settings).length === 0) {
      throw new UsageError("settings update needs what to change, such as --is-ready true");
    }
    const answer = await call(await connect(values, world), settings);
    return answer === undefined ? { text: "the settings are removed", json: null } : { text: fieldLines({ ...answer }), json: answer };
  },
});

type Call = (client: SettingsClient, settings: Partial<CallingSettings>) => Promise<object | undefined>;

const VERBS: ReadonlyMap<string, Call> = new Map<string, Call>([
  ["get", (client) => client.read()],
  ["create", (client, settings) => client.create(settings as CallingSettings)],
  ["update", (client, settings) => client.update(settings)],
  ["delete", async (client) => {
    await client.delete();
    return undefined;
  }],
]);

function oneOf(typed: string): UsageError {
  const names = [...VERBS.keys()];
  const meant = typed === "" ? undefined : nearest(typed, names);
  const words = meant === undefined ? `say one of: ${names.map((name) => `settings ${name}`).join(", ")}` : `there is no settings ${typed}: did you mean settings ${meant}?`;
  return new UsageError(words);
}

async function connect(values: Given, world: World): Promise<SettingsClient> {
  const options = { ...address(values, world), appId: appId(values, world), ...(await keyOrToken(values, world)) };
  const { SettingsClient } = await import("calling-widget-sdk/rest");
  return new SettingsClient(options);
}

/** The settings on the command line, over those of a file. The client validates them. */
async function settingsOf(values: Given, world: World): Promise<Record<string, unknown>> {
  const settings = values.file === undefined ? {} : await settingsOfFile(values.file, world);
  for (const [field, read] of Object.entries(FIELDS)) {
    const text = values[kebabCase(field) as keyof Given];
    if (typeof text === "string") {
      settings[field] = read(text);
    }
  }
  return settings;
}

async function settingsOfFile(path: string, world: World): Promise<Record<string, unknown>> {
  const fields = await objectOfFile(path, '{"name":"Phone","url":"https://phone.example/"}', world);
  const unknown = Object.keys(fields).filter((field) => !Object.keys(FIELDS).includes(field));
  if (unknown.length > 0) {
    throw new UsageError(`--file ${path} has what is no setting: ${unknown.join(", ")}`);
  }
  return fields;
}

/** Each setting, with the parser of its text. */
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
