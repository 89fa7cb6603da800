// What of a message logs and traces show: an allow-list of fields and of the forms of their values.
import { MESSAGE_TABLES, TABLES } from "../generated/door.js";
import { PHONE_FIELDS, SHOWN, SHOWN_OF_RECORDS } from "../generated/masks.js";

/**
 * Whether a value has the form in which its field's values are shown.
 *
 * @param isRecord whether it is in what a session records of itself.
 */
export function isShown(field: string, value: string | number | bigint, isRecord = false): boolean {
  const text = String(value);
  return (FORMS.get(field)?.test(text) ?? false) || (isRecord && (FORMS_OF_RECORDS.get(field)?.test(text) ?? false));
}

/** The type of a message where the protocol has it; an app's own may say anything. */
export function shownType(type: string): string {
  return isShown("type", type) ? type : "";
}

/** Whether a field's values have a form in which they are shown. */
export function hasForm(field: string, isRecord = false): boolean {
  return (isRecord ? FORMS_OF_RECORDS : FORMS).has(field);
}

/** Whether a table has the field; any other name may be somebody's. */
export function isKnown(field: string): boolean {
  return NAMES.has(field);
}

/** What stands for a value that is not shown: the last four digits of a number that is nothing else. */
export function starred(field: string, value: string | number | bigint): string {
  const text = String(value);
  const isNumber = PHONES.has(field) && ONLY_A_NUMBER.test(text) && text.replace(/\D/g, "").length >= SHORTEST;
  return isNumber ? text.replace(/\d(?=(?:\D*\d){4})/g, "*") : "***";
}

function formsOf(rows: typeof SHOWN): ReadonlyMap<string, RegExp> {
  return new Map(
    rows.flatMap(([form, fields]) => {
      const whole = new RegExp(`^(?:${form})$`);
      return fields.split(" ").map((field) => [field, whole] as const);
    }),
  );
}

const FORMS = /* @__PURE__ */ formsOf(
  /* @__PURE__ */ SHOWN.concat([[`UNKNOWN_MESSAGE_TYPE|${/* @__PURE__ */ Object.keys(MESSAGE_TABLES).join("|")}`, "type"]]),
);
const FORMS_OF_RECORDS = /* @__PURE__ */ formsOf(SHOWN_OF_RECORDS);
const NAMES: ReadonlySet<string> = /* @__PURE__ */ new Set(
  /* @__PURE__ */ ["type", "messageId", "data"].concat(/* @__PURE__ */ TABLES.flatMap((fields) => fields.map(([name]) => name))),
);
const PHONES: ReadonlySet<string> = /* @__PURE__ */ new Set(/* @__PURE__ */ PHONE_FIELDS.split(" "));
/** What a number is written with; a name, an address or other digits are not starred by halves. */
const ONLY_A_NUMBER = /^[0-9\s()+.\-*#,;x/]*$/i;
/** Four digits of fewer would be most of the number. */
const SHORTEST = 7;
