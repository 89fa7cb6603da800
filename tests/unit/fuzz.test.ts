// The parts in TypeScript over hostile input: seeds, and inputs bred from them.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import { CallingError } from "calling-widget-sdk";
import { replayTrace } from "calling-widget-sdk/trace";
import fc from "fast-check";

import { FIELD_NAMES, MESSAGE_TYPES } from "../../pkg/src/generated/masks.js";
import { masked } from "../../pkg/src/shared/log.js";
import { Mask } from "../../pkg/src/trace/mask.js";
import { read, written } from "../../pkg/src/trace/values.js";
import { session } from "../support/traces.ts";
import { HOSTILE_TEXTS } from "./hostile.ts";

for (const [name, run] of Object.entries({ mask, trace })) {
  test(`${name}: its seeds and their offspring hold`, async () => {
    const seeds = await seedsOf(name);
    seeds.forEach(run);

    fc.assert(fc.property(bredFrom(seeds), run), { numRuns: 500, seed: 1 });
  });
}

/** The seeds of a target: of `trace` the beginnings of sessions recorded now, of `mask` a file with one JSON string a line. */
async function seedsOf(target: string): Promise<readonly string[]> {
  if (target !== "trace") {
    return readFileSync(`tests/fuzz/corpus/${target}.jsonl`, "utf8").trimEnd().split("\n").map((line) => JSON.parse(line) as string);
  }
  const seeds: string[] = [];
  for (let seed = 1; seed <= 12; seed += 1) {
    const traces = await session(seed);
    seeds.push(...traces.map((text) => `${text.split("\n").slice(0, 24).join("\n")}\n`));
  }
  return seeds;
}

/** Seeds with some parts replaced, by parts of others and by texts that matter. */
function bredFrom(seeds: readonly string[]): fc.Arbitrary<string> {
  const by = fc.oneof(fc.constantFrom(...TOKENS), fc.constantFrom(...TOKENS).map((token) => JSON.stringify(token)), fc.constantFrom(...seeds.flatMap(parts)), fc.string({ unit: "binary", maxLength: 3 }), fc.double().map(String));
  const changes = fc.array(fc.tuple(fc.nat(), by), { minLength: 1, maxLength: 4 });
  return fc.tuple(fc.constantFrom(...seeds), changes).map(([seed, changes]) => {
    const all = parts(seed);
    for (const [at, text] of changes) {
      all[at % all.length] = text;
    }
    return all.join("");
  });
}

/** The values and names of JSON, the lines, and what is between. */
const parts = (text: string): string[] => text.split(/("(?:[^"\\\n]|\\.){0,80}"|-?\d+(?:\.\d+)?|\b(?:true|false|null)\b|\n)/);

/** Names and types of the protocol, attackers' texts, and numbers of people. */
const TOKENS: readonly string[] = [
  ...MESSAGE_TYPES.split(" "),
  ...FIELD_NAMES.split(" "),
  ...HOSTILE_TEXTS,
  ...'|{}|[]|null|true|-1|1e400|{"$":"text"}|Ada Lovelace|ada@people.example|+12025550123|12025550123|4915112345678|1767225600000|wzbfwwgphyv0n0fem_1|***|***#2|2026-01-01T00:00:00Z|https://people.example/ada|trap|start|attach|receive|send|deliver'.split("|"),
];

/** Any JSON, as a message: only values that a table lists or bounds are shown. */
function mask(input: string): void {
  let message: unknown = input;
  try {
    message = JSON.parse(input);
  } catch {
    // The text itself is the message.
  }
  harmless(masked(message, "", 0), "");
  const shown = new Mask(true);
  const once = written(message, "", { leaf: (field, value) => shown.leaf(field, value), name: (name) => shown.name(name) });
  harmless(once, "");
  // A trace is JSON, and reads back unchanged.
  assert.deepEqual(JSON.parse(JSON.stringify(once)), once);
  read(once);
}

