import type { CrmObject, ObjectsClient } from "calling-widget-sdk/rest";

import { ADDRESS_HELP, ADDRESS_OPTIONS, SECRETS_HELP, TOKEN_ADVICE, TOKEN_HELP, TOKEN_OPTIONS, accessToken, address } from "../access.js";
import { command, type Answer, type Call, type Options, type Values } from "../definition.js";
import { OUTPUT_HELP, Unable, UsageError } from "../failure.js";
import { pairs } from "../input.js";
import { FILE_EXAMPLE, make, newQuote } from "../new-quote.js";
import { fieldLines, table } from "../output.js";
import { oneLine } from "../terminal.js";
import { byVerb } from "../verbs.js";
import type { World } from "../world.js";

const HELP = `Usage: npx calling-widget-sdk quote VERB [options]

  create         makes a quote with its line items, as a draft
  get ID         prints a quote
  list           prints quotes, those with the smallest identifiers first
  update ID      sets properties of a quote that is not published
  publish ID     publishes a quote: from then on it is locked
  unpublish ID   takes a published quote back, so that it can be changed
  open ID        prints the address of a published quote, and on a terminal
                 shows it in the browser
  delete ID      deletes a quote that is not published

The service
${ADDRESS_HELP}
${TOKEN_HELP}
${SECRETS_HELP}

For create
  --title TEXT          the quote's name
  --expires DATE        the day it expires: 2026-12-31
  --line FIELDS         a line item: "name=Desk phone,price=129.5,quantity=24",
                        with any property of line items; again for each
  --deal ID             the deal it belongs to; publishing needs one
  --template ID         its quote template; publishing needs one
  --company ID          its company
  --contact ID          a contact; again for each
  --set NAME=VALUE      another property, such as hs_esign_enabled=true; again
                        for each; for update too
  --file FILE           reads title, expires, lines, deal, template, company,
                        contacts and properties from a file of JSON, as in
                        the example; the options above override it

The other verbs
  --limit N             for list: at most so many; 20 by default
  --approved            for publish: the status is APPROVED, after an approval,
                        not APPROVAL_NOT_NEEDED
  --to STATUS           for unpublish: DRAFT (the default), PENDING_APPROVAL or
                        REJECTED
  --pdf                 for open: the address of the PDF
  --no-browser          for open: only prints the address

create makes the line items first. When the service refuses a later step, what
was made is deleted again.

${OUTPUT_HELP}

Examples
  In a POSIX shell, with the local emulator, which has deal 3001 and template
  4001, and gives its host page a token:
    export CALLING_BASE_URL=http://localhost:8140
    export CALLING_ACCESS_TOKEN=$(curl -s -X POST -H 'x-emulator-control: 1' \\
      $CALLING_BASE_URL/emulator/host-page | sed 's/.*"accessToken":"\\([^"]*\\)".*/\\1/')
    id=$(npx calling-widget-sdk quote create --title Phones --expires 2099-12-31 --deal 3001 --template 4001 \\
      --line "name=Desk phone,price=129.5,quantity=24" --print id)
    npx calling-widget-sdk quote publish $id
    npx calling-widget-sdk quote open $id
    npx calling-widget-sdk quote unpublish $id
    npx calling-widget-sdk quote update $id --set hs_title="Phones for all"
    npx calling-widget-sdk quote list

  From a file:
    echo '${FILE_EXAMPLE.replace(',"deal"', ",\n      \"deal\"")}' > quote.json
    npx calling-widget-sdk quote create --file quote.json

  In PowerShell:
    $env:CALLING_ACCESS_TOKEN = npx calling-widget-sdk oauth refresh --print accessToken
    npx calling-widget-sdk quote list --json`;

const OPTIONS = {
  ...ADDRESS_OPTIONS,
  ...TOKEN_OPTIONS,
  approved: { type: "boolean" },
  company: { type: "string" },
  contact: { type: "string", multiple: true },
  deal: { type: "string" },
  expires: { type: "string" },
  file: { type: "string" },
  limit: { type: "string" },
  line: { type: "string", multiple: true },
  "no-browser": { type: "boolean" },
  pdf: { type: "boolean" },
  set: { type: "string", multiple: true },
  template: { type: "string" },
  title: { type: "string" },
  to: { type: "string" },
} as const satisfies Options;

const TOKEN = Object.keys(TOKEN_OPTIONS) as (keyof typeof TOKEN_OPTIONS)[];

