import type { EventType, NewEventProperty, NewEventType, TimelineClient, TimelineEvent } from "calling-widget-sdk/rest";

import {
  ADDRESS_HELP,
  ADDRESS_OPTIONS,
  APP_OPTIONS,
  KEY_OPTIONS,
  SECRETS_HELP,
  SERVICE_ADVICE,
  TOKEN_HELP,
  TOKEN_OPTIONS,
  accessToken,
  address,
  appId,
  developerKey,
} from "../access.js";
import { command, type Answer, type Options, type Values } from "../definition.js";
import { OUTPUT_HELP, Unable, UsageError } from "../failure.js";
import { number } from "../fields.js";
import { objectOfFile, pairs } from "../input.js";
import { fieldLines, table } from "../output.js";
import { byVerb } from "../verbs.js";
import { variable, type World } from "../world.js";

const HELP = `Usage: npx calling-widget-sdk timeline VERB [options]

  types list                prints the app's event types
  types create              makes an event type
  types delete TYPE         deletes an event type, with its events
  properties list TYPE      prints the properties of an event type
  properties create TYPE    makes a property
  event send                puts an event on a timeline, in the place of the
                            one of its type and identifier
  event get TYPE ID         prints an event
  event render TYPE ID      prints what a page shows of it, as safe HTML; only
                            the emulator can

TYPE is the identifier of an event type.

The service
${ADDRESS_HELP}
  --app-id N        the app; or the variable CALLING_APP_ID
  --user-id N       the developer, for types and properties; or the variable
                    CALLING_USER_ID. The service asks for it in most requests.
  --key-stdin       for types and properties: reads the developer key from
                    standard input instead of CALLING_DEVELOPER_KEY
${TOKEN_HELP},
                    for events; it needs the scope timeline
${SECRETS_HELP}

For types create and properties create
  --name TEXT             its name; of a property, that in events and templates
  --object-type TYPE      of a type: CONTACT (the default), COMPANY or DEAL
  --header-template TEXT  of a type: an event's title
  --detail-template TEXT  of a type: what an opened event shows
  --label TEXT            of a property: its name for people
  --property-type TYPE    of a property: String (the default), Numeric, Date or
                          Enumeration
  --option VALUE=LABEL    of an enumeration; again for each
  --object-property NAME  of a property: the record's property that gets its
                          values too
  --file FILE             reads it from a file of JSON, as the service has it;
                          the options above override it

For event send
  --event-type-id TYPE --id ID          its type, and its identifier of yours
  --email, --object-id, --utk TEXT      the record; one of the three at least
  --set NAME=VALUE                      the value of a property; again for each
  --extra-data JSON                     an object for the templates
  --timestamp MS                        when it happened; now by default
  --file FILE                           reads it from a file of JSON;
                                        the options above override it

${OUTPUT_HELP}

Examples
  In a POSIX shell, with the local emulator, which gives its host page a token:
    export CALLING_BASE_URL=http://localhost:8140 CALLING_APP_ID=123 CALLING_USER_ID=9
    export CALLING_DEVELOPER_KEY=emulator-developer-key-123
    export CALLING_ACCESS_TOKEN=$(curl -s -X POST -H 'x-emulator-control: 1' \\
      $CALLING_BASE_URL/emulator/host-page | sed 's/.*"accessToken":"\\([^"]*\\)".*/\\1/')
    npx calling-widget-sdk timeline types list
    type=$(npx calling-widget-sdk timeline types create --name Visit \\
      --header-template "Visited **{{place}}**" --print id)
    npx calling-widget-sdk timeline properties create $type --name place --label Place
    npx calling-widget-sdk timeline event send --event-type-id $type --id visit-1 \\
      --email maria.okafor@example.com --set place="Pier 9"
    npx calling-widget-sdk timeline event get $type visit-1
    npx calling-widget-sdk timeline event render $type visit-1

  In PowerShell:
    Get-Content key.txt | npx calling-widget-sdk timeline types list --key-stdin`;