/** The names and the words of the protocol, and a trace's words for values without a JSON form. */
const NAMES = new Set(["type", "messageId", "data", "__proto__", "$", "fields", "length", "text", "object", "list", ...FIELD_NAMES.split(" ")]);
const WORDS = new Set([...MESSAGE_TYPES.split(" "), ..."UNKNOWN_MESSAGE_TYPE BUSY CALLING_CRM_USER CANCELED COMPLETED CONNECTING ENDING FAILED IN_PROGRESS NO_ANSWER QUEUED RINGING MISSED REJECTED COMPANY CONTACT CURRENT_TAB NEW_TAB INBOUND OUTBOUND INTEGRATIONS_PLATFORM remote widget window NaN Infinity -Infinity".split(" ")]);
const IDENTIFIERS = ["calleeId", "engagementId", "hs_call_callee_object_id", "objectId", "subjectId"];

/** True for the mask of a phone number, which is the same in every place. */
function isStarred(name: string): boolean {
  return name.includes("*") && name.replace(/#\d+$/, "").replace(/\D/g, "").length <= 4 && !/[a-wyz]/i.test(name);
}

function harmless(value: unknown, field: string): void {
  if (value === null || value === undefined || typeof value === "boolean") {
    return;
  }
  if (typeof value === "object") {
    const { $, fields } = value as { $?: unknown; fields?: unknown };
    if ($ === "object" && Array.isArray(fields)) {
      // A trace writes an object with a field $ as a list of names and values.
      harmless(Object.fromEntries(fields as [string, unknown][]), "");
      return;
    }
    for (const [name, item] of Object.entries(value)) {
      const isPlace = /^\d{0,3}$/.test(name);
      assert.ok(isPlace || NAMES.has(name) || /^\*{3}(?:#[\da-j]+)?$/.test(name) || isStarred(name), `a name is shown: ${name}`);
      harmless(item, isPlace && Array.isArray(value) ? field : name);
    }
    return;
  }
  assert.ok(typeof value === "string" || typeof value === "number");
  const text = String(value);
  if (text === "" || WORDS.has(text) || NAMES.has(text)) {
    return;
  }
  // The origin of an address, with its path hidden.
  if (/^(?:hostUrl|iFrameUrl)$/.test(field) && /^(?:null|https?:\/\/[^/\s]+(?:\/\*{3})?(?:#[\da-j]+)?)$/.test(text)) {
    return;
  }
  // Hidden; or nines in place of a hidden number.
  if (/\*/.test(text) || (typeof value === "number" && /^9{3}/.test(text))) {
    assert.ok(text.replace(/^https?:\/\/[^/]*\/|#[\da-j]+|_\d{0,6}$/g, "").replace(/\D/g, "").length <= 20, text);
    const own = /^(?![\da-z]*\d{7})[hw][\da-z]{10,16}_/;
    assert.doesNotMatch(text.replace(own, "").replace(/^https?:\/\/[^/]*\//, "").replace(/#[a-j]+/g, ""), /[a-wyz]/i, text);
    return;
  }
  // The rest of a message id without the sender.
  const isCount = /^_\d{0,6}$/.test(text);
  const isTime = /^1\d{12}$/.test(text);
  const isId = /^(?:(?![\da-z]*\d{7})[hw][\da-z]{10,16}|\d{13,16})(?:_\d{0,13})?$|^[\da-f-]{36}$/i.test(text);
  const isDigits = /^(?:[02]-)?\d{1,9}$|^\d{1,4}(?:px|%)$/.test(text) || (IDENTIFIERS.includes(field) && /^\d{1,16}$/.test(text));
  const isDate = /^20\d\d-\d\d-\d\dT[\d:.]{5,12}(?:Z|[+-]\d\d:\d\d)$/.test(text);
  const isVersion = /^(?:\d{1,2}\.){2}\d{1,2}(?:-(?:alpha|beta|rc)\.\d{1,2})?$/.test(text);
  assert.ok(isCount || isTime || isId || isDigits || isDate || isVersion, `a value of ${field} is shown: ${text}`);
}

/** Any file, as a trace: it is refused with its line, or replayed. */
function trace(input: string): void {
  let steps = 0;
  try {
    const read = replayTrace(input);
    for (const step of read.steps()) {
      JSON.stringify(step);
      steps += 1;
      if (steps > MOST_STEPS) {
        return;
      }
    }
  } catch (error) {
    if (!(error instanceof CallingError && error.code === "INVALID_TRACE")) {
      throw error;
    }
    assert.match(error.message, /^line \d+ of the trace cannot be used: /);
  }
}

const MOST_STEPS = 40;
