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
  return (forms().ofMessages.get(field)?.test(text) ?? false) || (isRecord && (forms().ofRecords.get(field)?.test(text) ?? false));
}

/** The type of a message where the protocol has it; an app's own may say anything. */
export function shownType(type: string): string {
  return isShown("type", type) ? type : "";
}

/** Whether a field's values have a form in which they are shown. */
export function hasForm(field: string, isRecord = false): boolean {
  return (isRecord ? forms().ofRecords : forms().ofMessages).has(field);
}

/** Whether a table has the field; any other name may be somebody's. */
export function isKnown(field: string): boolean {
  return forms().names.has(field);
}

/** The mask of a value that is hidden. Of a phone number it shows the last four digits. */
export function starred(field: string, value: string | number | bigint): string {
  const text = String(value);
  const isNumber = forms().phones.has(field) && ONLY_A_NUMBER.test(text) && text.replace(/\D/g, "").length >= SHORTEST;
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

type Forms = {
  readonly ofMessages: ReadonlyMap<string, RegExp>;
  readonly ofRecords: ReadonlyMap<string, RegExp>;
  readonly names: ReadonlySet<string>;
  readonly phones: ReadonlySet<string>;
};

let made: Forms | undefined;

/** Made at its first use: what a module computes as it loads stays in every bundle. */
function forms(): Forms {
  return (made ??= {
    ofMessages: formsOf([...SHOWN, [`UNKNOWN_MESSAGE_TYPE|${Object.keys(MESSAGE_TABLES).join("|")}`, "type"]]),
    ofRecords: formsOf(SHOWN_OF_RECORDS),
    names: new Set(["type", "messageId", "data", ...TABLES.flatMap((fields) => fields.map(([name]) => name))]),
    phones: new Set(PHONE_FIELDS.split(" ")),
  });
}

/** What a number is written with; a name, an address or other digits are not starred by halves. */
const ONLY_A_NUMBER = /^[0-9\s()+.\-*#,;x/]*$/i;
/** Four digits of fewer would be most of the number. */
const SHORTEST = 7;