const OPTIONS = {
  ...ADDRESS_OPTIONS,
  ...APP_OPTIONS,
  ...KEY_OPTIONS,
  ...TOKEN_OPTIONS,
  "detail-template": { type: "string" },
  email: { type: "string" },
  "event-type-id": { type: "string" },
  "extra-data": { type: "string" },
  file: { type: "string" },
  "header-template": { type: "string" },
  id: { type: "string" },
  label: { type: "string" },
  name: { type: "string" },
  "object-id": { type: "string" },
  "object-property": { type: "string" },
  "object-type": { type: "string" },
  option: { type: "string", multiple: true },
  "property-type": { type: "string" },
  set: { type: "string", multiple: true },
  timestamp: { type: "string" },
  "user-id": { type: "string" },
  utk: { type: "string" },
} as const satisfies Options;

type Given = Values<typeof OPTIONS>;

const BY_KEY = ["app-id", "key-stdin", "user-id"] as const;
const BY_TOKEN = ["app-id", "token-stdin"] as const;

/** Event types, their properties, and events on timelines. */
export const timeline = command({
  name: "timeline",
  usage: "timeline types|properties|event VERB",
  summary: "defines and sends timeline events",
  help: HELP,
  options: OPTIONS,
  advice: [
    { code: "REFUSED", status: 403, text: "The service opens timeline events only to apps that have some of v1 or v3 already, and to tokens with the scope timeline" },
    { code: "REFUSED", status: 404, word: "event", text: "To see the event types: npx calling-widget-sdk timeline types list" },
    ...SERVICE_ADVICE,
  ],
  personal: ["email", "utk"],
  run: byVerb<typeof OPTIONS>("timeline", {
    "types list": {
      options: BY_KEY,
      run: async ({ values }, world) => {
        const types = await (await byKey(values, world)).listEventTypes();
        const rows = types.map(({ id, objectType, name, headerTemplate }: EventType) => [id, objectType, name, headerTemplate]);
        return { text: table(["ID", "ON", "NAME", "TITLE"], rows, "the app has no event types"), json: types };
      },
    },
    "types create": {
      options: [...BY_KEY, "detail-template", "file", "header-template", "name", "object-type"],
      run: async ({ values }, world) => {
        const type = await fieldsOf(values, { name: "name", objectType: "object-type", headerTemplate: "header-template", detailTemplate: "detail-template" }, world);
        const client = await byKey(values, world);
        // The client refuses what is missing or of another kind, with its reason.
        return answerOf(await client.createEventType(type as NewEventType));
      },
    },
    "types delete": {
      takes: ["TYPE"],
      options: BY_KEY,
      run: async ({ values, positionals: [type = ""] }, world) => {
        await (await byKey(values, world)).deleteEventType(number(type) as number);
        return { text: "the event type is deleted", json: null };
      },
    },
    "properties list": {
      takes: ["TYPE"],
      options: BY_KEY,
      run: async ({ values, positionals: [type = ""] }, world) => {
        const properties = await (await byKey(values, world)).listProperties(number(type) as number);
        const rows = properties.map(({ id, propertyType, name, label, options }) => [id, propertyType, name, label, options?.map(({ value }) => value).join(" ")]);
        return { text: table(["ID", "KIND", "NAME", "LABEL", "OPTIONS"], rows, "the event type has no properties"), json: properties };
      },
    },
    "properties create": {
      takes: ["TYPE"],
      options: [...BY_KEY, "file", "label", "name", "object-property", "option", "property-type"],
      run: async ({ values, positionals: [type = ""] }, world) => {
        const property = await fieldsOf(values, { name: "name", label: "label", propertyType: "property-type", objectProperty: "object-property" }, world);
        const options = Object.entries(pairs(values.option ?? [], "--option")).map(([value, label]) => ({ value, label }));
        const client = await byKey(values, world);
        const all: object = { propertyType: "String", ...property, ...(options.length > 0 && { options }) };
        return answerOf(await client.createProperty(number(type) as number, all as NewEventProperty));
      },
    },
    "event send": {
      options: [...BY_TOKEN, "email", "event-type-id", "extra-data", "file", "id", "object-id", "set", "timestamp", "utk"],
      run: async ({ values }, world) => {
        const event = await newEvent(values, world);
        const client = await byToken(values, world);
        const { id, eventTypeId } = event;
        const answer = await client.putEvent(event);
        return { text: `the event ${id} of the type ${String(eventTypeId)} is on its timeline`, json: answer ?? { id, eventTypeId } };
      },
    },
    "event get": {
      takes: ["TYPE", "ID"],
      options: BY_TOKEN,
      run: async ({ values, positionals: [type = "", id = ""] }, world) => answerOf(await (await byToken(values, world)).readEvent(number(type) as number, id)),
    },
    "event render": {
      takes: ["TYPE", "ID"],
      options: BY_TOKEN,
      run: ({ values, positionals: [type = "", id = ""] }, world) => render(values, { type, id }, world),
    },
  }),
});

