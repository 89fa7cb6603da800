import type { CardMigration, CardMigrationProgress } from "calling-widget-sdk/rest";

import { ADDRESS_HELP, ADDRESS_OPTIONS, APP_OPTIONS, SECRETS_HELP, TOKEN_ADVICE, TOKEN_HELP, TOKEN_OPTIONS, accessToken, address, appId } from "../access.js";
import { command, type Answer, type Call, type Options } from "../definition.js";
import { OUTPUT_HELP, Unable, UsageError } from "../failure.js";
import { number } from "../fields.js";
import { fieldLines } from "../output.js";
import { byVerb } from "../verbs.js";
import type { World } from "../world.js";

const HELP = `Usage: npx calling-widget-sdk card migrate|status [options]

  migrate    puts an app card in the place of a legacy CRM card, and reports
             the progress until every account has it
  status     prints how far that is; also whether it is done

The service has one request for both: status starts a migration that has not
been started. Give it the options that migrate had.

The service
${ADDRESS_HELP}
  --app-id N        the app; or the variable CALLING_APP_ID
${TOKEN_HELP};
                    it needs the scope developers-write
${SECRETS_HELP}

The cards
  --legacy-crm-card-id N           the legacy CRM card that is replaced
  --app-card-id N                  the app card that replaces it
  --helpdesk-app-card-id N         the app card of help-desk views; needed when
                                   the legacy card supports tickets
  --allow-duplicate-app-card-ids   several legacy cards may lead to one app
                                   card, which merges them

Waiting, for migrate
  --no-wait          returns once the migration is started
  --interval-ms N    how often it asks; 10000 by default
  --wait-ms N        the longest wait, after which the exit code is 1 and the
                     migration goes on; without it, until it is done

The progress is on standard error: one line on a terminal, otherwise a line
for each step, and none with --json.

${OUTPUT_HELP}

Examples
  In a POSIX shell, with the local emulator, where an account a minute gets the
  card, and a token of app 123 with developers-write (oauth --help):
    export CALLING_BASE_URL=http://localhost:8140 CALLING_APP_ID=123
    npx calling-widget-sdk card migrate --legacy-crm-card-id 1001 --app-card-id 5001 --no-wait
    npx calling-widget-sdk card status --legacy-crm-card-id 1001 --app-card-id 5001 --json`;

const OPTIONS = {
  ...ADDRESS_OPTIONS,
  ...APP_OPTIONS,
  ...TOKEN_OPTIONS,
  "allow-duplicate-app-card-ids": { type: "boolean" },
  "app-card-id": { type: "string" },
  "helpdesk-app-card-id": { type: "string" },
  "interval-ms": { type: "string" },
  "legacy-crm-card-id": { type: "string" },
  "no-wait": { type: "boolean" },
  "wait-ms": { type: "string" },
} as const satisfies Options;

const CARDS = ["app-id", "token-stdin", "allow-duplicate-app-card-ids", "app-card-id", "helpdesk-app-card-id", "legacy-crm-card-id"] as const;

/** Migrates a legacy CRM card. */
export const card = command({
  name: "card",
  usage: "card migrate|status",
  summary: "replaces a legacy CRM card by an app card",
  help: HELP,
  options: OPTIONS,
  advice: TOKEN_ADVICE,
  run: byVerb<typeof OPTIONS>("card", {
    migrate: {
      options: [...CARDS, "interval-ms", "no-wait", "wait-ms"],
      run: async (call, world) => {
        const intervalMs = milliseconds(call.values["interval-ms"], "--interval-ms") ?? 10_000;
        const waitMs = milliseconds(call.values["wait-ms"], "--wait-ms") ?? Infinity;
        const ask = await asking(call, world);
        const started = Date.now();
        let progress = await ask();
        while (call.values["no-wait"] !== true && !isDone(progress)) {
          if (Date.now() - started + intervalMs > waitMs) {
            throw new Unable("NOT_DONE", `${left(progress)} after --wait-ms: the migration goes on, and card status says how far it is`);
          }
          call.say(left(progress));
          await new Promise((resolve) => setTimeout(resolve, intervalMs));
          progress = await ask();
        }
        return answerOf(progress);
      },
    },
    status: {
      options: CARDS,
      run: async (call, world) => answerOf(await (await asking(call, world))()),
    },
  }),
});

/** What asks the service for the migration that the options name. */
async function asking({ values }: Call<typeof OPTIONS>, world: World): Promise<() => Promise<CardMigrationProgress>> {
  const { "legacy-crm-card-id": legacy, "app-card-id": app, "helpdesk-app-card-id": helpdesk } = values;
  if (legacy === undefined || app === undefined) {
    throw new UsageError("say which cards: --legacy-crm-card-id N --app-card-id N");
  }
  const migration = {
    legacyCrmCardId: number(legacy),
    appCardId: number(app),
    allowDuplicateAppCardIds: values["allow-duplicate-app-card-ids"] ?? false,
    helpdeskAppCardId: helpdesk === undefined ? undefined : number(helpdesk),
  };
  // The same request again starts nothing new.
  const retry = { nonIdempotent: true };
  const options = { ...address(values, world), appId: appId(values, world), accessToken: await accessToken(values, world), retry };
  const { CardsClient } = await import("calling-widget-sdk/rest");
  const client = new CardsClient(options);
  // The client refuses what is no number, with its reason.
  return () => client.migrate(migration as CardMigration);
}

function milliseconds(text: string | undefined, name: string): number | undefined {
  if (text !== undefined && !/^\d{1,9}$/.test(text)) {
    throw new UsageError(`${name} is no whole number of milliseconds: use one such as 5000`);
  }
  return text === undefined ? undefined : Number(text);
}

function isDone({ endedAt, remainingPortalCount }: CardMigrationProgress): boolean {
  return endedAt !== undefined || remainingPortalCount === 0;
}

function left({ remainingPortalCount, totalPortalCount }: CardMigrationProgress): string {
  return remainingPortalCount === undefined ? "the migration is not done" : `${remainingPortalCount} of ${totalPortalCount ?? "all"} accounts left`;
}

function answerOf(progress: CardMigrationProgress): Answer {
  const { message, startedAt, endedAt, totalPortalCount, remainingPortalCount } = progress;
  const times = { started: time(startedAt), ended: time(endedAt) };
  return { text: fieldLines({ message, ...times, accounts: totalPortalCount, left: remainingPortalCount }), json: progress };
}

function time(milliseconds: number | undefined): string | undefined {
  return milliseconds === undefined ? undefined : new Date(milliseconds).toISOString();
}