/** Makes, publishes and lists quotes. */
export const quote = command({
  name: "quote",
  usage: "quote create|get|list|update|publish|unpublish|open|delete",
  summary: "makes, publishes and lists quotes",
  help: HELP,
  options: OPTIONS,
  advice: [
    { code: "REFUSED", status: 400, word: "update", text: "If it is published, take it back first: npx calling-widget-sdk quote unpublish ID" },
    { code: "REFUSED", status: 400, word: "delete", text: "If it is published, take it back first: npx calling-widget-sdk quote unpublish ID" },
    { code: "REFUSED", status: 404, text: "To see which there are: npx calling-widget-sdk quote list" },
    { code: "NOT_PUBLISHED", text: "To publish it: npx calling-widget-sdk quote publish ID" },
    ...TOKEN_ADVICE,
  ],
  run: byVerb<typeof OPTIONS>("quote", {
    create: {
      options: [...TOKEN, "company", "contact", "deal", "expires", "file", "line", "set", "template", "title"],
      run: async ({ values, say }, world) => {
        const made = await newQuote(values, world);
        const client = await connect(values, world);
        return answerOf(await read(client, await make(client, made, say)));
      },
    },
    get: { takes: ["ID"], options: TOKEN, run: async (call, world) => answerOf(await read(await connect(call.values, world), id(call))) },
    list: { options: [...TOKEN, "limit"], run: ({ values }, world) => list(values, world) },
    update: {
      takes: ["ID"],
      options: [...TOKEN, "set"],
      run: (call, world) => {
        const properties = pairs(call.values.set ?? [], "--set");
        if (Object.keys(properties).length === 0) {
          throw new UsageError("quote update needs what to change, such as --set hs_title=Phones");
        }
        return change(call, properties, world);
      },
    },
    publish: {
      takes: ["ID"],
      options: [...TOKEN, "approved"],
      run: (call, world) => change(call, { hs_status: call.values.approved === true ? "APPROVED" : "APPROVAL_NOT_NEEDED" }, world),
    },
    unpublish: {
      takes: ["ID"],
      options: [...TOKEN, "to"],
      run: (call, world) => {
        const status = call.values.to ?? "DRAFT";
        if (!["DRAFT", "PENDING_APPROVAL", "REJECTED"].includes(status)) {
          throw new UsageError("--to is not one of DRAFT, PENDING_APPROVAL and REJECTED: use one of them");
        }
        return change(call, { hs_status: status }, world);
      },
    },
    open: { takes: ["ID"], options: [...TOKEN, "no-browser", "pdf"], run: open },
    delete: {
      takes: ["ID"],
      options: TOKEN,
      run: async (call, world) => {
        await (await connect(call.values, world)).archive("quotes", id(call));
        return { text: "the quote is deleted", json: null };
      },
    },
  }),
});

async function connect(values: Values<typeof OPTIONS>, world: World): Promise<ObjectsClient> {
  const options = { ...address(values, world), accessToken: await accessToken(values, world) };
  const { ObjectsClient } = await import("calling-widget-sdk/rest");
  return new ObjectsClient(options);
}

function id({ positionals: [given = ""] }: Call<typeof OPTIONS>): string {
  return given;
}

async function read(client: ObjectsClient, id: string): Promise<CrmObject> {
  return client.read("quotes", id, { properties: [...PROPERTIES] });
}

async function change(call: Call<typeof OPTIONS>, properties: Readonly<Record<string, string>>, world: World): Promise<Answer> {
  const client = await connect(call.values, world);
  await client.update("quotes", id(call), { properties });
  return answerOf(await read(client, id(call)));
}

async function list(values: Values<typeof OPTIONS>, world: World): Promise<Answer> {
  const limit = Number(values.limit ?? 20);
  if (!Number.isSafeInteger(limit) || limit < 1) {
    throw new UsageError("--limit is no whole number above 0: use one such as 20");
  }
  const client = await connect(values, world);
  const found: CrmObject[] = [];
  const pages = new Set<string>();
  let after: string | undefined;
  do {
    const part = await client.list("quotes", { properties: [...PROPERTIES], limit: Math.min(limit - found.length, 100), after });
    const next = part.paging?.next.after;
    if (next !== undefined && (part.results.length === 0 || pages.has(next))) {
      throw new Unable("ENDLESS", "the service's list of quotes does not end: it names a next page, and gives nothing new");
    }
    found.push(...part.results.slice(0, limit - found.length));
    after = next;
    pages.add(after ?? "");
  } while (after !== undefined && found.length < limit);
  const rows = found.map(({ id, properties: { hs_status, hs_quote_amount, hs_currency, hs_expiration_date, hs_title } }) => [id, hs_status, hs_quote_amount, hs_currency, hs_expiration_date, hs_title]);
  return { text: table(["ID", "STATUS", "AMOUNT", "CURRENCY", "EXPIRES", "TITLE"], rows, "there are no quotes"), json: found };
}

async function open(call: Call<typeof OPTIONS>, world: World): Promise<Answer> {
  const { properties } = await read(await connect(call.values, world), id(call));
  const url = properties[call.values.pdf === true ? "hs_pdf_download_link" : "hs_quote_link"];
  if (typeof url !== "string") {
    throw new Unable("NOT_PUBLISHED", "the quote is not published, so it has no address");
  }
  // Nothing but a page is handed to the browser, whatever the service answers.
  const isPage = /^https?:\/\//.test(url);
  if (isPage && world.isOutputTerminal && call.values["no-browser"] !== true && !(await world.browse(url))) {
    world.printError("no browser was found: open the address yourself");
  }
  return { text: oneLine(url), json: { url } };
}

function answerOf({ id, properties, ...quote }: CrmObject): Answer {
  return { text: fieldLines({ id, ...properties }), json: { id, properties, ...quote } };
}

/** What is shown of a quote, beside its identifier. */
const PROPERTIES = [
  "hs_title",
  "hs_status",
  "hs_expiration_date",
  "hs_quote_amount",
  "hs_currency",
  "hs_quote_number",
  "hs_locked",
  "hs_payment_status",
  "hs_quote_link",
  "hs_pdf_download_link",
] as const;