async function byKey(values: Given, world: World): Promise<TimelineClient> {
  const user = values["user-id"] ?? variable("CALLING_USER_ID", world);
  const userId = user === undefined ? undefined : (number(user) as number);
  const options = { ...address(values, world), appId: appId(values, world), key: await developerKey(values, world), userId };
  const { TimelineClient } = await import("calling-widget-sdk/rest");
  return new TimelineClient(options);
}

async function byToken(values: Given, world: World, token?: string): Promise<TimelineClient> {
  const options = { ...address(values, world), appId: appId(values, world), accessToken: token ?? (await accessToken(values, world)) };
  const { TimelineClient } = await import("calling-widget-sdk/rest");
  return new TimelineClient(options);
}

/** The fields that these options give, over those of a file. */
async function fieldsOf(values: Given, fields: Readonly<Record<string, keyof typeof OPTIONS>>, world: World): Promise<Record<string, unknown>> {
  const file = values.file === undefined ? {} : await objectOfFile(values.file, '{"name":"Visit"}', world);
  const texts = Object.entries(fields).flatMap(([field, name]) => (values[name] === undefined ? [] : [[field, values[name]]]));
  return { ...file, ...(Object.fromEntries(texts) as Record<string, unknown>) };
}

async function newEvent(values: Given, world: World): Promise<TimelineEvent> {
  const texts = await fieldsOf(values, { id: "id", eventTypeId: "event-type-id", email: "email", utk: "utk" }, world);
  const extra = values["extra-data"];
  const event = {
    ...texts,
    ...(values["object-id"] !== undefined && { objectId: number(values["object-id"]) }),
    ...(values.timestamp !== undefined && { timestamp: number(values.timestamp) }),
    ...(extra !== undefined && { extraData: objectOfText(extra) }),
    ...pairs(values.set ?? [], "--set"),
  };
  return event as unknown as TimelineEvent;
}

function objectOfText(text: string): object {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    value = undefined;
  }
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    throw new UsageError('--extra-data is no object of JSON: write one like {"comment":"Thank you!"}');
  }
  return value;
}

/** What the emulator shows of an event: a request of its own, which the service does not have. */
async function render(values: Given, { type, id }: { type: string; id: string }, world: World): Promise<Answer> {
  const { baseUrl } = address(values, world);
  const token = await accessToken(values, world);
  const event = await (await byToken(values, world, token)).readEvent(number(type) as number, id);
  const path = ["emulator", "timeline", String(appId(values, world)), String(event.eventTypeId), event.id].map(encodeURIComponent).join("/");
  const answer = await fetch(`${baseUrl.replace(/\/$/, "")}/${path}`, { headers: { authorization: `Bearer ${token}` }, redirect: "error" });
  if (!answer.ok) {
    throw new Unable("NO_EMULATOR", "the service does not render events: only the emulator does");
  }
  return answerOf((await answer.json()) as object);
}

function answerOf(answer: object): Answer {
  return { text: fieldLines({ ...answer }), json: answer };
}
