// `quote create`: what is to be made, and the requests that make it.
import type { ObjectsClient } from "calling-widget-sdk/rest";

import { UsageError } from "./failure.js";
import { objectOfFile, pairs } from "./input.js";
import type { World } from "./world.js";

/** A quote that is to be made. */
export type NewQuote = {
  properties: Readonly<Record<string, string>>;
  /** The line items' properties. */
  lines: readonly Readonly<Record<string, string>>[];
  /** The records it belongs to: pairs of a type and an identifier. */
  belongsTo: readonly (readonly [type: string, id: string])[];
};

/** The options of `quote create`. */
type Given = Partial<Record<"company" | "deal" | "expires" | "file" | "template" | "title", string>> & Partial<Record<"contact" | "line" | "set", string[]>>;

/** A file for `--file`. */
export const FILE_EXAMPLE = '{"title":"Phones","expires":"2099-12-31","lines":[{"name":"Desk phone","price":129.5}],"deal":"3001","template":"4001"}';

/** Reads the options, over the file they name. */
export async function newQuote(given: Given, world: World): Promise<NewQuote> {
  const file = given.file === undefined ? {} : await fromFile(given.file, world);
  const title = given.title ?? file.title;
  const expires = given.expires ?? file.expires;
  if (title === undefined || expires === undefined) {
    throw new UsageError("a quote needs --title and --expires, or the same in a file");
  }
  const contacts = given.contact ?? file.contacts ?? [];
  return {
    // Without a status people could not edit it.
    properties: { hs_title: title, hs_expiration_date: expires, hs_status: "DRAFT", ...file.properties, ...pairs(given.set ?? [], "--set") },
    lines: given.line?.map((fields) => pairs(fields.split(/,(?=\w+=)/), "--line")) ?? file.lines ?? [],
    belongsTo: [
      ...one("deals", given.deal ?? file.deal),
      ...one("quote_template", given.template ?? file.template),
      ...one("companies", given.company ?? file.company),
      ...contacts.flatMap((contact) => one("contacts", contact)),
    ],
  };
}

/** Makes it with its line items, and gives its identifier; when a step is refused, deletes what it has made. */
export async function make(client: ObjectsClient, { properties, lines, belongsTo }: NewQuote, say: (text: string) => void): Promise<string> {
  const made: [type: string, id: string][] = [];
  try {
    // The quote comes first: the client refuses a wrong one before anything is sent.
    say("making the quote");
    const quote = await client.create("quotes", { properties });
    made.push(["quotes", quote.id]);
    say("making the line items");
    for (const inputs of parts(lines)) {
      const { results } = await client.batchCreate("line_items", { inputs });
      made.push(...results.map(({ id }): [string, string] => ["line_items", id]));
    }
    for (const [type, id] of [...belongsTo, ...made.filter(([type]) => type === "line_items")]) {
      say(`associating ${type}`);
      await client.associate("quotes", quote.id, type, id);
    }
    return quote.id;
  } catch (error) {
    say("deleting what was made");
    await Promise.allSettled(made.map(([type, id]) => client.archive(type, id)));
    throw error;
  }
}

/** A batch takes a hundred. */
function parts(lines: NewQuote["lines"]): { properties: NewQuote["lines"][number] }[][] {
  const inputs = lines.map((properties) => ({ properties }));
  return Array.from({ length: Math.ceil(inputs.length / 100) }, (_, part) => inputs.slice(part * 100, part * 100 + 100));
}

function one(type: string, id: string | undefined): [string, string][] {
  return id === undefined ? [] : [[type, id]];
}

type OfFile = Partial<Record<"company" | "deal" | "expires" | "template" | "title", string>> & {
  contacts?: readonly string[];
  lines?: readonly Readonly<Record<string, string>>[];
  properties?: Readonly<Record<string, string>>;
};

async function fromFile(path: string, world: World): Promise<OfFile> {
  const object = await objectOfFile(path, FILE_EXAMPLE, world);
  const fields = Object.entries(object).map(([name, value]) => {
    const read = READ[name as keyof OfFile] as ((value: unknown) => unknown) | undefined;
    const meant = Object.keys(READ).includes(name) ? read?.(value) : undefined;
    if (meant === undefined) {
      const fault = read === undefined ? `has what quotes do not take: ${name}` : `has a value of another kind than expected in ${name}`;
      throw new UsageError(`--file ${path} ${fault}: write one like ${FILE_EXAMPLE}`);
    }
    return [name, meant];
  });
  return Object.fromEntries(fields) as OfFile;
}

/** How each field of a file is read; undefined for a value of another kind. */
const READ: { readonly [Name in keyof OfFile]-?: (value: unknown) => OfFile[Name] } = {
  company: asText,
  contacts: (value) => asList(value, asText),
  deal: asText,
  expires: asText,
  lines: (value) => asList(value, asProperties),
  properties: asProperties,
  template: asText,
  title: asText,
};

/** A text, a number or a flag, as a record has it. */
function asText(value: unknown): string | undefined {
  return typeof value === "string" || typeof value === "number" || typeof value === "boolean" ? String(value) : undefined;
}

function asProperties(value: unknown): Record<string, string> | undefined {
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    return undefined;
  }
  const properties = Object.entries(value).flatMap(([name, one]) => {
    const text = asText(one);
    return text === undefined ? [] : [[name, text] as const];
  });
  return properties.length === Object.keys(value).length ? Object.fromEntries(properties) : undefined;
}

function asList<T>(value: unknown, read: (item: unknown) => T | undefined): T[] | undefined {
  const items = Array.isArray(value) ? value.map(read) : [undefined];
  return items.every((item) => item !== undefined) ? items : undefined;
}
